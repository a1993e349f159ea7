"""The order of selection."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.draft.order import OrderError, draft_totals, next_turns, turn_at, turn_of, turns_of_position
from rules_engine.profile import load_profile

TEAMS = st.integers(1, 100)


@given(teams=TEAMS, round_number=st.integers(1, 60), data=st.data())
def test_t0_02_overall_number_and_round_with_position_are_two_names_of_one_turn(teams, round_number, data):
    position = data.draw(st.integers(1, teams))
    turn = turn_of(teams, position, round_number)
    assert turn_at(teams, turn.overall) == turn


@given(teams=TEAMS, rounds=st.integers(1, 30))
def test_t0_02_every_selection_belongs_to_exactly_one_position(teams, rounds):
    numbers = [t.overall for position in range(1, teams + 1) for t in turns_of_position(teams, position, rounds)]
    assert sorted(numbers) == list(range(1, teams * rounds + 1))


def test_t0_02_order_turns_at_the_end_of_each_round():
    assert [turn_at(3, overall).position for overall in range(1, 13)] == [1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1]


def test_t0_02_position_one_makes_the_very_last_of_26_rounds():
    assert turn_at(14, 26 * 14).position == 1


def test_t0_02_first_position_opens_a_27th_round():
    assert turn_of(14, 1, 27).overall == 26 * 14 + 1


def test_straight_order_starts_each_round_at_position_one():
    assert [turn_at(3, overall, serpentine=False).position for overall in range(1, 7)] == [1, 2, 3, 1, 2, 3]
    assert turn_of(3, 1, 2, serpentine=False).overall == 4


def test_on_the_clock_and_on_deck_after_five_picks_of_four_teams():
    clock, deck = next_turns(4, 26, made=range(1, 6))
    assert (clock.overall, clock.position, deck.position) == (6, 3, 2)


def test_same_drafter_is_on_the_clock_and_on_deck_at_the_turn():
    clock, deck = next_turns(4, 26, made=range(1, 4))
    assert clock.position == deck.position == 4


def test_passed_selection_no_longer_holds_up_the_others_but_can_still_be_made():
    assert next_turns(4, 26, made=[1], passed=[2])[0].overall == 3
    assert next_turns(4, 1, made=[1, 2, 3, 4], passed=[2]) == []


def test_only_the_last_selection_is_due_near_the_end():
    assert [turn.overall for turn in next_turns(4, 2, made=range(1, 8))] == [8]


def test_undone_pick_puts_its_drafter_back_on_the_clock():
    assert next_turns(4, 26, made=[1, 2, 4, 5])[0].overall == 3


def test_t0_02_totals_of_fourteen_teams():
    totals = draft_totals(14, load_profile("purestrat@1").draft)
    assert (totals.rounds, totals.total_selections, totals.players_drafted, totals.ballparks_drafted) == (
        26,
        364,
        350,
        14,
    )


@pytest.mark.parametrize(("teams", "position", "round_number"), [(0, 1, 1), (8, 9, 1), (8, 0, 1), (8, 1, 0)])
def test_turn_outside_the_draft_is_refused_with_what_exists(teams, position, round_number):
    with pytest.raises(OrderError, match="counted from 1|positions 1 to"):
        turn_of(teams, position, round_number)
