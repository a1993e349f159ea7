"""Names as people write them; the rules library has their comparison."""

from rules_engine.names import clean_name, folded

__all__ = ["clean_name", "folded"]
