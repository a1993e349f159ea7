"""The order of selection."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.draft.order import OrderError, draft_totals, turn_at
from rules_engine.profile import load_profile

TEAMS = st.integers(1, 100)


@given(teams=TEAMS, rounds=st.integers(1, 30))
def test_t0_02_every_position_selects_once_per_round(teams, rounds):
    turns = [turn_at(teams, overall) for overall in range(1, teams * rounds + 1)]
    places = {(turn.round, turn.position) for turn in turns}
    assert places == {(number, position) for number in range(1, rounds + 1) for position in range(1, teams + 1)}
    assert len(turns) == len(places)


def test_t0_02_serpentine_order_reverses_each_round():
    assert [turn_at(3, overall).position for overall in range(1, 13)] == [1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1]


def test_t0_02_first_position_makes_the_final_pick_of_26_rounds():
    assert turn_at(14, 26 * 14).position == 1


def test_t0_02_first_position_opens_a_27th_round():
    assert (turn_at(14, 26 * 14 + 1).round, turn_at(14, 26 * 14 + 1).position) == (27, 1)


def test_straight_order_starts_each_round_at_the_first_position():
    assert [turn_at(3, overall, serpentine=False).position for overall in range(1, 7)] == [1, 2, 3, 1, 2, 3]


def test_t0_02_fourteen_team_draft_totals_match():
    totals = draft_totals(14, load_profile("purestrat@1").draft)
    assert (totals.rounds, totals.total_selections, totals.players_drafted, totals.ballparks_drafted) == (
        26,
        364,
        350,
        14,
    )


@pytest.mark.parametrize(("teams", "overall"), [(0, 1), (8, 0)])
def test_rejects_turn_outside_the_draft(teams, overall):
    with pytest.raises(OrderError, match="must be at least 1"):
        turn_at(teams, overall)
