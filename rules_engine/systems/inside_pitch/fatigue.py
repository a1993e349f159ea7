"""Tired, pulled and exhausted pitchers (12)."""

from typing import Final

from rules_engine.systems.inside_pitch.cards import PitcherCard, Work

EXHAUSTING_CELLS: Final = frozenset(("(??)", "(S1)", "K(W)"))
NO_ENDURANCE: Final = Work(0, 0)  # for a pitcher without this line on his card


def endurance_on_card(card: PitcherCard, *, started: bool) -> Work:
    """IP12.1: Return the START or RELIEF line.

    A pitcher without that line is tired immediately.
    """
    return (card.start if started else card.relief) or NO_ENDURANCE


def is_tired(work: Work, batters: int) -> bool:
    """IP12.1: Return whether he has faced as many batters as his rating."""
    return batters >= work.batters


def should_be_pulled(work: Work, runs: int, hits: int, walks: int) -> bool:
    """IP12.2: Return whether runs, hits and unintentional walks exceed his pull rating."""
    return runs + hits + walks > work.pull


def is_exhausting(code: str, *, tired: bool) -> bool:
    """IP12.3: Return whether this cell exhausts a tired pitcher.

    He must be replaced before the next batter.
    """
    return tired and code in EXHAUSTING_CELLS
