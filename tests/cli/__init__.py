"""The command line: its words, its transcripts, and what it does with bad input."""
