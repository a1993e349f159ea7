"""What log lines and error pages know about the request that this thread answers."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

# no letters or digits that are mistaken for each other when someone reads them aloud
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH: Final = 6


def _new_request_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


@dataclass
class RequestFacts:
    """Facts about one request.

    Attributes:
        request_id: Six letters and digits, in every log line of the request and on the page of an error.
        error_code: The code of the newest refusal or fault, such as ROSTER_FULL; "" if there was none.
    """

    request_id: str = field(default_factory=_new_request_id)
    error_code: str = ""


_current: ContextVar[RequestFacts | None] = ContextVar("request_facts", default=None)


@contextmanager
def request_facts() -> Iterator[RequestFacts]:
    """Collect facts while a request is answered."""
    facts = RequestFacts()
    token = _current.set(facts)
    try:
        yield facts
    finally:
        _current.reset(token)


def current_request_id() -> str:
    """Return the ID of the request that this thread answers, or "" outside a request."""
    facts = _current.get()
    return facts.request_id if facts else ""


def note_error_code(code: str) -> None:
    """Remember why the request was refused, or what failed."""
    facts = _current.get()
    if facts is not None:
        facts.error_code = code
