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
def test_t10_2_reliever_example_matches_the_printed_sheet(game, allowance):
    relief = may_relieve(RELIEVER, sheet("1.2 1.1 - 0.0 1.2 0.1"), game, PURESTRAT)
    assert bool(relief.ruling) is (allowance is not None)
    assert format_innings(relief.outs) == (allowance or "0.0")


def test_t10_2_reliever_cannot_pitch_a_fourth_straight_game():
    relief = may_relieve(RELIEVER, sheet("0.1 0.0 0.1"), 4, PURESTRAT)
    assert str(relief.ruling) == "T27.64: pitched in games 1-3: can't pitch 4 games in a row"


def test_t10_2_reason_adds_up_the_innings():
    relief = may_relieve(RELIEVER, sheet("1.2 1.1 -"), 4, PURESTRAT)
    assert relief.ruling.reason == "1.2 + 1.1 = 3.0 in games 1-3 leaves 1.0 of 4.0"


def test_t10_2_accepted_innings_over_four_never_go_negative():
    relief = may_relieve(RELIEVER, sheet("5.0"), 3, PURESTRAT)
    assert (relief.outs, relief.ruling.reason) == (0, "5.0 in games 1 and 2 leaves none of 4.0")


@pytest.mark.parametrize(("game", "rested"), [(2, False), (4, False), (5, True)])
def test_t10_2_start_requires_three_games_rest_in_any_role(game, rested):
    available = availability(SWING_MAN, sheet("s0.0"), game, PURESTRAT)
    assert (bool(available.start), bool(available.relief)) == (rested, rested)


def test_t10_2_refusal_lists_the_games_to_rest():
    assert may_start(STARTER, sheet("s6.0 - -"), 4, PURESTRAT).reason == "started game 1: must rest games 2-4"


@pytest.mark.parametrize(("game", "starts"), [(2, False), (3, False), (4, True)])
def test_t27_52_start_after_relief_needs_two_games_rest(game, starts):
    assert bool(may_start(SWING_MAN, sheet("3.2"), game, PURESTRAT)) is starts


def test_t27_52_starter_must_also_be_able_to_relieve():
    used_up = may_start(SWING_MAN, sheet("4.0"), 4, PURESTRAT)
    assert str(used_up) == ("T27.52: may not start because he could not relieve: 4.0 in games 1-3 leaves none of 4.0")
    assert may_start(SWING_MAN, sheet("4.0"), 5, PURESTRAT)


def test_t27_52_no_relief_rest_is_needed_if_the_last_appearance_was_a_start():
    assert may_start(SWING_MAN, sheet("2.0 - - s7.0"), 8, PURESTRAT)


def test_t27_52_starter_with_accepted_relief_needs_no_relief_rating():
    assert not may_start(STARTER, sheet("1.0"), 3, PURESTRAT)
    assert may_start(STARTER, sheet("1.0"), 4, PURESTRAT)


def test_t10_2_innings_in_a_start_are_not_relief_innings():
    assert may_relieve(SWING_MAN, sheet("s9.0"), 5, PURESTRAT).outs == 12
    assert find_relief_left(sheet("s9.0 1.0"), 3, PURESTRAT).outs == 9


def test_t10_2_only_four_game_internet_series_reset_the_bullpen():
    internet = load_profile("purestrat_internet@1")
    assert bullpen_counts_from(5, 4, True, internet) == 5
    assert bullpen_counts_from(5, 3, True, internet) == 1
    assert bullpen_counts_from(5, 4, False, internet) == 1
    assert bullpen_counts_from(5, 4, True, PURESTRAT) == 1


def test_t10_2_reset_clears_relief_but_not_starts():
    relief = may_relieve(RELIEVER, sheet("- 2.0 1.0 1.0"), 5, PURESTRAT, bullpen_from=5)
    assert relief.outs == 12
    assert not may_start(STARTER, sheet("- - - s7.0"), 5, PURESTRAT, bullpen_from=5)


def test_t27_52_relief_before_a_reset_does_not_block_a_start() -> None:
    so_far = sheet("4.0 - -")
    assert not may_start(SWING_MAN, so_far, 4, PURESTRAT)
    assert may_start(SWING_MAN, so_far, 4, PURESTRAT, bullpen_from=4)


def test_t10_2_pitcher_needs_a_batter_to_retire_to_enter_or_remain():
    assert not may_enter(0)
    assert may_enter(1)
    assert may_remain(2, 1)
    assert not may_remain(2, 2)


@given(cells, st.integers(1, 14))
def test_t10_2_relief_left_is_the_most_outs_that_break_no_rule(sheet_so_far, game):
    """Check against the printed rules, applied to the sheet with this appearance added."""
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
def test_later_games_do_not_affect_availability(card, sheet_so_far, game):
    full_availability = availability(card, sheet_so_far, game, PURESTRAT)
    assert full_availability == availability(card, sheet_so_far[: game - 1], game, PURESTRAT)


@given(cards, cells, st.integers(1, 14))
def test_extra_rest_never_takes_away_a_start(card, sheet_so_far, game):
    before = [*sheet_so_far, *[None] * 14][: game - 1]
    if availability(card, before, game, PURESTRAT).start:
        assert availability(card, [*before, None], game + 1, PURESTRAT).start
