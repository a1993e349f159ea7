"""The optional rules in each ruleset."""
