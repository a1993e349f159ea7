"""Simulate a sample of power losses. `python -m tests.drills --lossy-disk 10000` tests more moments and actions."""

from pathlib import Path

import pytest
from django.db import connection

from tests.drills.lossy_disk import lose_power
from tests.drills.scenes.table import SCENES
from tournaments.action_log.verbs import Verb

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has files of its own"),
]

_SCENES = {verb: SCENES[verb] for verb in (Verb.ADD_ENTRANTS, Verb.REMOVE_TEAM, Verb.SET_DIVISIONS, Verb.ANNOUNCE)}


def test_power_loss_preserves_every_acknowledged_action(tmp_path: Path) -> None:
    count = lose_power(_SCENES, tmp_path, times=60)
    assert (count.lost, count.damaged) == ([], [])
    assert count.losses == 60
    assert count.commits >= len(_SCENES)


def test_drill_detects_a_disk_that_does_not_sync(tmp_path: Path) -> None:
    count = lose_power(_SCENES, tmp_path, times=60, synchronous="OFF")
    assert count.lost or count.damaged
