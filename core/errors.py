"""How a service says no: nothing was changed, and the sentence says what to do."""

from rules_engine.rulings import Ruling


class Refused(ValueError):
    """A service will not do this, by a rule's ruling or for a reason of its own in a sentence; nothing was changed.

    What is wrong and what to do stands in either; `field` names what was filled in.
    """

    def __init__(self, why: Ruling | str, *, field: str = "") -> None:
        super().__init__(str(why))
        self.ruling = why if isinstance(why, Ruling) else None
        self.field = field


class Stale(Refused):
    """Someone else saved meanwhile; the page shows both versions."""


class TooManyAttempts(Refused):
    """Refused unseen, for what was tried before."""
