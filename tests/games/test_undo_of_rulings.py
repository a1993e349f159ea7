"""Test undoing a director's ruling from the activity log, which reopens the question."""

import pytest

from games.models import RulingRequest
from games.refusals import RulingRefusal
from games.services.rulings import ask_ruling, give_ruling
from tests.factories import SeriesFactory
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action
from tournaments.services.undo import preview_undo, undo_action

pytestmark = pytest.mark.django_db


def test_undoing_a_ruling_reopens_the_question():
    ruling = ask_ruling(series=SeriesFactory(), question="Was the reliever announced?", actor=PROGRAM)
    give_ruling(request=ruling, ruling="He was.", rule="T31.2", actor=PROGRAM)
    first = Action.objects.get(verb="give_ruling")
    give_ruling(request=ruling, ruling="He was not.", rule="", actor=PROGRAM)
    second = Action.objects.filter(verb="give_ruling").first()
    with refuses(RulingRefusal.RULED_AGAIN):
        undo_action(action=first, actor=PROGRAM)
    undo_action(action=second, actor=PROGRAM)
    ruling.refresh_from_db()
    assert (ruling.ruling, ruling.rule) == ("He was.", "T31.2")
    assert preview_undo(action=first).changes == ["Question reopened: Was the reliever announced?"]
    undo_action(action=first, actor=PROGRAM)
    ruling.refresh_from_db()
    assert (ruling.ruling, ruling.rule, ruling.ruled_at) == ("", "", None)


def test_question_can_be_undone_until_it_has_a_ruling():
    ruling = ask_ruling(series=SeriesFactory(), question="Was the reliever announced?", actor=PROGRAM)
    question = Action.objects.get(verb="ask_ruling")
    give_ruling(request=ruling, ruling="He was.", rule="T31.2", actor=PROGRAM)
    assert "has ruled on this question" in preview_undo(action=question).refusal
    undo_action(action=Action.objects.get(verb="give_ruling"), actor=PROGRAM)
    undo_action(action=question, actor=PROGRAM)
    assert not RulingRequest.objects.exists()
