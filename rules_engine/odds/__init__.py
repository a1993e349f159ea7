"""Exact odds from the rule code: a plate appearance, a decision, a half-inning or a game."""
