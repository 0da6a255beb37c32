"""The `mnemon` command. `cli.main:main` is the console script; nothing heavy is imported here."""
