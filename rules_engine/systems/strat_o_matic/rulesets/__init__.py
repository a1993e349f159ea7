"""Rulesets: which printed rules are in force, and with which numbers."""
