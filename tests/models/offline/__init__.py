"""Tests of `models.offline`."""
