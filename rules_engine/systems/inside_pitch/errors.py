"""Errors: the pending check's chart and the advances in its notes (5)."""

from collections.abc import Callable, Mapping
from typing import Final

from rules_engine.baseball.bases import BATTER, EMPTY, HOME, is_on, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settled
from rules_engine.systems.inside_pitch.air import catch_play
from rules_engine.systems.inside_pitch.balls import play_ball
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.grounders import is_double_play_possible, pivot_position
from rules_engine.systems.inside_pitch.hits import BASES_BY_HIT, hit_play, runners_on_hit
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.throws import NO_RUNNER_AHEAD, EndBases, advance_on_throw

FIRST_AND_SECOND: Final = 0b011
_BASES_BY_DISTANCE: Final[Mapping[int, tuple[int, ...]]] = {  # note 7: bases in order of distance from the fielder
    1: (1, 2, 3),
    3: (1, 2, 3),
    4: (2, 1, 3),
    5: (3, 2, 1),
    6: (2, 1, 3),
}


def resolve_error_check(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell, pending: str
) -> Play | None:
    """IP5.0-a: Resolve a ball by its error note, or normally without one. None means a foul."""
    note = error_note(setup.charts, situation, ball, pending)
    return _NOTES[note](game_input, setup, situation, ball) if note else play_ball(game_input, setup, situation, ball)


def error_note(charts: Charts, situation: PlaySituation, ball: Cell, pending: str) -> str:
    """IP5.0-a, IP5.2: Return this ball's error note, or "" if no error is possible.

    Note 7, a lineout, needs a runner and fewer than two outs.
    """
    kind = "S" if ball.kind == "S+" else ball.kind
    note = charts.error_notes[pending].get(kind + str(ball.fielder), "")
    return "" if note == "7" and (situation.occupied == EMPTY or situation.outs == 2) else note


def rolls_error(game_input: GameInput, situation: PlaySituation, fielder: int, die: str = "error") -> bool:
    """IP5.0-a: Roll a d20 against the fielder's error rating."""
    return game_input.roll(die, 20) <= situation.glove(fielder).error


def booted_grounder(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.1 #1: Put the batter on first and advance every runner one base."""
    if not rolls_error(game_input, situation, ball.fielder):
        return play_ball(game_input, setup, situation, ball)
    return error_play(situation, ball, advance(situation.occupied, 1, 1), "IP5.1 #1")


def dropped_popup(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.1 #2: Advance everyone one base, or two with two outs.

    An infield fly is an out without a check.
    """
    if is_infield_fly(situation):
        return catch_play(situation, ball, {}, "IP5.1 #2")
    if not rolls_error(game_input, situation, ball.fielder):
        return play_ball(game_input, setup, situation, ball)
    bases = 2 if situation.outs == 2 else 1
    return error_play(situation, ball, advance(situation.occupied, bases, bases), "IP5.1 #2")


def is_infield_fly(situation: PlaySituation) -> bool:
    """IP5.1 #2: Return whether a fair popup is an infield fly.

    It requires fewer than two outs and a force at third.
    """
    return situation.outs < 2 and situation.occupied & FIRST_AND_SECOND == FIRST_AND_SECOND


def dropped_foul_popup(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.1 #2: Return a foul ball for a popup that the catcher drops."""
    return None if rolls_error(game_input, situation, ball.fielder) else play_ball(game_input, setup, situation, ball)


def dropped_fly(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.1 #3: Advance everyone one base on a dropped fly.

    A runner takes another base if his ABR is at least a d6. With two outs, everyone advances two
    bases.
    """
    if not rolls_dropped_fly(game_input, situation, ball.fielder):
        return play_ball(game_input, setup, situation, ball)
    to = advance(situation.occupied, 1, 1)
    if situation.outs == 2:
        return error_play(situation, ball, advance(situation.occupied, 2, 2), "IP5.1 #3")
    _take_extra_base(to, situation, arm_adjusted_br(situation, ball), game_input.roll("br", 6))
    return error_play(situation, ball, to, "IP5.1 #3")


def rolls_dropped_fly(game_input: GameInput, situation: PlaySituation, fielder: int) -> bool:
    """IP5.1 #3: Return whether the roll is an odd number within the fielder's error rating."""
    roll = game_input.roll("error", 20)
    return roll <= situation.glove(fielder).error and roll % 2 == 1


def single_with_throwing_error(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play | None:
    """IP5.1 #4: Advance everyone two bases on an error, or return an infield hit without one."""
    if not rolls_error(game_input, situation, ball.fielder):
        return hit_play(situation, ball, {}, "IP5.1 #4", least=1)
    ends: EndBases = {start: min(start + 2, HOME) for start in (BATTER, 1, 2, 3)}
    return hit_play(situation, ball, ends, "IP5.1 #4", least=1, errors=(Charge(ball.position),))


def hit_with_error(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.1 #5: Advance everyone an extra base on an error after a hit.

    A runner takes one more base if his ABR is at least a d6.
    """
    if not rolls_error(game_input, situation, ball.fielder):
        return play_ball(game_input, setup, situation, ball)
    return misplayed_hit(game_input, situation, ball)


def misplayed_hit(game_input: GameInput, situation: PlaySituation, ball: Cell) -> Play:
    """IP5.1 #5: Return the hit after the outfielder's error."""
    bases = BASES_BY_HIT[ball.kind]
    to = advance(situation.occupied, bases + 1, bases + 1)
    extra = (
        _take_extra_base(to, situation, arm_adjusted_br(situation, ball), game_input.roll("br", 6))
        if _has_runner_on_base(to)
        else False
    )
    ends = {start: to[start] for start in (BATTER, *runners(situation.occupied))}
    return hit_play(situation, ball, ends, "IP5.1 #5", least=bases, errors=(Charge(ball.position, 1 + extra),))


def wild_throw(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play | None:
    """IP5.2 #6: Check whether the fielder, or the pivot man on a double play, throws wild.

    With a d6 within his range, the receiver holds everyone to one base. Otherwise, each runner
    whose BR is at least another d6 takes one more base if it is open.
    """
    thrower, receiver = _bad_throw(game_input, setup, situation, ball)
    if not thrower:
        return play_ball(game_input, setup, situation, ball)
    to = advance(situation.occupied, 1, 1)
    extra = False
    if game_input.roll("receiver", 6) > situation.glove(receiver).range:
        extra = _take_extra_base(to, situation, situation.br, game_input.roll("extra", 6))
    return error_play(situation, ball, to, "IP5.2 #6", thrower, 1 + extra)


def _bad_throw(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> tuple[int, int]:
    """Return the numbers of the thrower and the receiver, or (0, 0) without an error.

    On a grounder to the first baseman, the pitcher covers first.
    """
    first = 1 if ball.fielder == 3 else 3
    pivot = pivot_position(setup.charts, ball.fielder, situation.matchup.side)
    doubling = is_double_play_possible(setup.charts, situation, ball.fielder)
    if rolls_error(game_input, situation, ball.fielder):
        return ball.fielder, pivot if doubling else first
    if doubling and rolls_error(game_input, situation, pivot, "pivot_error"):
        return pivot, first
    return 0, 0


def wild_throw_after_catch(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play | None:
    """IP5.2 #7: Return a lineout that may be followed by a wild throw.

    On an error, all runners advance one base. Otherwise, the closest runner is doubled off.
    """
    if rolls_error(game_input, situation, ball.fielder):
        ends = {start: start + 1 for start in runners(situation.occupied)}
        play = catch_play(situation, ball, ends, "IP5.2 #7")
        return Play(play.kind, play.to, play.rule, play.fielder, play.code, (Charge(ball.position),))
    return catch_play(situation, ball, {closest_runner(ball.fielder, situation.occupied): OUT}, "IP5.2 #7")


def closest_runner(fielder: int, occupied: int) -> int:
    """IP5.2 #7: Return the occupied base nearest to the fielder."""
    return next(base for base in _BASES_BY_DISTANCE[fielder] if is_on(occupied, base))


def wild_throw_from_outfield(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play | None:
    """IP5.2 #8: Return a hit on which the throw may go wild.

    Only a rolled throw is checked. On an error, no runner is out, and all take one more base.
    """
    if ball.kind in ("T", "S+", "F"):
        return play_ball(game_input, setup, situation, ball)
    advancing = runners_on_hit(setup.charts, situation, ball)
    ends, rolled = advance_on_throw(game_input, setup.charts, advancing)
    if not rolled or not rolls_error(game_input, situation, ball.fielder):
        return hit_play(situation, ball, ends, "IP7.2-f", least=BASES_BY_HIT[ball.kind])
    bases = {runner.start: runner.base for runner in advancing}
    ends = {start: min((bases[start] + 1 if to == OUT else to) + 1, HOME) for start, to in ends.items()}
    return hit_play(situation, ball, ends, "IP5.2 #8", least=BASES_BY_HIT[ball.kind], errors=(Charge(ball.position),))


def arm_adjusted_br(situation: PlaySituation, ball: Cell) -> Callable[[int], int]:
    """IP5.1 #3, IP5.1 #5: Return BR plus the outfielder's arm, by starting base.

    Add one with two outs. The target base doesn't matter.
    """
    added = situation.glove(ball.fielder).arm + (situation.outs == 2)
    return lambda start: situation.br(start) + added


def _has_runner_on_base(to: list[int]) -> bool:
    return any(0 < base < HOME for base in to)


def _take_extra_base(to: list[int], situation: PlaySituation, rating: Callable[[int], int], roll: int) -> bool:
    """Advance runners whose rating is at least the d6 if their next base is open.

    The lead runner goes first. Return whether anyone advanced.
    """
    moved, ahead = False, NO_RUNNER_AHEAD
    for start in (*runners(situation.occupied), BATTER):
        if not 0 < to[start] < HOME:
            continue
        if roll <= rating(start) and (to[start] + 1 == HOME or to[start] + 1 < ahead):
            to[start] += 1
            moved = True
        ahead = to[start] if to[start] < HOME else NO_RUNNER_AHEAD
    return moved


def error_play(
    situation: PlaySituation, ball: Cell, to: list[int], rule: str, fielder: int = 0, bases: int = 1
) -> Play:
    """IP5.0-b: Return an error on a ball that would have been an out. The batter reaches base."""
    position = ball.position if not fielder else Cell("G", fielder).position
    ends = (to[0], to[1], to[2], to[3])
    return settled("error", ends, situation.outs, rule, position, ball.code, (Charge(position, bases),))


NoteRule = Callable[[GameInput, GameSetup, PlaySituation, Cell], Play | None]
_NOTES: Final[Mapping[str, NoteRule]] = {
    "1": booted_grounder,
    "2": dropped_popup,
    "foul": dropped_foul_popup,
    "3": dropped_fly,
    "4": single_with_throwing_error,
    "5": hit_with_error,
    "6": wild_throw,
    "7": wild_throw_after_catch,
    "8": wild_throw_from_outfield,
}
