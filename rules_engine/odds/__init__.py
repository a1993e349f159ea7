"""Exact odds from the rule code: one plate appearance, one decision, a half-inning, a game."""
