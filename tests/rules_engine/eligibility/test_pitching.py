import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.eligibility.dropout_slot import availability
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    bullpen_counts_from,
    find_relief_left,
    may_enter,
    may_relieve,
    may_remain,
    may_start,
)
from rules_engine.innings import format_innings
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import RELIEVER, STARTER, SWING_MAN, cards, cells, sheet

PURESTRAT = load_profile("purestrat@1")


@pytest.mark.parametrize(
    ("game", "allowance"),
    [(2, "2.1"), (3, "1.0"), (4, "1.0"), (5, "2.2"), (6, "2.1"), (7, None), (8, "2.0"), (9, "3.2")],
)
def test_t10_2_worked_sheet_of_a_single_reliever(game, allowance):
    relief = may_relieve(RELIEVER, sheet("1.2 1.1 - 0.0 1.2 0.1"), game, PURESTRAT)
    assert bool(relief.ruling) is (allowance is not None)
    assert format_innings(relief.outs) == (allowance or "0.0")


def test_t10_2_reliever_may_not_pitch_a_fourth_game_in_a_row():
    relief = may_relieve(RELIEVER, sheet("0.1 0.0 0.1"), 4, PURESTRAT)
    assert str(relief.ruling) == "T27.64: pitched in games 1-3: can't pitch 4 games in a row"


def test_t10_2_reason_shows_the_innings_added_up():
    relief = may_relieve(RELIEVER, sheet("1.2 1.1 -"), 4, PURESTRAT)
    assert relief.ruling.reason == "1.2 + 1.1 = 3.0 in games 1-3 leaves 1.0 of 4.0"


def test_t10_2_accepted_innings_beyond_four_leave_nothing_rather_than_less():
    relief = may_relieve(RELIEVER, sheet("5.0"), 3, PURESTRAT)
    assert (relief.outs, relief.ruling.reason) == (0, "5.0 in games 1 and 2 leaves none of 4.0")


@pytest.mark.parametrize(("game", "rested"), [(2, False), (4, False), (5, True)])
def test_t10_2_three_games_rest_after_a_start_in_any_role(game, rested):
    available = availability(SWING_MAN, sheet("s0.0"), game, PURESTRAT)
    assert (bool(available.start), bool(available.relief)) == (rested, rested)


def test_t10_2_start_refusal_says_which_games_he_must_rest():
    assert may_start(STARTER, sheet("s6.0 - -"), 4, PURESTRAT).reason == "started game 1: must rest games 2-4"


@pytest.mark.parametrize(("game", "starts"), [(2, False), (3, False), (4, True)])
def test_t27_52_two_games_rest_between_relief_and_start(game, starts):
    assert bool(may_start(SWING_MAN, sheet("3.2"), game, PURESTRAT)) is starts


def test_t27_52_he_must_be_able_to_relieve_in_the_game_he_starts():
    used_up = may_start(SWING_MAN, sheet("4.0"), 4, PURESTRAT)
    assert str(used_up) == ("T27.52: may not start because he could not relieve: 4.0 in games 1-3 leaves none of 4.0")
    assert may_start(SWING_MAN, sheet("4.0"), 5, PURESTRAT)


def test_t27_52_says_nothing_when_his_last_outing_was_a_start():
    assert may_start(SWING_MAN, sheet("2.0 - - s7.0"), 8, PURESTRAT)


def test_t27_52_does_not_require_a_relief_rating_of_a_starter_with_accepted_relief():
    assert not may_start(STARTER, sheet("1.0"), 3, PURESTRAT)
    assert may_start(STARTER, sheet("1.0"), 4, PURESTRAT)


def test_t10_2_innings_of_a_start_are_not_relief_innings():
    assert may_relieve(SWING_MAN, sheet("s9.0"), 5, PURESTRAT).outs == 12
    assert find_relief_left(sheet("s9.0 1.0"), 3, PURESTRAT).outs == 9


def test_t10_2_only_an_internet_round_robin_series_of_four_resets_the_bull_pen():
    internet = load_profile("purestrat_internet@1")
    assert bullpen_counts_from(5, 4, True, internet) == 5
    assert bullpen_counts_from(5, 3, True, internet) == 1
    assert bullpen_counts_from(5, 4, False, internet) == 1
    assert bullpen_counts_from(5, 4, True, PURESTRAT) == 1


def test_t10_2_a_reset_forgets_innings_and_appearances_but_no_start():
    relief = may_relieve(RELIEVER, sheet("- 2.0 1.0 1.0"), 5, PURESTRAT, bullpen_from=5)
    assert relief.outs == 12
    assert not may_start(STARTER, sheet("- - - s7.0"), 5, PURESTRAT, bullpen_from=5)


def test_t27_52_after_a_reset_relief_in_the_last_series_does_not_keep_him_from_a_start() -> None:
    so_far = sheet("4.0 - -")
    assert not may_start(SWING_MAN, so_far, 4, PURESTRAT)
    assert may_start(SWING_MAN, so_far, 4, PURESTRAT, bullpen_from=4)


def test_t10_2_enter_and_remain_need_a_batter_he_may_retire():
    assert not may_enter(0)
    assert may_enter(1)
    assert may_remain(2, 1)
    assert not may_remain(2, 2)


@given(cells, st.integers(1, 14))
def test_t10_2_allowance_is_the_most_outs_that_keep_every_rule(sheet_so_far, game):
    """The rules as printed, tried on the sheet with the outing written in."""
    so_far = [*sheet_so_far, *[None] * 14][: game - 1]
    relief = may_relieve(RELIEVER, so_far, game, PURESTRAT)
    window = so_far[-3:]
    started = any(cell and cell.role == START for cell in window)
    straight = len(window) == 3 and all(window)
    legal = [
        outs
        for outs in range(1, 13)
        if not started and not straight and sum(c.outs for c in window if c and c.role == RELIEF) + outs <= 12
    ]
    assert relief.outs == max(legal, default=0)
    assert bool(relief.ruling) is bool(legal)


@given(cards, cells, st.integers(1, 14))
def test_what_comes_after_a_game_never_matters_for_it(card, sheet_so_far, game):
    full_availability = availability(card, sheet_so_far, game, PURESTRAT)
    assert full_availability == availability(card, sheet_so_far[: game - 1], game, PURESTRAT)


@given(cards, cells, st.integers(1, 14))
def test_a_game_of_rest_at_the_end_never_takes_a_start_away(card, sheet_so_far, game):
    before = [*sheet_so_far, *[None] * 14][: game - 1]
    if availability(card, before, game, PURESTRAT).start:
        assert availability(card, [*before, None], game + 1, PURESTRAT).start
