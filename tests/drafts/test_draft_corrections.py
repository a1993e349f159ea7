"""Test undoing, correcting and rescinding picks, each with its preview."""

from dataclasses import replace

import pytest

from core.errors import Refused, Stale
from drafts.models import Draft, Pick
from drafts.queries.board import load_board
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import CorrectionRefusal, DraftRefusal, RescissionRefusal, UndoRefusal
from drafts.services.clock import pause_draft
from drafts.services.corrections import correct_pick, plan_correction
from drafts.services.drafting import keep_pick, make_pick
from drafts.services.expiry import settle_drafts
from drafts.services.program import finish_by_program, let_program_pick
from drafts.services.rescinding import plan_rescission, rescind_pick
from drafts.services.selections import Selection
from drafts.services.undoing import picks_to_undo, undo_last_pick
from rules_engine.profile import default_profile, load_profile, text_of
from tests.drafts.rooms import (
    DIRECTOR,
    division_of,
    expire,
    free_cards,
    on_the_clock,
    opened,
    pick,
    pick_rounds,
    running,
    teams_of,
)
from tests.factories import HitterFactory, PitcherFactory, SeriesFactory
from tests.refusing import refuses
from tournaments.models import Action, Series
from tournaments.services.undo import preview_undo, undo_action
from weekend.queries.verification import verify_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def room(draft):
    return load_room(draft_with_division(pk=draft.pk))


def straight_draft(teams):
    profile = load_profile(default_profile())
    text = text_of(replace(profile, draft=replace(profile.draft, serpentine=False)))
    return running(teams, division=division_of(teams, tournament__profile_text=text))


def undo(draft, **facts):
    return undo_last_pick(draft_id=draft.pk, actor=DIRECTOR, **facts)


def correct(draft, overall, card=None, **facts):
    facts = {"selection": Selection(card_id=card.pk) if card else None, "reason": "misheard", **facts}
    return correct_pick(draft_id=draft.pk, overall=overall, actor=DIRECTOR, **facts)


def roster_of(draft):
    return dict(Pick.objects.filter(draft=draft).values_list("overall", "card_id"))


# Undoing


def test_undoing_the_last_pick_frees_the_player_and_reopens_the_turn():
    draft = running()
    first, second, *_ = teams_of(draft)
    first_pick, two = pick(draft, first).pick, pick(draft, second).pick
    changes = undo(draft)
    assert [(change.label, change.team_name) for change in changes] == [("1.02", second.name)]
    assert roster_of(draft) == {1: first_pick.card_id}
    assert on_the_clock(draft) == second
    action = Action.objects.first()
    assert action.public["freed"] == [two.card_id]
    assert action.public["cells"][0]["name"] == ""
    assert action.undoes.verb == "make_pick"
    assert action.undoes.after["overall"] == 2


def test_undo_includes_later_autopicks():
    draft = opened()
    draft.division.teams.filter(slot__in=(2, 3)).update(kind="imputed")
    draft = running(division=draft.division, card_set=draft.card_set)
    first = teams_of(draft)[0]
    pick(draft, first)
    assert [p.overall for p in picks_to_undo(room(draft))] == [3, 2, 1]
    undo(draft)
    assert not Pick.objects.exists()
    assert on_the_clock(draft) == first


def test_undo_during_a_pause_removes_only_the_last_autopick():
    draft = opened()
    draft.division.teams.filter(slot=2).update(kind="imputed")
    draft = running(division=draft.division, card_set=draft.card_set)
    pick(draft, teams_of(draft)[0])
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    undo(draft)
    assert list(roster_of(draft)) == [1]


def test_undo_in_a_fully_autopicked_draft_pauses_it():
    draft = opened()
    draft.division.teams.filter(slot__in=(1, 2)).update(kind="imputed")
    draft = running(division=draft.division, card_set=draft.card_set)
    undo(draft)
    draft.refresh_from_db()
    assert list(roster_of(draft)) == [1]
    assert draft.state == Draft.State.PAUSED


def test_skipped_turn_can_be_undone():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    undo(draft)
    assert not Pick.objects.exists()
    assert on_the_clock(draft) == teams_of(draft)[0]


def test_undoing_a_made_up_turn_reopens_it():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    first, second, *_ = teams_of(draft)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    pick(draft, second)
    pick(draft, first)  # makes up 1.01
    undo(draft)
    assert room(draft).skipped == [1]
    assert pick(draft, first).label == "1.01"


def test_second_of_two_concurrent_undos_is_stale():
    draft = running()
    for _ in range(3):
        pick(draft, on_the_clock(draft))
    version = on_the_clock(draft) and Draft.objects.get().version
    undo(draft, version=version)
    with pytest.raises(Stale):
        undo(draft, version=version)
    assert len(roster_of(draft)) == 2


def test_undo_without_a_pick_is_refused():
    with refuses(UndoRefusal.NO_PICK):
        undo(running())


def test_undo_after_the_draft_pauses_it_until_games_start():
    draft = running(8)
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    undo(draft)
    draft.refresh_from_db()
    assert (draft.state, draft.next_overall) == (Draft.State.PAUSED, 208)
    home, away, *_ = teams_of(draft)
    SeriesFactory(division=draft.division, home=home, away=away, status=Series.Status.PLAYING)
    with refuses(DraftRefusal.ROSTERS_ARE_FINAL):
        undo(draft)


# Correcting


def test_correction_preview_shows_changes_and_saves_nothing():
    draft = running()
    made = pick(draft, on_the_clock(draft)).pick
    spare_card = free_cards(draft)[5]
    rows = Action.objects.count()
    plan = plan_correction(room(draft), 1, Selection(card_id=spare_card.pk))
    [change] = plan.changes
    assert (change.label, change.before, change.after) == ("1.01", made.card.name, spare_card.name)
    assert roster_of(draft) == {1: made.card_id}
    assert Action.objects.count() == rows


def test_correcting_an_earlier_pick_frees_its_player():
    draft = running()
    pick_rounds(draft, 3)
    team, wrong = Pick.objects.get(overall=4).team, Pick.objects.get(overall=4).card
    right = free_cards(draft)[7]
    on_now = on_the_clock(draft)
    correct(draft, 4, right)
    assert Pick.objects.get(overall=4).card == right
    assert wrong in free_cards(draft)
    assert on_the_clock(draft) == on_now
    action = Action.objects.first()
    assert (action.verb, action.reason) == ("correct_pick", "misheard")
    assert action.sentence == f"Corrected: 1.04 {team.name} {right.name} instead of {wrong.name}"
    assert action.before["picks"][0]["card"] == wrong.pk
    assert action.public["freed"] == [wrong.pk]


def test_correction_can_swap_two_picks():
    draft = running()
    pick_rounds(draft, 1)
    before = roster_of(draft)
    plan = correct(draft, 2, Pick.objects.get(overall=5).card)
    assert [change.overall for change in plan.changes] == [2, 5]
    after = roster_of(draft)
    assert (after[2], after[5]) == (before[5], before[2])


def test_correction_without_a_swap_reopens_the_later_turn():
    draft = running()
    pick_rounds(draft, 1)
    before = roster_of(draft)
    fifth = Pick.objects.get(overall=5).team
    correct(draft, 2, Pick.objects.get(overall=5).card, swap=False)
    assert roster_of(draft)[2] == before[5]
    assert room(draft).skipped == [5]
    assert pick(draft, fifth).label == "1.05"


def test_correction_can_reopen_a_turn():
    draft = running()
    pick_rounds(draft, 1)
    correct(draft, 3)
    assert room(draft).skipped == [3]


def test_correction_requires_a_reason_and_a_completed_turn():
    draft = running()
    pick_rounds(draft, 1)
    with refuses(CorrectionRefusal.NO_REASON):
        correct(draft, 2, free_cards(draft)[0], reason=" ")
    for overall in (0, 9, 10**6):
        with refuses(CorrectionRefusal.TURN_NOT_MADE):
            correct(draft, overall, free_cards(draft)[0])


def test_cannot_correct_to_an_ineligible_or_the_same_player():
    draft = opened()
    short = HitterFactory(card_set=draft.card_set, at_bats=100, walks=0)
    draft = running(division=draft.division, card_set=draft.card_set)
    made = pick(draft, on_the_clock(draft)).pick
    with pytest.raises(Refused, match="T10.11"):
        correct(draft, 1, short)
    with refuses(CorrectionRefusal.NO_CHANGE):
        correct(draft, 1, made.card)


def test_correction_distinguishes_namesakes_in_the_log():
    draft = opened()
    hands = {"R": "Bobby Jones (R)", "L": "Bobby Jones (L)"}
    jones = {
        hand: PitcherFactory(card_set=draft.card_set, name="Bobby Jones", clubs="NYN", throws=hand) for hand in hands
    }
    draft = running(division=draft.division, card_set=draft.card_set)
    pick(draft, on_the_clock(draft), jones["R"])
    changes = correct(draft, 1, jones["L"]).changes
    assert [(change.before, change.after) for change in changes] == [(hands["R"], hands["L"])]
    assert roster_of(draft) == {1: jones["L"].pk}
    assert f"{hands['L']} instead of {hands['R']}" in Action.objects.get(verb="correct_pick").sentence


def test_rejects_a_correction_from_a_stale_preview():
    draft = running()
    pick_rounds(draft, 1)
    draft.refresh_from_db()
    version = draft.version
    pick(draft, on_the_clock(draft))
    with pytest.raises(Stale):
        correct(draft, 2, free_cards(draft)[0], version=version)


def test_director_can_override_the_roster_check_in_a_correction():
    draft = running(8)
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    team = teams_of(draft)[0]
    starters = list(team.picks.filter(card__is_starter=True))
    for starter in starters[4:]:
        correct(draft, starter.overall, free_cards(draft, "RP")[0])
    last = starters[0]
    with pytest.raises(Refused, match="T10.2"):
        correct(draft, last.overall, free_cards(draft, "RP")[0])
    correct(draft, last.overall, free_cards(draft, "RP")[0], accept_warnings=True)
    assert Pick.objects.get(pk=last.pk).card.is_reliever


# Rescinding, T0.18


def doubled_up(draft):
    """Create a draft of ten teams. Team 6 drafts two shortstops with its first two picks, 1.06 and 2.05."""
    while True:
        team = on_the_clock(draft)
        made = pick(draft, team, free_cards(draft, "SS")[0] if team.slot == 6 else free_cards(draft, "RP")[0])
        if made.label == "2.05":
            return team, made.pick


def test_t0_18_rescinding_a_double_up_lets_later_drafters_choose_first():
    draft = running(10)
    team, double = doubled_up(draft)
    next_team = on_the_clock(draft)
    stored_pick = pick(draft, next_team, free_cards(draft, "RP")[0]).pick
    plan = plan_rescission(room(draft), team.pk)
    assert plan.ruling.allowed
    assert plan.turns == [16, 15]
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    assert double.card in free_cards(draft)
    assert room(draft).on_the_clock == 16
    cell = next(cell for _, row in load_board(room(draft)).rows for cell in row if cell.overall == double.overall)
    assert "<i>rescinded</i>" in cell.lines, "its turn is open again"
    assert "skipped" not in cell.lines
    announced_cell = Action.objects.first().public["cells"][0]
    assert (announced_cell["overall"], announced_cell["lines"]) == (double.overall, cell.lines)
    assert "2.05" in cell.lines
    # the team in between gets the rescinded player, so its first choice is available again
    make_pick(
        draft_id=draft.pk,
        team_id=next_team.pk,
        selection=Selection(card_id=double.card_id),
        actor=DIRECTOR,
        made_by="manager",
        overall=16,
    )
    assert Action.objects.first().public["freed"] == [stored_pick.card_id]
    assert room(draft).on_the_clock == 15
    pick(draft, team, free_cards(draft, "CF")[0], overall=15)
    assert room(draft).on_the_clock == 17
    assert Pick.objects.get(overall=16).card_id == double.card_id


def test_t0_18_straight_draft_has_its_own_rescission_deadline():
    """With three teams, pick 4 is the first team's second, and pick 6 is the second one by another team after it."""
    draft = straight_draft(3)
    first, second, third = teams_of(draft)
    for team, position in ((first, "SS"), (second, "C"), (third, "1B"), (first, "SS"), (second, "LF")):
        pick(draft, team, free_cards(draft, position)[0])
    assert "can be rescinded until pick 6 is made" in plan_rescission(room(draft), first.pk).ruling.reason
    pick(draft, third)
    assert "Pick 6 ended the time to rescind" in plan_rescission(room(draft), first.pk).ruling.reason


def test_t0_18_later_team_can_keep_its_selection():
    draft = running(10)
    team, _ = doubled_up(draft)
    next_team = on_the_clock(draft)
    stored_pick = pick(draft, next_team, free_cards(draft, "RP")[0]).pick
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    with pytest.raises(Refused, match="no selection of this team to keep|not .*turn"):
        keep_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR, made_by="manager")
    keep_pick(draft_id=draft.pk, team_id=next_team.pk, actor=DIRECTOR, made_by="manager")
    assert Pick.objects.get(overall=16).card_id == stored_pick.card_id
    assert room(draft).on_the_clock == 15


def test_t0_18_rescission_can_be_undone_until_a_team_picks_again():
    draft = running(10)
    team, double = doubled_up(draft)
    next_team = on_the_clock(draft)
    pick(draft, next_team, free_cards(draft, "RP")[0])
    before = roster_of(draft)
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    action = Action.objects.get(verb="rescind_pick")
    preview = preview_undo(action=action)
    assert preview.changes == [f"2.05: {team.name} has {double.card.name} again."]
    assert roster_of(draft) != before, "the preview has changed nothing"
    undo_action(action=action, actor=DIRECTOR)
    assert roster_of(draft) == before
    assert room(draft).on_the_clock == 17
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    keep_pick(draft_id=draft.pk, team_id=next_team.pk, actor=DIRECTOR, made_by="manager")
    later = Action.objects.filter(verb="rescind_pick").order_by("-pk")[0]
    assert "it reopened picks that have since been made" in preview_undo(action=later).refusal


def test_autopick_change_can_be_undone_and_redone_from_the_log():
    draft = running(3)
    first, second, _ = teams_of(draft)
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    action = Action.objects.get(verb="let_program_pick")
    undone = undo_action(action=action, actor=DIRECTOR)
    second.refresh_from_db()
    assert not second.picks_by_program
    assert undone.reason == f"Autopick for {second.name}: off."
    undo_action(action=undone, actor=DIRECTOR)
    second.refresh_from_db()
    assert second.picks_by_program
    pick(draft, first)
    assert on_the_clock(draft) != second, "the program has picked for it at once"
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=False, actor=DIRECTOR)
    later = Action.objects.filter(verb="undo_action").order_by("-pk")[0]
    assert "was changed later" in preview_undo(action=later).refusal


def test_t0_18_rescinding_team_must_pick_a_different_player():
    draft = running(10)
    team, double = doubled_up(draft)
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    assert room(draft).on_the_clock == 15
    with pytest.raises(Refused, match="T0.18: .* was just rescinded: name a different player"):
        pick(draft, team, double.card, overall=15)
    pick(draft, team, free_cards(draft, "CF")[0], overall=15)


def test_t0_18_autopick_avoids_the_rescinded_player_and_repeats_its_own_pick():
    draft = opened(10, on_expiry=Draft.OnExpiry.AUTO_PICK)
    draft.division.teams.filter(slot=5).update(kind="imputed")
    draft = running(10, division=draft.division, card_set=draft.card_set, on_expiry=Draft.OnExpiry.AUTO_PICK)
    team, double = doubled_up(draft)  # the program makes 2.06 at once
    its_own = Pick.objects.get(overall=16).card_id
    rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    assert Pick.objects.get(overall=16).card_id == its_own
    assert room(draft).on_the_clock == 15
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    second_pick = Pick.objects.get(overall=15)
    assert not second_pick.is_skipped
    assert second_pick.card_id != double.card_id


def test_t0_18_cannot_rescind_after_the_second_drafter_picks():
    draft = running(10)
    team, _ = doubled_up(draft)
    pick(draft, on_the_clock(draft), free_cards(draft, "RP")[0])
    pick(draft, on_the_clock(draft), free_cards(draft, "RP")[0])
    with pytest.raises(Refused, match="T0.18: 2 selections have been made since"):
        rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    assert Pick.objects.get(overall=15).card is not None


def test_t0_18_only_a_double_up_can_be_rescinded_and_only_once():
    draft = running(10)
    team = on_the_clock(draft)
    pick(draft, team)
    with pytest.raises(Refused, match="T0.18: This is not a double-up"):
        rescind_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR)
    second_draft = running(10, card_set=draft.card_set)
    doubler, _ = doubled_up(second_draft)
    rescind_pick(draft_id=second_draft.pk, team_id=doubler.pk, actor=DIRECTOR)
    with refuses(RescissionRefusal.ANOTHER_IN_PROGRESS):
        rescind_pick(draft_id=second_draft.pk, team_id=doubler.pk, actor=DIRECTOR)
    with refuses(UndoRefusal.RESCINDED_FIRST):
        undo(second_draft)


def test_autopicks_undone_with_an_earlier_pick_are_logged():
    draft = running(3)
    first, second, _ = teams_of(draft)
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    pick(draft, first)
    automatic = Pick.objects.get(draft=draft, overall=2)
    undo_action(action=Action.objects.get(verb="make_pick", after__overall=1), actor=DIRECTOR)
    assert roster_of(draft) == {}
    logged = Action.objects.get(verb="undo_last_pick")
    assert [facts["card"] for facts in logged.before["picks"]] == [automatic.card_id]
    assert "Undone with an earlier pick: 1.02" in logged.sentence
    assert verify_tournament(draft.division.tournament) == []
