"""Conformance suites: one suite over all implementations of a role."""
