"""Errors that services raise. They mean that nothing was changed."""

from rules_engine.rulings import Ruling


class Refused(ValueError):
    """A service refuses a change, because of a ruling or for a reason given as a sentence.

    The text says what is wrong and what to do. `field` is the form field it refers to.
    """

    def __init__(self, reason: Ruling | str, *, field: str = "") -> None:
        super().__init__(str(reason))
        self.ruling = reason if isinstance(reason, Ruling) else None
        self.field = field


class Stale(Refused):
    """Someone else saved in the meantime. The page shows both versions."""


class TooManyAttempts(Refused):
    """Too many attempts failed recently, so this one isn't checked."""
