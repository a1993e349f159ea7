"""Clean and compare names, using functions from the rules engine."""

from rules_engine.names import clean_name, folded

__all__ = ["clean_name", "folded"]
