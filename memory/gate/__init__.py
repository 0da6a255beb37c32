"""Saving: the one gate that every save goes through."""
