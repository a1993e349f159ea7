"""The guide for resting batters, applied to a lineup before the game."""

from dataclasses import replace

import pytest

from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.lineups import starting_lineup_ruling
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide
from tests.rules_engine.systems.strat_o_matic.real_league import new_game, side

SLOTS = load_rest_guide().slots


def book_of(edition: str = "som_super_advanced") -> GameSetup:
    return new_game(edition).setup


def script(slots_face: int, *rolls: int) -> ScriptedInput:
    return ScriptedInput([("usage", slots_face), *(("rest", roll) for roll in rolls)])


def test_26_2_player_due_for_rest_sits_and_others_cover_the_position() -> None:
    setup, before = book_of(), side("NYA")
    player = before.order[SLOTS[0][0] - 1]
    setup.cards[player] = replace(setup.cards[player], at_bats_and_walks=100)
    after, rested = rest_batters(script(1, 1, 20, 20), setup, before)
    assert rested == (player,)
    assert player in after.bench
    assert player not in (*after.order, *after.field)
    assert starting_lineup_ruling(setup, after)
    assert len({*after.order}) == len({*after.field}) == 9


def test_26_2_high_roll_lets_the_player_start() -> None:
    setup, before = book_of(), side("NYA")
    assert rest_batters(script(1, 20, 20, 20), setup, before) == (before, ())


def test_26_2d_last_player_at_a_position_starts_even_if_due_for_rest() -> None:
    setup, before = book_of(), side("NYA")
    catcher = before.at("c")
    face = next(face for face, slots in enumerate(SLOTS, start=1) if before.order.index(catcher) + 1 in slots)
    for player in (*before.field, *before.bench):
        card = setup.cards[player]
        if player != catcher and isinstance(card, BatterCard):
            setup.cards[player] = replace(card, fielding=tuple(r for r in card.fielding if r.position != "c"))
    setup.cards[catcher] = replace(setup.cards[catcher], at_bats_and_walks=50)
    at = SLOTS[face - 1].index(before.order.index(catcher) + 1)
    pitcher_slot = before.order.index(before.pitcher) + 1
    rolls = [1 if place == at else 20 for place, slot in enumerate(SLOTS[face - 1]) if slot != pitcher_slot]
    assert rest_batters(script(face, *rolls), setup, before)[1] == ()


@pytest.mark.parametrize("edition", ["star", "som_advanced"])
def test_t26_0_no_player_rests_without_the_guide(edition: str) -> None:
    setup, before = book_of(edition), side("NYA")
    player = before.order[SLOTS[0][0] - 1]
    setup.cards[player] = replace(setup.cards[player], at_bats_and_walks=1)
    assert rest_batters(script(1, 1, 1, 1), setup, before) == (before, ())


def test_26_2_lineups_over_many_days_are_legal_and_regulars_rest_least() -> None:
    setup, before = book_of(), side("ATL")
    table, days = RandomInput(3), dict.fromkeys(before.order, 0)
    for _ in range(300):
        after, rested = rest_batters(table, setup, before)
        assert starting_lineup_ruling(setup, after)
        for player in rested:
            days[player] += 1
    played = {player: setup.cards[player].at_bats_and_walks for player in before.order if player != before.pitcher}
    most, least = max(played, key=played.__getitem__), min(played, key=played.__getitem__)
    assert days[least] > days[most]
    assert days[before.pitcher] == 0
