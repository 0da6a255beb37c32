"""`python -m cli` is the same as `mnemon`."""

from cli.main import main

main()
