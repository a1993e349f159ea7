"""Errors that services raise. They mean that nothing was changed."""

from rules_engine.rulings import Ruling


class Refused(ValueError):
    """A service refuses a change.

    The text says what is wrong and what to do. A ruling also carries a code and facts; its rule is "" unless a printed
    rule decided. `field` is the form field the refusal refers to.
    """

    def __init__(self, reason: Ruling | str, *, field: str = "") -> None:
        super().__init__(str(reason))
        self.ruling = reason if isinstance(reason, Ruling) else None
        self.field = field


class Stale(Refused):
    """Someone else saved in the meantime. The page shows both versions."""


class TooManyAttempts(Refused):
    """Too many attempts failed recently, so this one isn't checked."""
