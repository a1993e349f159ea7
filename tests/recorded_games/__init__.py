"""Whole games of each edition as they were played once: dice, decisions, and what the log and the box score came to."""
