"""How a service says no: nothing was changed, and the sentence says what to do."""


class Refused(ValueError):
    """A service will not do this. The message says what is wrong and what to do; nothing was changed."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Stale(Refused):
    """Someone else saved meanwhile; the page shows both versions."""


class TriedTooOften(Refused):
    """Refused unseen, for what was tried before."""
