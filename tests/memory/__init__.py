"""Tests of the memory package: what is promised, in real homes, with real processes."""
