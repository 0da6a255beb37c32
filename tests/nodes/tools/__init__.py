"""Tests of `nodes/tools`."""
