"""Check the code with which a service rejects a request, and not its message."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from core.errors import Refused
from rules_engine.rulings import Finding


@contextmanager
def refuses(finding: Finding) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Check that a service rejects a request with this code."""
    with pytest.raises(Refused) as refusal:
        yield refusal
    ruling = refusal.value.ruling
    assert ruling is not None, refusal.value
    assert ruling.finding is finding
    assert str(refusal.value)
