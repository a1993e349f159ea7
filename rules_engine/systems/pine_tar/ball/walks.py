"""Walks, balks and wild pitches: what may leave the same man at bat with another count."""

from rules_engine.baseball.bases import EMPTY, FIRST, is_on
from rules_engine.baseball.plays import ABSENT, Play, advance, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import BALK, two_dice
from rules_engine.systems.pine_tar.cards.cards import NEVER, Grade, Wildness
from rules_engine.systems.pine_tar.pitchers.grades import CAREFUL
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2

FULL = 2  # balls with which a further walk is one
_EVERY_ROLL = Wildness(NEVER, 99)
_NO_ROLL = Wildness(NEVER, NEVER)


def base_on_balls(moment: Moment) -> Play:
    """PTW1, PTW2, PTW3: a walk, or ball 2 where a careful pitcher has first base occupied and no two balls yet.

    Counts are labels and never fall; only a walk at two balls is one for certain (PTA3). It is the same for a walk that
    a grade or a rating makes (PTA21).
    """
    if is_ball_2(moment.grade, moment.occupied, moment.balls):
        return Play("no_play", places(stay(moment.occupied)), "PTW1", code=BALL_2)
    return Play("walk", walked(moment.occupied), "PTM4")


def is_ball_2(grade: Grade, occupied: int, balls: int) -> bool:
    """PTW1: A+, A and B give a walk only with first base open, or at two balls."""
    return grade in CAREFUL and is_on(occupied, FIRST) and balls < FULL


def walked(occupied: int) -> tuple[int, int, int, int]:
    """PTM4: the batter to first, and whoever must move."""
    to, free = stay(occupied, FIRST), FIRST
    while is_on(occupied, free) and free <= 3:
        to[free] = free + 1
        free += 1
    return places(to)


def balk_or_wild_pitch(table: Table, moment: Moment) -> Play:
    """PTK1, PTK2, PTK3, PTK4, PTK5, PTK6, PTK7: ball 1 with nobody on or no rating, else a balk or a wild pitch.

    A roll is thrown where it takes one; above the wild pitches it is ball 1 (PTA2).
    """
    occupied, rating = moment.occupied, moment.pitching.wildness
    if occupied == EMPTY or rating == _NO_ROLL:
        return _ball_1(occupied, "PTK1" if occupied == EMPTY else "PTK3")
    if rating == _EVERY_ROLL:
        return _all_move("wild_pitch", occupied, "PTK4")
    roll = two_dice(table, moment.book.edition.options, BALK)
    if roll <= rating.balk:
        return _all_move("balk", occupied, "PTK6")
    return _all_move("wild_pitch", occupied, "PTK5") if roll <= rating.wild_pitch else _ball_1(occupied, "PTK7")


def _ball_1(occupied: int, rule: str) -> Play:
    return Play("no_play", places(stay(occupied)), rule, code=BALL_1)


def _all_move(kind: str, occupied: int, rule: str) -> Play:
    """PTK2, PTA1: every runner moves up one base; the batter stays."""
    return Play(kind, places(advance(occupied, 1, ABSENT)), rule)
