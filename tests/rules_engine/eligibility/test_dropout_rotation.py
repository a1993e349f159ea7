from collections import Counter
from itertools import cycle, islice

import pytest

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import RoundChange, usage_window_after
from rules_engine.eligibility.dropout_rotation import check_next_series, may_start_after
from rules_engine.eligibility.dropout_slot import DropoutSlot, start_ruling
from rules_engine.eligibility.pitching import START, Appearance
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import sheet

PURESTRAT = load_profile("purestrat@1")
TWO_GAME_SERIES = [("A", "B"), ("C", "D")] * 4
THREE_GAME_SERIES = [("A", "B", "C"), ("D", "A", "B"), ("C", "D", "A")]

SWINGMAN = PitchingRoles(True, True, 600)


def final_rotation_legal(earlier, number, proposed, relief=None):
    """Return the ruling on the first ineligible starter of the final series, or else on the last starter."""
    first = sum(map(len, earlier)) + 1
    slot = DropoutSlot("Bears", 1 + sum(map(len, earlier[: number - 1])), first, first + len(proposed) - 1)
    for place, starter in enumerate(proposed):
        before = [name for series in earlier for name in series] + list(proposed[:place])
        cells = [Appearance(START, 18) if name == starter else None for name in before]
        for game, cell in enumerate((relief or {}).get(starter, []), start=1):
            cells[game - 1] = cell or cells[game - 1]
        ruling = start_ruling(SWINGMAN, cells, first + place, PURESTRAT, slot=slot)
        if not ruling:
            return ruling
    return ruling


def strict_rotation(pitchers, length, series):
    starters = list(islice(cycle("ABCDE"[:pitchers]), length * series))
    return [tuple(starters[first : first + length]) for first in range(0, len(starters), length)]


@pytest.mark.parametrize("starters", [4, 5])
@pytest.mark.parametrize("length", [2, 3, 4])
def test_t0_08_item_3_matches_the_starts_of_a_bye(starters, length):
    ordinary_turn_would_differ = 0
    for played in range(7, 14):
        *earlier, next_turn = strict_rotation(starters, length, played)
        as_with_a_bye = Counter(starter for series in earlier for starter in series)
        for slot in range(1, played - 1):
            assert final_rotation_legal(earlier, slot, earlier[slot - 1])
            counted = [*earlier[: slot - 1], *earlier[slot:]]
            starts = Counter(starter for series in [*counted, earlier[slot - 1]] for starter in series)
            assert starts == as_with_a_bye
            ordinary = Counter(starter for series in [*counted, next_turn] for starter in series)
            ordinary_turn_would_differ += ordinary != as_with_a_bye
    assert ordinary_turn_would_differ > 0 or starters == length == 4  # every series is one full rotation there


@pytest.mark.parametrize(
    ("slot", "proposed", "legal"),
    [(2, "CD", True), (2, "DC", True), (2, "AB", False), (3, "CD", False), (3, "AB", True), (6, "AC", False)],
)
def test_t0_08_two_game_final_series_follows_the_rotation(slot, proposed, legal):
    assert bool(final_rotation_legal(TWO_GAME_SERIES, slot, tuple(proposed))) is legal


def test_t0_08_reason_shows_the_rest_in_the_dropped_slot():
    ruling = final_rotation_legal(TWO_GAME_SERIES, 3, ("C", "D"))
    assert ruling.reason == (
        "he would have rested 1 game in place of the series against Bears, which dropped out, but needs 3"
    )


def test_t0_08_relief_counts_by_games_actually_played():
    swing_rows = {"E": sheet("- - - - - - - - 2.0")}
    tired = {"E": sheet("- - - - - - - - 4.0")}
    assert final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "A", "E"), swing_rows)
    assert not final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "A", "E"), tired)
    assert not final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "E", "B"), swing_rows)


def test_t0_08_clash_with_the_next_series_is_only_a_warning():
    series = [("A", "B"), ("C", "D"), ("E", "A")]
    assert final_rotation_legal(series, 2, ("C", "E"))
    assert not check_next_series(series, 2, ("C", "E"), PURESTRAT)
    assert check_next_series(series, 2, ("C", "D"), PURESTRAT)


def test_bye_rests_no_pitcher():
    assert not may_start_after("A", ("A", "B"), PURESTRAT)
    assert may_start_after("A", ("A", "B", "C", "D"), PURESTRAT)


def test_t0_08_new_round_drops_usage_without_carryover():
    cells = sheet("s6.0 1.0 2.0")
    assert usage_window_after([RoundChange(4, True, True)]).counted(cells) == cells
    assert usage_window_after([RoundChange(4, False, True)]).counted(cells) == sheet("- 1.0 2.0")
    assert usage_window_after([RoundChange(4, False, False)]).counted(cells) == [None] * 3
    by_the_rules = usage_window_after([RoundChange(4, True, False)])
    assert (by_the_rules.counted(cells), by_the_rules.relief_from) == (cells, 4)
