"""One file for each command (or family of commands), imported only when it is called."""
