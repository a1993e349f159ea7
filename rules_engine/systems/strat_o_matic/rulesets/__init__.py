"""Rulesets, with the printed rules in force and their numbers."""
