"""Walks, balks and wild pitches, including results that change only the count."""

from rules_engine.baseball.bases import EMPTY, FIRST, is_on
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import ABSENT, Play, advance, stay
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import BALK, roll_two_dice
from rules_engine.systems.pine_tar.cards.cards import NEVER, Grade, Wildness
from rules_engine.systems.pine_tar.pitchers.grades import CAREFUL_GRADES
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2

SURE_WALK_BALLS = 2  # with two balls, the next walk always counts
_ALWAYS_WILD_PITCH = Wildness(NEVER, 99)
_NEVER_WILD = Wildness(NEVER, NEVER)


def base_on_balls(situation: PlaySituation) -> Play:
    """PTW1, PTW2, PTW3: Return a walk, or ball 2 for a careful pitcher with first base occupied.

    The count never goes down, and a walk at two balls always counts (PTA3).
    Walks from a grade or a rating follow the same rule (PTA21).
    """
    if is_ball_2(situation.grade, situation.occupied, situation.balls):
        return Play("no_play", as_destinations(stay(situation.occupied)), "PTW1", code=BALL_2)
    return Play("walk", walk_destinations(situation.occupied), "PTM4")


def is_ball_2(grade: Grade, occupied: int, balls: int) -> bool:
    """PTW1: Return whether an A+, A or B pitcher avoids the walk: first occupied, under two balls."""
    return grade in CAREFUL_GRADES and is_on(occupied, FIRST) and balls < SURE_WALK_BALLS


def walk_destinations(occupied: int) -> tuple[int, int, int, int]:
    """PTM4: Move the batter to first and advance the forced runners."""
    to, base = stay(occupied, FIRST), FIRST
    while is_on(occupied, base) and base <= 3:
        to[base] = base + 1
        base += 1
    return as_destinations(to)


def balk_or_wild_pitch(game_input: GameInput, situation: PlaySituation) -> Play:
    """PTK1, PTK2, PTK3, PTK4, PTK5, PTK6, PTK7: Return ball 1, a balk or a wild pitch.

    The pitcher's BK/WP rating decides. A roll above its wild pitches is ball 1 (PTA2).
    """
    occupied, rating = situation.occupied, situation.pitching.wildness
    if occupied == EMPTY or rating == _NEVER_WILD:
        return _ball_1(occupied, "PTK1" if occupied == EMPTY else "PTK3")
    if rating == _ALWAYS_WILD_PITCH:
        return _advance_all("wild_pitch", occupied, "PTK4")
    roll = roll_two_dice(game_input, situation.setup.edition.options, BALK)
    if roll <= rating.balk:
        return _advance_all("balk", occupied, "PTK6")
    return _advance_all("wild_pitch", occupied, "PTK5") if roll <= rating.wild_pitch else _ball_1(occupied, "PTK7")


def _ball_1(occupied: int, rule: str) -> Play:
    return Play("no_play", as_destinations(stay(occupied)), rule, code=BALL_1)


def _advance_all(kind: str, occupied: int, rule: str) -> Play:
    """PTK2, PTA1: Advance every runner one base. The batter stays."""
    return Play(kind, as_destinations(advance(occupied, 1, ABSENT)), rule)
