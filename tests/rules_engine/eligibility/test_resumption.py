import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.eligibility.pitching import may_relieve, relieved_outs
from rules_engine.eligibility.resumption import cell_before_resumption, combine_resumed_outs, may_pitch_on_resumption
from rules_engine.innings import format_innings
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import RELIEVER, STARTER, SWING_MAN, relieved, sheet, started

PURESTRAT = load_profile("purestrat@1")


def resumed(text, suspended=4, card=RELIEVER, **how):
    return may_pitch_on_resumption(card, sheet(text), suspended, PURESTRAT, **how)


def test_t33_rulebook_sheet_counts_the_fullest_stretch_not_the_sum():
    left = resumed("- 1.0 - 0.1 1.1 - 1.0", on_mound=True)
    assert format_innings(left.outs) == "1.1"
    assert left.ruling.reason == "relieved 2.2 in games 2-5: 1.1 left"


@pytest.mark.parametrize("text", ["1.0 1.0 1.0 -", "- 0.1 0.1 - 0.1", "- - 0.0 - 0.1 0.1", "- - - - 0.0 0.0 0.0"])
def test_t33_rejects_four_straight_games_before_or_after(text):
    assert resumed(text).ruling.rule == "T27.64"


@pytest.mark.parametrize(
    ("text", "may"), [("- - - - s6.0", False), ("- - - - - s6.0", False), ("- - - - - - s6.0", True)]
)
def test_t27_52_later_start_blocks_relief_without_two_games_between(text, may):
    assert bool(resumed(text, card=SWING_MAN).ruling) is may


def test_t27_52_start_three_games_later_withholds_a_third_of_an_inning():
    assert format_innings(resumed("- - - - - - s6.0", card=SWING_MAN).outs) == "3.2"
    assert format_innings(resumed("- - - - 1.0 - s6.0", card=SWING_MAN).outs) == "2.2"
    assert format_innings(resumed("- - - 1.0 - - s6.0", card=SWING_MAN, on_mound=True).outs) == "2.2"


def test_t10_2_start_in_the_previous_three_games_blocks_relief():
    assert not resumed("s6.0 - - -", card=SWING_MAN).ruling
    assert resumed("s6.0 - - - -", suspended=5, card=SWING_MAN).ruling


def test_t33_player_removed_before_suspension_stays_out():
    assert not resumed("- - - 1.0", removed=True).ruling


def test_t33_starter_on_the_mound_can_continue_through_the_tenth():
    assert format_innings(resumed("- - - s6.1 - -", card=STARTER, on_mound=True).outs) == "3.2"
    assert not resumed("- - - s6.1 - -", card=STARTER).ruling


def test_t33_resumed_outs_join_the_same_cell():
    entry = combine_resumed_outs(4, 2)
    assert (format_innings(entry.outs), entry.columns_added) == ("2.0", 0)


def test_t33_cell_shows_only_outs_before_suspension():
    assert cell_before_resumption(relieved("2.0")) == relieved("2.0")
    assert cell_before_resumption(relieved("2.0", outs_after_resumption=2)) == relieved("1.1")
    assert cell_before_resumption(relieved("2.0", outs_after_resumption=6, entered_on_resumption=True)) is None
    assert cell_before_resumption(started("6.0", outs_after_resumption=0)) == started("6.0")


relief_only = st.lists(st.one_of(st.none(), st.integers(0, 5)), min_size=4, max_size=9)


@given(relief_only)
def test_t33_relief_left_respects_four_innings_in_every_four_game_stretch(outs):
    cells = [None if n is None else relieved(format_innings(n)) for n in outs]
    cells[3] = None
    runs = [range(first, first + 4) for first in range(len(cells) - 3) if first <= 3 < first + 4]
    straight = any(all(n == 3 or cells[n] is not None for n in run) for run in runs)
    short_runs = [range(max(0, first), min(len(cells), first + 4)) for first in range(4)]
    most = 12 - max(sum(relieved_outs(cells[n]) for n in run) for run in short_runs)
    allowance = may_pitch_on_resumption(RELIEVER, cells, 4, PURESTRAT)
    assert allowance.outs == (0 if straight or most < 1 else most)


@given(relief_only)
def test_t33_immediate_resumption_follows_the_ordinary_rule(outs):
    cells = [None if n is None else relieved(format_innings(n)) for n in outs[:3]]
    assert (
        may_pitch_on_resumption(RELIEVER, [*cells, None], 4, PURESTRAT).outs
        == may_relieve(RELIEVER, cells, 4, PURESTRAT).outs
    )
