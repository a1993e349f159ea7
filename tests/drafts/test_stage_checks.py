"""The draft has a say in the stages of the weekend."""

import pytest

from core.errors import Refused
from tests.drafts.rooms import DIRECTOR, on_the_clock, pick, running
from tournaments.models import Action, Tournament
from tournaments.services.stages import move_stage, obstacles_ahead

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_the_first_draft_that_starts_takes_the_tournament_to_the_draft_and_the_log_says_so() -> None:
    tournament = Tournament.objects.get(pk=running().division.tournament_id)
    assert tournament.stage == Tournament.Stage.DRAFT
    entry = Action.objects.get(tournament=tournament, verb="move_stage")
    assert entry.sentence == "On to: Draft."
    assert Action.objects.get(verb="start_draft").pk > entry.pk


def test_the_round_robin_waits_for_the_draft_or_for_the_directors_reason() -> None:
    draft = running()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    sentences = [obstacle.sentence for obstacle in obstacles_ahead(tournament)]
    assert f"The draft of {draft.division.name} is not finished." in sentences


def test_there_is_no_way_back_to_sign_up_once_somebody_has_picked() -> None:
    draft = running()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    pick(draft, on_the_clock(draft))
    with pytest.raises(Refused, match="One pick has been made; take them back first"):
        move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.SIGN_UP)
    tournament.refresh_from_db()
    assert tournament.stage == Tournament.Stage.DRAFT
