"""Stolen bases, the catcher's throw, and pickoffs (11.1, 11.4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, is_on, runners
from rules_engine.baseball.credits import STOLE_FROM
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settle, stay
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.ranges import Range, is_in_range
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.throws import NO_RUNNER_AHEAD, EndBases

BALK, PICKED_OFF, PICKOFF_ERROR = "balk", "picked_off", "pickoff_error"


def steal(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, stealing: Sequence[int], change: int = 0
) -> Play:
    """IP11.1.2-a to IP11.1.2-c: Roll a d20 for each runner, lead runner first.

    `change` is added to SB after a failed hit-and-run.
    """
    rolls = {base: game_input.roll(f"steal_{base}", 20) for base in stealing}
    caught = [
        base for base in stealing if is_caught(setup.charts, rolls[base], steal_number(setup, situation, base) + change)
    ]
    checked = any(is_throw_checked(setup.charts, roll) for roll in rolls.values())
    error = checked and game_input.roll("steal_error", 20) <= situation.glove(2).error
    if error:
        ends = advance_on_steal_error(situation.occupied, stealing, caught)
    else:
        ends = {base: OUT if base == base_out_on_double_steal(caught) else base + 1 for base in stealing}
    to = stay(situation.occupied)
    for base, end in ends.items():
        to[base] = end
    kind = "caught_stealing" if caught else "stolen_base"
    code = STOLE_FROM + "".join(map(str, sorted(stealing)))
    charges = (Charge("c"),) if error else ()
    play = Play(kind, (to[0], to[1], to[2], to[3]), "IP11.1.2-b" if error else "IP11.1.2-a", "", code, charges)
    return settle(play, situation.outs)


def steal_number(setup: GameSetup, situation: PlaySituation, base: int) -> int:
    """IP11.1.2-a: Return the adjusted SB of the runner on this base."""
    runner = situation.runners[base - 1]
    return adjusted_sb(setup.charts, runner.sb if runner else 0, situation.pitcher.sb, situation.glove(2).arm, base)


def adjusted_sb(charts: Charts, runner: int, pitcher: int, arm: int, base: int) -> int:
    """IP11.1.2-a: Return the sum of the runner's SB, the pitcher's SB and the catcher's arm.

    A steal of home ignores the arm and is ten harder.
    """
    home: int = charts.steal["home"]
    return runner + pitcher + (home if base == THIRD else arm)


def is_caught(charts: Charts, roll: int, number: int) -> bool:
    """IP11.1.2-a: Return whether the roll is 20 or above the number."""
    return roll > number or roll == charts.steal["caught"]


def is_throw_checked(charts: Charts, roll: int) -> bool:
    """IP11.1.2-b: Return whether the catcher's throw is checked for an error."""
    return bool(roll <= charts.steal["throw"])


def base_out_on_double_steal(caught: Collection[int]) -> int:
    """IP11.1.2-c: Return the starting base of the only runner put out, or 0 for none.

    The runner who tries for third is put out first.
    """
    if SECOND in caught:
        return SECOND
    return max(caught, default=0)


def advance_on_steal_error(occupied: int, stealing: Collection[int], caught: Collection[int]) -> EndBases:
    """IP11.1.2-b: Return the destinations after the catcher's error.

    No one is out. A runner who stole his base takes another, and everyone else takes one.
    """
    ends, ahead = {}, NO_RUNNER_AHEAD
    for base in runners(occupied):
        target = base + (2 if base in stealing and base not in caught else 1)
        end = HOME if target >= HOME else min(target, ahead - 1)
        ends[base] = end
        if end < HOME:
            ahead = end
    return ends


def pickoff(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Play | None:
    """IP11.4-a: Return a balk, an out or a wild throw, or None if nothing happens."""
    pitcher = situation.pitcher
    event = pickoff_event(game_input.roll("pickoff", 20), pitcher.balk, pitcher.pickoff, pitcher.pickoff_error)
    if not event:
        return None
    to = advance(situation.occupied, 1)
    if event == PICKED_OFF:
        to = stay(situation.occupied)
        to[pickoff_target(situation.occupied)] = OUT
    kind, charges = _PICKOFFS[event]
    return settle(Play(kind, (to[0], to[1], to[2], to[3]), "IP11.4-a", "", event, charges), situation.outs)


_PICKOFFS: Final[Mapping[str, tuple[str, tuple[Charge, ...]]]] = {
    BALK: ("balk", ()),
    PICKED_OFF: ("pickoff", ()),
    PICKOFF_ERROR: ("no_play", (Charge("p"),)),
}


def pickoff_event(roll: int, balk: Range, out: Range, error: Range) -> str:
    """IP11.4-a: Return which of the BLK, PO and POE ranges contains the d20, or "".

    Error ratings aren't used.
    """
    spans = ((balk, BALK), (out, PICKED_OFF), (error, PICKOFF_ERROR))
    return next((event for span, event in spans if is_in_range(span, roll)), "")


def pickoff_target(occupied: int) -> int:
    """IP11.4-b: Return a runner with an open base ahead, otherwise the runner on third."""
    for base in (FIRST, SECOND):
        if is_on(occupied, base) and not is_on(occupied, base + 1):
            return base
    return THIRD
