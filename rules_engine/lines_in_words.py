"""Sentences for the settings of a tournament's rules edition."""

from rules_engine.profile import line_named
from rules_engine.profile_lines import in_words
from rules_engine.systems import load


def line_in_words(name: str, value: object) -> str:
    """Return a setting's sentence with its value. Game systems appear under their titles."""
    if name == "game.system":
        value = load(str(value)).title
    return in_words(line_named(name), value)
