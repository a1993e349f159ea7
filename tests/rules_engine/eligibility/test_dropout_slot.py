"""The T0.08 item 3 rotation slot agrees for a pitcher's cells and for starters by series."""

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability, start_ruling
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, may_start
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
STARTER = PitchingRoles(True, False, 600)
SWINGMAN = PitchingRoles(True, True, 450)
TWO_GAMES = ["AB", "CD"] * 4
THREE_GAMES = ["ABC", "DAB", "CDA", "BCD", "ABC"]


def cells_of(letter, starters):
    return [Appearance(START, 24) if starter == letter else None for starter in starters]


def slot_of(earlier, number):
    first = sum(len(series) for series in earlier) + 1
    met = sum(len(series) for series in earlier[: number - 1]) + 1
    return DropoutSlot("Bears", met, first, first + len(earlier[0]) - 1)


def test_t0_08_next_round_counts_from_the_second_to_last_series():
    earlier, final = TWO_GAMES, "CD"
    slot, starters = slot_of(earlier, 2), "".join(earlier) + final
    game = len(starters) + 1
    by_cells = {x: bool(start_ruling(STARTER, cells_of(x, starters), game, PURESTRAT, slot=slot)) for x in "ABCDE"}
    assert by_cells == {"A": True, "B": False, "C": False, "D": False, "E": True}


def test_t0_08_ordinary_rest_applies_before_the_final_series():
    slot, starters = slot_of(TWO_GAMES, 2), "".join(TWO_GAMES)
    for game in range(1, slot.final_from):
        for letter in "ABCD":
            cells = cells_of(letter, starters)
            with_slot = availability(STARTER, cells, game, PURESTRAT, slot=slot)
            assert with_slot == availability(STARTER, cells, game, PURESTRAT)
            assert with_slot.start == may_start(STARTER, cells, game, PURESTRAT)


def test_t0_08_relief_before_the_final_series_costs_two_games_of_rest():
    slot = slot_of(TWO_GAMES, 2)
    cells = [None] * 15 + [Appearance(RELIEF, 3)]
    assert start_ruling(SWINGMAN, cells, 17, PURESTRAT, slot=slot).rule == "T27.52"
    assert start_ruling(SWINGMAN, cells, 19, PURESTRAT, slot=slot).allowed


def test_t0_08_slot_starter_cannot_relieve_before_actual_rest():
    slot, starters = slot_of(TWO_GAMES, 2), "".join(TWO_GAMES)
    available = availability(SWINGMAN, cells_of("D", starters), 17, PURESTRAT, slot=slot)
    assert (available.start.allowed, available.relief.allowed) == (True, False)
    assert available.start.rule == "T0.08"
