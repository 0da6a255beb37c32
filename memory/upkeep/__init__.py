"""Keeping memory in order: by hand, by judgement, by age."""
