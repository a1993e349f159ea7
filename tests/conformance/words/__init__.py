"""Reads the free text of worked cases: a documented vocabulary, and UnknownWords for what is not in it."""
