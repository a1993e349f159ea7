"""Keep text that looks like a formula from being calculated by a spreadsheet."""

from typing import Any, Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def disarm_formula(value: Any) -> Any:
    """Put an apostrophe before text that a spreadsheet would run as a formula. Our readers remove it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
