"""Reasons why a foreign file can't be read, whatever it is."""

from rules_engine.rulings import Finding


class FileRefusal(Finding):
    """Why the reading of a file was stopped."""

    TOO_SLOW = "{file} takes too long to read, so nothing of it was used."
    TOO_MUCH_MEMORY = "{file} needs too much memory, so nothing of it was used."
    UNREADABLE = "{file} can't be read ({cause})."
