"""Substitutions and position changes, each checked against its rule."""
