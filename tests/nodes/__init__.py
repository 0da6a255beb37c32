"""Tests of `nodes`."""
