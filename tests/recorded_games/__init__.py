"""Whole recorded games in each ruleset: dice, decisions, and the resulting log and box score."""
