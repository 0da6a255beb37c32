"""One file for each number in the README; run with `python -m benchmarks.<name>`."""
