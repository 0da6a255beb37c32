"""Tests of the graph package: what a turn does, and where it is kept."""
