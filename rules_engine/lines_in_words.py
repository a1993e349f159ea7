"""Settings of a tournament's edition as sentences."""

from rules_engine.profile import line_named
from rules_engine.profile_lines import in_words
from rules_engine.systems import load


def line_in_words(name: str, value: object) -> str:
    """Return the sentence of a setting with its value. A game system is called by its title."""
    if name == "game.system":
        value = load(str(value)).title
    return in_words(line_named(name), value)
