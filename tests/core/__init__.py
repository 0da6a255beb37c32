"""Tests of the words everyone shares: settings, identity, errors, time."""
