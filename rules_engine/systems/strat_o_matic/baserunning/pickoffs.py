"""The d20 for pickoffs and balks, rolled with every roll for a lead (24.1, S29.2)."""

from typing import Literal

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, advance, stay
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.situation import Battery

PickoffEvent = Literal["", "dives_back", "picked_off", "balk"]


def roll_for_pickoff(game_input: GameInput, rating: StealRating, battery: Battery) -> PickoffEvent:
    """24.1A-C: return the event of the pickoff d20, or "" on 3 to 20.

    The runner's chance to dive back is his printed second number, without adjustments.

    This d20 is rolled before the lead dice, as T29.21 allows. On 1 or 2 the lead dice wouldn't count.
    """
    first = game_input.roll("pickoff_or_balk", 20)
    if first == 1:
        return "dives_back" if game_input.roll("pickoff", 20) <= rating.second else "picked_off"
    if first == 2:
        return "balk" if game_input.roll("balk", 20) <= battery.balk else "dives_back"
    return ""


def pickoff_play(state: int, base: int) -> Play:
    """24.1B: return a pickoff play. The runner is out but not caught stealing, and no other runner moves."""
    to = stay(state)
    to[base] = OUT
    return Play("pickoff", (to[0], to[1], to[2], to[3]), "24.1B", "p")


def balk(state: int, rule: str = "24.1C") -> Play:
    """24.1C, 29.1C: return a balk play, on which every runner moves up one base."""
    to = advance(state, 1)
    return Play("balk", (to[0], to[1], to[2], to[3]), rule, "p")
