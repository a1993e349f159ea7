"""Test picks and corrections undone from the activity log, after a preview."""

import pytest

from core.errors import Refused
from drafts.models import Pick
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import DraftRefusal, UndoRefusal
from drafts.services.corrections import correct_pick
from drafts.services.expiry import settle_drafts
from drafts.services.selections import Selection
from drafts.services.undoing import undo_last_pick
from tests.drafts.rooms import DIRECTOR, expire, free_cards, on_the_clock, opened, pick, pick_rounds, running, teams_of
from tests.factories import SeriesFactory
from tests.refusing import refuses
from tournaments.models import Action, Series
from tournaments.services.undo import can_be_undone, preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def undo(action):
    return undo_action(action=action, actor=DIRECTOR)


def roster_of(draft):
    return dict(Pick.objects.filter(draft=draft).values_list("overall", "card_id"))


def test_undoing_the_last_pick_from_the_log_puts_its_team_on_the_clock():
    draft = running()
    first = on_the_clock(draft)
    made = pick(draft, first)
    action = Action.objects.first()
    preview = preview_undo(action=action)
    assert preview.changes == [f"1.01: {first.name} gives {made.name} back."]
    assert roster_of(draft) == {1: made.pick.card_id}
    undo(action)
    assert roster_of(draft) == {}
    assert on_the_clock(draft) == first
    assert not can_be_undone(Action.objects.get(pk=action.pk))


def test_pick_followed_by_later_picks_cannot_be_undone():
    draft = running()
    pick(draft, on_the_clock(draft))
    action = Action.objects.first()
    pick(draft, on_the_clock(draft))
    assert "Later picks have been made" in preview_undo(action=action).refusal
    with refuses(UndoRefusal.LATER_PICKS):
        undo(action)
    assert len(roster_of(draft)) == 2


def test_undo_preview_includes_later_autopicks_and_changes_nothing():
    draft = opened()
    draft.division.teams.filter(slot=2).update(kind="imputed")
    draft = running(division=draft.division, card_set=draft.card_set)
    pick(draft, teams_of(draft)[0])
    action = Action.objects.get(verb="make_pick", after__overall=1)
    before = roster_of(draft)
    assert len(preview_undo(action=action).changes) == 2
    assert roster_of(draft) == before
    undo(action)
    assert roster_of(draft) == {}


def test_skipped_turn_can_be_undone_from_the_log():
    draft = running(on_expiry="skip")
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    undo(Action.objects.get(verb="skip_turn"))
    assert on_the_clock(draft) == teams_of(draft)[0]
    assert roster_of(draft) == {}


def test_pick_undone_on_the_dashboard_cannot_be_undone_from_the_log():
    draft = running()
    team = on_the_clock(draft)
    pick(draft, team, free_cards(draft)[0])
    action = Action.objects.first()
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR)
    pick(draft, team, free_cards(draft)[1])
    assert not can_be_undone(action)
    with pytest.raises(Refused, match="already been undone"):
        undo(action)
    assert len(roster_of(draft)) == 1


def corrected(draft, overall, card, **facts):
    correct_pick(
        draft_id=draft.pk,
        overall=overall,
        selection=Selection(card_id=card.pk),
        actor=DIRECTOR,
        reason="misheard",
        **facts,
    )
    return Action.objects.first()


def test_undoing_a_correction_restores_the_picks():
    draft = running()
    pick_rounds(draft, 1)
    before = roster_of(draft)
    for card in (free_cards(draft)[4], Pick.objects.get(overall=6).card):
        action = corrected(draft, 2, card)
        assert roster_of(draft) != before
        assert preview_undo(action=action).refusal == ""
        undo(action)
        assert roster_of(draft) == before


def test_undoing_a_correction_that_reopened_a_turn_fills_it_again():
    draft = running()
    pick_rounds(draft, 1)
    before = roster_of(draft)
    action = corrected(draft, 2, Pick.objects.get(overall=6).card, swap=False)
    undo(action)
    assert roster_of(draft) == before
    assert load_room(draft_with_division(pk=draft.pk)).skipped == []


def test_correction_cannot_be_undone_after_a_later_change():
    draft = running()
    pick_rounds(draft, 1)
    was = Pick.objects.get(overall=2).card
    first = corrected(draft, 2, free_cards(draft)[4])
    taker = on_the_clock(draft)
    pick(draft, taker, was)
    with refuses(UndoRefusal.TAKEN_SINCE):
        undo(first)
    corrected(draft, 2, free_cards(draft)[9])
    with refuses(UndoRefusal.CHANGED_SINCE):
        undo(first)


def test_draft_actions_cannot_be_undone_after_games_start():
    draft = running()
    pick(draft, on_the_clock(draft))
    action = Action.objects.first()
    home, away, *_ = teams_of(draft)
    SeriesFactory(division=draft.division, home=home, away=away, status=Series.Status.COMPLETE)
    with refuses(DraftRefusal.ROSTERS_ARE_FINAL):
        undo(action)
