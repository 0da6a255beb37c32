"""Tests: a mirror of the source, plus conformance suites and whole-program runs."""
