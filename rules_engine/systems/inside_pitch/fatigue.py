"""Tired, pulled, exhausted: what a pitcher's work does to him (12)."""

from typing import Final

from rules_engine.systems.inside_pitch.cards import PitcherCard, Work

EXHAUSTING_CELLS: Final = frozenset(("(??)", "(S1)", "K(W)"))
NO_ENDURANCE: Final = Work(0, 0)  # a pitcher without this line on his card


def endurance_on_card(card: PitcherCard, *, started: bool) -> Work:
    """IP12.1: the START or the RELIEF line; who has only the other is tired at once."""
    return (card.start if started else card.relief) or NO_ENDURANCE


def is_tired(work: Work, batters: int) -> bool:
    """IP12.1: once the batters he has faced reach the number, the next one meets a tired pitcher."""
    return batters >= work.batters


def should_be_pulled(work: Work, runs: int, hits: int, walks: int) -> bool:
    """IP12.2: runs, hits and unintentional walks exceed the pull rating."""
    return runs + hits + walks > work.pull


def is_exhausting(code: str, *, tired: bool) -> bool:
    """IP12.3: a tired pitcher whose cell is (??), (S1) or K(W) must be replaced before the next batter."""
    return tired and code in EXHAUSTING_CELLS
