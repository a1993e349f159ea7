"""Exceptions raised by services, which then leave the database unchanged."""

from core.request_facts import note_error_code
from rules_engine.rulings import Finding, Ruling, refuse


class Refused(ValueError):
    """A service rejected a change.

    Args:
        reason: A code from the app's `refusals.py`, which turns the facts into a sentence, or a ruling.
        rule: The rulebook's rule number, if any.
        field: The invalid form field, or "".
        place: The location in a list or file, such as "Line 3", which starts the sentence.
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
        """The error's code, or the exception's kind if it has only a sentence."""
        return type(self).__name__ if self.ruling is None else self.ruling.finding.name


class Stale(Refused):
    """Someone else saved a change in the meantime. The page shows both versions."""


class Forbidden(Refused):
    """The sender's key doesn't grant permission for this."""


class TooManyAttempts(Refused):
    """There were too many recent attempts. Another is allowed after `retry_after` whole seconds."""

    def __init__(self, reason: Finding, *, retry_after: int, field: str = "", **facts: object) -> None:
        super().__init__(refuse(reason, "", **facts), field=field)
        self.retry_after = retry_after
