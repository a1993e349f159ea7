"""Run a sample of different actions at the same time. `python -m tests.drills --pairs 10000` runs all pairs."""

import pytest
from django.db import connection

from tests.drills.pairs import PairDrill
from tests.drills.scenes.table import SCENES
from tournaments.action_log.verbs import Verb

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]

_VERBS = [Verb.REMOVE_TEAM, Verb.SET_DIVISIONS, Verb.EDIT_TEAM, Verb.INVITE_TEAMS, Verb.KEEP_APART]


def test_concurrent_actions_stay_consistent() -> None:
    drill = PairDrill({verb: SCENES[verb] for verb in _VERBS})
    try:
        count = drill.run(drill.pairs())
    finally:
        drill.close()
    assert count.faults == []
    assert count.pairs == len(_VERBS) * (len(_VERBS) - 1)
    assert count.both_done
