"""Errors that services raise. They mean that nothing was changed."""

from core.request_facts import note_error_code
from rules_engine.rulings import Finding, Ruling, refuse


class Refused(ValueError):
    """A service refuses a change.

    Args:
        reason: A code of the app's `refusals.py`, which writes the sentence from the facts. Or a ruling already made.
        rule: The printed rule that decided, if any.
        field: The form field that the refusal is about.
        place: Where it is in a list or a file, such as "Line 3". The sentence starts with it.
    """

    def __init__(
        self,
        reason: Finding | Ruling | str,
        rule: str = "",
        *,
        field: str = "",
        place: str = "",
        **facts: object,
    ) -> None:
        if isinstance(reason, Finding):
            reason = refuse(reason, rule, **facts)
        super().__init__(f"{place}: {reason}" if place else str(reason))
        self.ruling = reason if isinstance(reason, Ruling) else None
        self.field = field
        note_error_code(self.code)

    @property
    def code(self) -> str:
        """The code of the refusal, or the kind of refusal if a sentence alone says why."""
        return type(self).__name__ if self.ruling is None else self.ruling.finding.name


class Stale(Refused):
    """Someone else saved in the meantime. The page shows both versions."""


class Forbidden(Refused):
    """The sender's key may not do this."""


class TooManyAttempts(Refused):
    """Too many attempts were made recently. The next is possible in `retry_after` whole seconds."""

    def __init__(self, reason: Finding, *, retry_after: int, field: str = "", **facts: object) -> None:
        super().__init__(refuse(reason, "", **facts), field=field)
        self.retry_after = retry_after
