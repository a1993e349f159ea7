import pytest
from hypothesis import given

from rules_engine.eligibility.dropout_slot import availability
from rules_engine.eligibility.sheet import SheetHistory, check_appearance, check_sheet
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import RELIEVER, STARTER, SWING_MAN, cards, cells, relieved, sheet, started

PURESTRAT = load_profile("purestrat@1")


PLAIN = SheetHistory()


def faults(card, sheet_of_his, history=PLAIN):
    return [(fault.game, fault.ruling.rule) for fault in check_sheet(card, sheet_of_his, PURESTRAT, history)]


@pytest.mark.parametrize(
    ("card", "text", "expected"),
    [
        (RELIEVER, "2.0 1.2 0.2", [(3, "T10.2")]),
        (RELIEVER, "1.0 1.0 1.0 1.0", [(4, "T27.64")]),
        (RELIEVER, "4.0 - - - 4.0", []),
        (STARTER, "s7.0 - - s6.0", [(4, "T10.2")]),
        (STARTER, "s7.0 - - - s6.0", []),
        (STARTER, "s10.1", [(1, "T27.54")]),
        (SWING_MAN, "1.0 - s6.0", [(3, "T27.52")]),
        (SWING_MAN, "s6.0 - - 1.0", [(4, "T10.2")]),
        (STARTER, "1.0", [(1, "T27.62")]),
        (RELIEVER, "s1.0", [(1, "T27.53")]),
    ],
)
def test_sheet_check_reports_column_and_rule(card, text, expected):
    assert faults(card, sheet(text)) == expected


def test_t31_1_extra_third_of_a_double_play_is_legal():
    late = relieved("0.2", extra_thirds=1)
    assert faults(RELIEVER, [*sheet("2.0 1.2"), late]) == []
    assert faults(RELIEVER, [*sheet("2.0 1.2"), late._replace(outs=3)]) == [(3, "T10.2")]


def test_t31_1_extra_third_does_not_help_a_pitcher_with_nothing_left():
    assert faults(RELIEVER, [*sheet("2.0 2.0"), relieved("0.1", extra_thirds=1)]) == [(3, "T10.2")]


def test_t0_06_accepted_appearance_is_marked_accepted_and_still_counts():
    accepted = relieved("5.0", footnote="Bob let it stand")
    problems = check_sheet(RELIEVER, [accepted, relieved("1.0")], PURESTRAT)
    assert [(fault.game, fault.accepted) for fault in problems] == [(1, True), (2, False)]


def test_reason_shows_the_excess():
    ruling = check_appearance(RELIEVER, sheet("2.0 1.2"), 3, relieved("0.2"), PURESTRAT)
    assert ruling.reason == "pitched 0.2, 0.1 too many: 2.0 + 1.2 = 3.2 in games 1 and 2 leaves 0.1 of 4.0"


def test_t33_games_during_suspension_count_only_outs_before_it():
    history = SheetHistory(resumed_after={1: 2})
    later = relieved("4.0", outs_after_resumption=3, entered_on_resumption=False)
    assert faults(RELIEVER, [later, relieved("1.0")], history) == [(1, "T33.0")]
    assert faults(RELIEVER, [relieved("3.0", outs_after_resumption=3), relieved("1.0")], history) == []


def test_t33_game_after_resumption_counts_the_whole_cell():
    history = SheetHistory(resumed_after={1: 2})
    entered = relieved("3.0", outs_after_resumption=9, entered_on_resumption=True)
    assert faults(RELIEVER, [entered, relieved("1.0"), relieved("1.0")], history) == [(3, "T10.2")]


def test_t33_resumed_innings_are_checked_against_later_games():
    history = SheetHistory(resumed_after={1: 3})
    entered = relieved("2.1", outs_after_resumption=7, entered_on_resumption=True)
    assert faults(RELIEVER, [entered, None, relieved("2.0")], history) == [(1, "T10.2")]
    assert faults(SWING_MAN, [entered, None, started("6.0")], history) == [(1, "T27.52")]


def test_t33_each_suspended_game_is_judged_by_the_sheet_at_its_resumption():
    history = SheetHistory(resumed_after={1: 3, 2: 5})
    first = relieved("2.0", outs_after_resumption=6, entered_on_resumption=True)
    second = relieved("2.0", outs_after_resumption=6, entered_on_resumption=True)
    assert faults(RELIEVER, [first, second, relieved("1.0"), None, None], history) == [(2, "T10.2")]
    together = SheetHistory(resumed_after={1: 2, 2: 2})
    assert faults(
        RELIEVER, [first, relieved("2.1", outs_after_resumption=7, entered_on_resumption=True)], together
    ) == [(2, "T10.2")], "the earlier of the two is listed first"


def test_internet_sheet_is_judged_by_series():
    sheet_of_his = sheet("- - - 4.0 4.0")
    assert faults(RELIEVER, sheet_of_his) == [(5, "T10.2")]
    assert faults(RELIEVER, sheet_of_his, SheetHistory(bullpen_from={5: 5})) == []


@given(cards, cells)
def test_sheet_is_sound_only_if_every_appearance_was_allowed(card, so_far):
    expected = []
    for game, cell in enumerate(so_far, start=1):
        available = availability(card, so_far[: game - 1], game, PURESTRAT)
        if cell is None:
            continue
        fine = (
            (available.start and cell.outs <= 30)
            if cell.role == "start"
            else cell.outs <= available.relief_outs and available.relief
        )
        if not fine:
            expected.append(game)
    assert [fault.game for fault in check_sheet(card, so_far, PURESTRAT)] == expected
