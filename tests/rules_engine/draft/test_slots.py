"""Rolls, choices and draws for draft positions."""

from rules_engine.draft.slots import (
    Slot,
    SlotBoard,
    check_slot,
    choices_of_high_roll,
    draw_imputed,
    late_for_draft,
    may_choose,
    next_to_choose,
    slot_for_absent,
)

EMPTY = SlotBoard({"East": 8, "West": 9}, {})


def test_t0_02_high_roller_can_take_any_open_position():
    assert may_choose(EMPTY, Slot("West", 7), "Ann", ["Ann", "Bob"])
    assert len(may_choose(EMPTY, Slot("West", 7), "Ann", ["Ann", "Bob"]).facts["open"]) == 17


def test_t0_02_no_team_chooses_out_of_turn():
    ruling = may_choose(EMPTY, Slot("West", 7), "Bob", ["Ann", "Bob"])
    assert ruling.reason == "Bob can't choose now: it is Ann's turn."
    done = EMPTY.with_choice(Slot("East", 1), "Ann").with_choice(Slot("East", 2), "Bob")
    assert "everyone has chosen" in may_choose(done, Slot("East", 3), "Bob", ["Ann", "Bob"]).reason


def test_t0_02_taken_and_unknown_positions_are_rejected():
    board = EMPTY.with_choice(Slot("West", 7), "Ann")
    assert check_slot(board, Slot("West", 7), "Bob").reason == "Ann already has position 7 of West."
    assert "Division East has no position 9" in check_slot(board, Slot("East", 9), "Bob").reason
    assert Slot("West", 7) not in check_slot(board, Slot("West", 7), "Bob").facts["open"]


def test_t0_02_imputed_teams_are_drawn_before_managers_choose():
    board = draw_imputed(EMPTY, [("East", "DSIM 1"), ("East", "DSIM 2")], lambda sides: sides)
    assert dict(board.holders) == {Slot("East", 8): "DSIM 1", Slot("East", 7): "DSIM 2"}
    assert not check_slot(board, Slot("East", 8), "Ann")


def test_every_open_position_can_be_drawn():
    board = EMPTY.with_choice(Slot("East", 3), "Ann")
    drawn = {
        next(
            slot for slot, team in draw_imputed(board, [("East", "D")], lambda _, n=n: n).holders.items() if team == "D"
        )
        for n in range(1, 8)
    }
    assert drawn == {Slot("East", place) for place in (1, 2, 4, 5, 6, 7, 8)}


def test_absent_manager_waits_and_gets_the_highest_open_position():
    order = ["Ann", "Bob", "Cy"]
    assert next_to_choose(EMPTY, order, absent={"Ann"}) == "Bob"
    board = EMPTY.with_choice(Slot("West", 9), "Bob").with_choice(Slot("East", 8), "Cy")
    assert next_to_choose(board, order, absent={"Ann"}) == "Ann"
    assert slot_for_absent(board, "Ann") == Slot("West", 8)


def test_absent_manager_gets_nothing_if_all_positions_are_taken():
    assert slot_for_absent(SlotBoard({"East": 1}, {Slot("East", 1): "Bob"}), "Ann") is None


def test_relatives_can_request_separate_divisions():
    board = SlotBoard(EMPTY.sizes, {Slot("West", 1): "Ann"}, frozenset({frozenset({"Ann", "Al"})}))
    assert "Al and Ann asked not to share a division" in check_slot(board, Slot("West", 2), "Al").reason
    assert slot_for_absent(board, "Al") == Slot("East", 8)


def test_t0_02_some_formats_let_the_high_roll_choose_a_division():
    assert choices_of_high_roll(True) == ("draft position", "division")
    assert choices_of_high_roll(False) == ("draft position",)


def test_t0_02_late_manager_gets_a_picked_team_or_is_disqualified():
    assert late_for_draft().facts["outcomes"] == ("a team is picked for the manager", "the manager is disqualified")
