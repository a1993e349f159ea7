"""Data about the thread's current request, for log lines and error pages."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

# no letters or digits that sound or look alike
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH: Final = 6


def _new_request_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


@dataclass
class RequestFacts:
    """Data about a request.

    Attributes:
        request_id: Six letters and digits, shown in the request's log lines and on error pages.
        error_code: The code of the latest error or fault, such as ROSTER_FULL, or "" if there was none.
    """

    request_id: str = field(default_factory=_new_request_id)
    error_code: str = ""


_current: ContextVar[RequestFacts | None] = ContextVar("request_facts", default=None)


@contextmanager
def request_facts() -> Iterator[RequestFacts]:
    """Collect data while a request is handled."""
    facts = RequestFacts()
    token = _current.set(facts)
    try:
        yield facts
    finally:
        _current.reset(token)


def current_request_id() -> str:
    """Return the ID of the thread's current request, or "" outside a request."""
    facts = _current.get()
    return facts.request_id if facts else ""


def note_error_code(code: str) -> None:
    """Store the code of the error or fault."""
    facts = _current.get()
    if facts is not None:
        facts.error_code = code
