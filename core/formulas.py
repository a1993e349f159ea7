"""Prevent spreadsheets from running text as formulas."""

from typing import Any, Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def disarm_formula(value: Any) -> Any:
    """Prefix text that a spreadsheet would run as a formula with an apostrophe. Imports remove it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
