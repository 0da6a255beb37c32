"""Recall: what answers, in which order, and why."""
