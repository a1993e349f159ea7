"""Test picks under T0.02 and T0.18."""

import pytest

from core.errors import Refused
from drafts.models import Ballpark, CardSet, Draft, Pick
from drafts.refusals import DraftRefusal, SelectionFinding, TurnRefusal
from drafts.services.drafting import make_pick
from drafts.services.selections import Selection
from tests.drafts.rooms import (
    DIRECTOR,
    division_of,
    free_cards,
    on_the_clock,
    opened,
    pick,
    pick_rounds,
    running,
    teams_of,
)
from tests.factories import BallparkFactory, HitterFactory
from tests.refusing import refuses
from tournaments.action_log.writing import Actor
from tournaments.models import Action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def pick_park(draft, team, park=None, design=None, **facts):
    selection = Selection(park_id=park.pk if park else None, design=design)
    return make_pick(
        draft_id=draft.pk, team_id=team.pk, selection=selection, actor=DIRECTOR, made_by=Pick.MadeBy.MANAGER, **facts
    )


def test_t0_18_pick_puts_the_next_team_on_the_clock():
    draft = running()
    first, second, *_ = teams_of(draft)
    card = free_cards(draft, "SS")[0]
    made = pick(draft, first, card)
    assert (made.label, made.pick.card_id, made.is_repeat) == ("1.01", card.pk, False)
    assert on_the_clock(draft) == second


def test_pick_writes_a_single_log_row_with_the_board_update():
    draft = running()
    first, second, third, *_ = teams_of(draft)
    before = Action.objects.count()
    card = free_cards(draft)[0]
    pick(draft, first, card)
    assert Action.objects.count() == before + 1
    action = Action.objects.first()
    assert action.verb == "make_pick"
    assert action.sentence.startswith(f"1.01 (1): {first.name} took {card.name}")
    assert action.public["draft"] == draft.division_id
    [cell] = action.public["cells"]
    assert (cell["overall"], cell["team"], cell["name"], cell["card"]) == (1, first.pk, card.name, card.pk)
    assert action.public["clock"]["on_clock"]["team"] == second.pk
    assert action.public["clock"]["on_deck"]["team"] == third.pk


def test_t0_02_serpentine_order_reverses_each_round():
    draft = running()
    pick_rounds(draft, 2)
    made = list(Pick.objects.filter(draft=draft).values_list("team__slot", flat=True))
    assert made == [*range(1, 9), *range(8, 0, -1)]


def test_t0_18_team_off_the_clock_cannot_pick():
    draft = running()
    first, second, *_ = teams_of(draft)
    with refuses(TurnRefusal.NOT_ITS_TURN):
        pick(draft, second)
    assert not Pick.objects.exists()


def test_t0_18_taken_player_is_refused_and_the_team_can_pick_again():
    draft = running()
    first, second, *_ = teams_of(draft)
    card = free_cards(draft)[0]
    pick(draft, first, card)
    with refuses(SelectionFinding.PLAYER_GONE):
        pick(draft, second, card)
    assert pick(draft, second).label == "1.02"


def test_t10_11_ineligible_player_is_refused_with_the_arithmetic():
    draft = opened()
    card = HitterFactory(card_set=draft.card_set, at_bats=258, walks=41, name="Short Season")
    draft = running(division=draft.division, card_set=draft.card_set)
    with pytest.raises(Refused, match=r"T10.11: Short Season: 258 AB \+ 41 W = 299: not eligible, needs 300"):
        pick(draft, teams_of(draft)[0], card)


def test_cards_and_ballparks_from_another_set_are_refused():
    draft = running()
    team = teams_of(draft)[0]
    stranger = HitterFactory()
    other_park = BallparkFactory()
    with refuses(SelectionFinding.UNKNOWN_PLAYER):
        pick(draft, team, stranger)
    with refuses(SelectionFinding.UNKNOWN_PARK):
        pick_park(draft, team, other_park)
    for selection in (Selection(card_id=10**9), Selection(card_id=-1), Selection()):
        with pytest.raises(Refused):
            make_pick(
                draft_id=draft.pk, team_id=team.pk, selection=selection, actor=DIRECTOR, made_by=Pick.MadeBy.MANAGER
            )


def test_team_from_another_division_cannot_pick():
    draft = running()
    stranger = division_of(1).teams.get()
    with refuses(DraftRefusal.NOT_IN_THIS_DRAFT):
        pick(draft, stranger)


def test_t0_02_divisions_can_draft_the_same_card():
    card_set = running().card_set
    manager_here, manager_elsewhere = Draft.objects.get(), None
    manager_elsewhere = running(division=division_of(8), card_set=card_set)
    card = free_cards(manager_here)[0]
    pick(manager_here, teams_of(manager_here)[0], card)
    assert pick(manager_elsewhere, teams_of(manager_elsewhere)[0], card).pick.card_id == card.pk


def test_t0_02_only_the_first_park_of_a_division_can_be_designed():
    draft = running()
    first, second, *_ = teams_of(draft)
    made = pick_park(draft, first, design={"name": " Dog's \n Yard ", "singles": "5", "homeruns": "12"})
    assert made.pick.designed_park == {"name": "Dog's Yard", "singles": 5, "homeruns": 12}
    with pytest.raises(Refused, match="T0.02"):
        pick_park(draft, second, design={"name": "Late Yard", "singles": 5, "homeruns": 12})
    assert pick_park(draft, second, draft.card_set.ballparks.first()).label == "1.02"


def test_t0_02_picking_a_chart_park_first_rules_out_a_designed_park():
    draft = running()
    first, second, *_ = teams_of(draft)
    pick_park(draft, first, draft.card_set.ballparks.first())
    with pytest.raises(Refused, match="T0.02"):
        pick_park(draft, second, design={"name": "Late Yard", "singles": 5, "homeruns": 12})


@pytest.mark.parametrize(
    "design",
    [
        {"name": "", "singles": 5, "homeruns": 5},
        {"name": "x" * 300, "singles": 5, "homeruns": 5},
        {"name": "Yard", "singles": "1.5", "homeruns": 5},
        {"name": "Yard", "singles": 21, "homeruns": 5},
        {"name": "Yard", "singles": 5},
        {"name": "Yard", "singles": 5, "homeruns": "٣"},
    ],
)
def test_designed_park_needs_a_name_and_two_numbers(design):
    draft = running()
    with pytest.raises(Refused) as refusal:
        pick_park(draft, teams_of(draft)[0], design=design)
    assert refusal.value.field in ("park_name", "singles", "homeruns")


def test_t0_02_team_drafts_a_single_park_and_no_park_twice():
    draft = running()
    parks = list(draft.card_set.ballparks.all())
    for team in teams_of(draft):
        pick_park(draft, team, parks[team.slot])
    with pytest.raises(Refused, match="T0.02: The team already has its ballpark"):
        pick_park(draft, on_the_clock(draft), parks[0])
    with pytest.raises(Refused, match="T0.02: The team already has its ballpark|taken"):
        pick_park(draft, on_the_clock(draft), parks[1])


def test_repeating_a_pick_is_idempotent():
    draft = running()
    team = teams_of(draft)[0]
    card = free_cards(draft)[0]
    pick(draft, team, card, overall=1)
    rows = Action.objects.count()
    repeated = pick(draft, team, card, overall=1)
    assert repeated.is_repeat
    assert repeated.label == "1.01"
    assert Pick.objects.count() == 1
    assert Action.objects.count() == rows


def test_second_pick_for_a_completed_turn_is_refused():
    draft = running()
    team = teams_of(draft)[0]
    first_card, second_card = free_cards(draft)[:2]
    pick(draft, team, first_card, overall=1)
    with refuses(TurnRefusal.TURN_IS_MADE):
        pick(draft, team, second_card, overall=1)


def test_double_click_at_the_serpentine_turn_makes_a_single_pick():
    draft = running()
    *_, last = teams_of(draft)
    while on_the_clock(draft) != last:
        pick(draft, on_the_clock(draft))
    card = free_cards(draft)[0]
    pick(draft, last, card, overall=8)
    assert on_the_clock(draft) == last  # pick 9 is the same team's
    assert pick(draft, last, card, overall=8).is_repeat
    assert Pick.objects.count() == 8


def test_cannot_pick_before_the_draft_starts():
    draft = opened()
    with refuses(DraftRefusal.NOT_STARTED):
        pick(draft, teams_of(draft)[0])


def test_accepts_names_with_quotes_markup_and_maximum_length():
    draft = opened()
    team = teams_of(draft)[0]
    team.name = '<b>O\'Neil & "Sons"</b>'
    team.save()
    card = HitterFactory(card_set=draft.card_set, name="'\"><script>" + "x" * 69)
    draft = running(division=draft.division, card_set=draft.card_set)
    assert pick(draft, team, card).name == card.name


def test_roster_check_blocks_a_bad_pick_and_the_director_can_override():
    draft = running(2)
    pick_rounds(
        draft, 16, order=["C", "C", "1B", "1B", "2B", "2B", "3B", "3B", "SS", "SS", "LF", "LF", "CF", "CF", "RF", "RF"]
    )
    pick_rounds(draft, 5, order=["RP"] * 5)
    team = on_the_clock(draft)
    # 21 picks made, 5 left: the ballpark and the four starters
    with pytest.raises(Refused, match="T10.2.*4 pitchers who can start.*The director can allow it") as refusal:
        pick(draft, team, free_cards(draft, "RP")[0])
    assert refusal.value.field == "guard"
    with pytest.raises(Refused):
        pick(draft, team, free_cards(draft, "RP")[0], override="  ")
    made = pick(draft, team, free_cards(draft, "RP")[0], override="he insists")
    assert Action.objects.first().reason == "he insists"
    assert made.label.startswith("22.")


def test_t0_02_team_with_25_players_must_pick_a_park_last():
    draft = running(2)
    order = ["C", "C", "1B", "1B", "2B", "2B", "3B", "3B", "SS", "SS", "LF", "LF", "CF", "CF", "RF", "RF"]
    pick_rounds(draft, 25, order=[*order, "SP", "SP", "SP", "SP", *["RP"] * 5])
    team = on_the_clock(draft)
    with pytest.raises(Refused, match="T0.02: The team already has 25 players"):
        pick(draft, team)
    parks = list(draft.card_set.ballparks.all())
    pick_park(draft, team, parks[0])
    pick_park(draft, on_the_clock(draft), parks[1])
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    assert draft.deadline is None
    with refuses(TurnRefusal.EVERY_TURN_MADE):
        pick(draft, team)


def test_t0_12_imputed_and_absent_teams_are_autopicked_at_once():
    draft = opened()
    teams = teams_of(draft)
    for team, kind in ((teams[1], {"kind": "imputed"}), (teams[2], {"is_absent": True})):
        for name, value in kind.items():
            setattr(team, name, value)
        team.save()
    draft = running(division=draft.division, card_set=draft.card_set)
    rows = Action.objects.count()
    pick(draft, teams[0])
    assert list(Pick.objects.values_list("overall", "team__slot", "made_by")) == [
        (1, 1, "manager"),
        (2, 2, "program"),
        (3, 3, "program"),
    ]
    assert Action.objects.count() == rows + 3
    assert on_the_clock(draft) == teams[3]


def test_unknown_park_changes_nothing():
    draft = running()
    assert Ballpark.objects.filter(card_set=draft.card_set).count() == 12
    with pytest.raises(Refused):
        pick_park(draft, teams_of(draft)[0], Ballpark(pk=10**9))
    assert not Pick.objects.exists()
    assert CardSet.objects.count() == 1
    assert Actor("x").access_id is None
