"""Isolate the tournament's own services from the checks that other apps add."""

import pytest

from tournaments.services import stages


@pytest.fixture
def only_own_checks(monkeypatch):
    """Run stages without other apps' checks, which have their own tests."""
    for table in ("entry_checks", "return_checks"):
        read = getattr(stages, table)
        own = {stage: [c for c in read.get(stage, ()) if c.__module__ == stages.__name__] for stage in stages.ORDER}
        monkeypatch.setattr(stages, table, own)
