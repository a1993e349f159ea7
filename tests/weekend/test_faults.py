"""Run a sample of faults at actions' statements. `python -m tests.drills --faults` tests every action."""

from collections.abc import Callable

import pytest

from tests.drills.faults import try_scenes
from tests.drills.scenes import drafting, results, sign_up
from tests.drills.scenes.scene import Place
from tests.drills.scenes.table import SCENES
from tournaments.action_log.verbs import Verb

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

_SAMPLE = [
    (sign_up.signed_up, [Verb.REMOVE_TEAM, Verb.SET_DIVISIONS, Verb.INVITE_PROXY]),
    (drafting.in_a_draft, [Verb.MAKE_PICK, Verb.UNDO_LAST_PICK]),
    (results.between_rounds, [Verb.SAVE_SERIES_RESULTS, Verb.SIGN_SHEET, Verb.TAKE_GAME_BACK]),
]


def test_every_action_has_a_scene() -> None:
    assert set(SCENES) == set(Verb)


@pytest.mark.parametrize(("place", "verbs"), _SAMPLE)
def test_fault_at_any_statement_loses_nothing(place: Callable[[], Place], verbs: list[Verb]) -> None:
    count = try_scenes(place(), {verb: SCENES[verb] for verb in verbs}, kill_every=8)
    assert (count.lost, count.wrong) == ([], [])
    assert count.faults >= count.statements > 10 * len(verbs)
    assert count.kills > len(verbs)
