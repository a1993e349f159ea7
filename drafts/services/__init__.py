"""Writes: one transaction each."""
