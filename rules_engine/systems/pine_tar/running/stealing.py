"""Steals: permission, steal points and the roll."""

from functools import cache
from typing import Final

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import STEAL, roll_two_dice
from rules_engine.systems.pine_tar.charts.charts import StealRow
from rules_engine.systems.pine_tar.running.hit_and_run import moving_bases, stealing_base
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import is_extra

STEAL_POINTS: Final = 4  # PTB2: per team and game
EXTRA_POINTS: Final = 2
THIRD_BASE_PENALTY: Final = 5


class Steal(Finding):
    """Findings on whether a runner may try to steal."""

    ALLOWED = "It costs {cost:# point} and leaves {left}."
    NEVER = "A runner with this SBO never steals."
    TARGET = "Runners may steal only second and third."
    TAKEN = "The base ahead of him is occupied."
    TOO_EARLY = "He may not steal before inning {inning}."
    NO_POINTS = "It costs {cost:# point}, and {left} {left:are/is} left."
    OFTEN_IN_GAME = "He may steal {most:# time} a game."
    OFTEN_IN_SERIES = "He may steal {most:# time} a series."


@cache
def steal_ruling(
    row: StealRow, target: int, inning: int, used: int, attempts: tuple[int, int], *, extra: bool
) -> Ruling:
    """PTB1, PTB2, PTB3, PTA18: Rule on a steal by SBO row, team points and earlier attempts."""
    if row.points is None:
        return refuse(Steal.NEVER, "PTB1")
    if target not in (SECOND, THIRD):
        return refuse(Steal.TARGET, "PTB3")
    if inning < row.first_inning:
        return refuse(Steal.TOO_EARLY, "PTB1", inning=row.first_inning)
    in_game, in_series = attempts
    if row.per_game is not None and in_game >= row.per_game:
        return refuse(Steal.OFTEN_IN_GAME, "PTB1", most=row.per_game)
    if row.per_series is not None and in_series >= row.per_series:
        return refuse(Steal.OFTEN_IN_SERIES, "PTB1", most=row.per_series)
    cost, left = steal_points(row, used, extra=extra)
    if cost > left:
        return refuse(Steal.NO_POINTS, "PTB2", cost=cost, left=left)
    return allow(Steal.ALLOWED, "PTB2", cost=cost, left=left - cost)


def steal_points(row: StealRow, used: int, *, extra: bool) -> tuple[int, int]:
    """PTB2, PTA18: Return the cost of an attempt and the points left. Extra innings add two."""
    cost = row.points_extra_innings if extra else row.points
    return cost or 0, STEAL_POINTS + (EXTRA_POINTS if extra else 0) - used


def steal_from_ruling(situation: PlaySituation, base: int) -> Ruling:
    """PTB1 to PTB3: Rule on whether the runner on this base may steal the next one."""
    state, tracker, setup = situation.state, situation.tracker, situation.setup
    runner = state.bases[base - 1]
    if runner is None or base == THIRD:
        return refuse(Steal.TARGET, "PTB3")
    if is_on(situation.occupied, base + 1):
        return refuse(Steal.TAKEN, "PTB3")
    row = setup.charts.steal_opportunity[setup.cards[runner.player].steal_opportunity]
    in_game = tracker.steals.get(runner.player, 0)
    attempts = in_game, in_game + setup.steals.get(runner.player, 0)
    used = tracker.points[state.bottom]
    return steal_ruling(row, base + 1, state.inning, used, attempts, extra=is_extra(state))


def steal_chance(steal: int, throwing: int, target: int) -> int:
    """PTB3: Add the SBC and the catcher's AR, and subtract 5 for third base."""
    return steal + throwing - (THIRD_BASE_PENALTY if target == THIRD else 0)


def is_safe(chance: int, roll: int) -> bool:
    """PTB3: Return whether the roll is at most the chance."""
    return roll <= chance


def steal_chance_from(situation: PlaySituation, base: int) -> int:
    """PTB3: Return the chance for the runner on this base against the current catcher."""
    return steal_chance(situation.runner(base).steal, situation.fielder("c").throwing, base + 1)


def attempt_steal(game_input: GameInput, situation: PlaySituation, base: int, following: tuple[int, ...] = ()) -> Play:
    """PTB3: Roll a steal. Other runners hold, except those in `following`."""
    rule = "PTHR5" if situation.tracker.going else "PTB3"
    to = stay(situation.occupied)
    for follower in following:
        to[follower] = follower + 1
    roll = roll_two_dice(game_input, situation.setup.edition.options, STEAL)
    if is_safe(steal_chance_from(situation, base), roll):
        to[base] = min(base + 1, HOME)
        return Play("stolen_base", as_destinations(to), rule)
    to[base] = OUT
    return Play("caught_stealing", as_destinations(to), rule)


def attempt_steal_after_strikeout(game_input: GameInput, situation: PlaySituation) -> Play:
    """PTHR5: Roll a steal for the lead runner in motion. The trailing runner follows without a roll."""
    going = moving_bases(situation)
    base = stealing_base(going, situation.occupied)
    return attempt_steal(
        game_input, situation, base, tuple(follower for follower in going if follower == FIRST != base)
    )
