"""Lines of a tournament's edition as sentences for people to read."""

from rules_engine.profile import line_named
from rules_engine.profile_lines import in_words
from rules_engine.systems import load


def line_in_words(name: str, value: object) -> str:
    """The sentence of the line of this name ("game.system") as it is set; a game is called by its title."""
    return in_words(line_named(name), load(str(value)).title if name == "game.system" else value)
