"""Substitutions and position changes, each checked by its rule."""
