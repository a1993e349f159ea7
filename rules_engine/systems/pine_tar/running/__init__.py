"""Steals and the hit-and-run."""
