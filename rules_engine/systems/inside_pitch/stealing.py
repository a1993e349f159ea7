"""Stolen bases, the catcher's throw, and pickoffs (11.1, 11.4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, is_on, runners
from rules_engine.baseball.credits import STOLE_FROM
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settle, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.moment import PlaySituation
from rules_engine.systems.inside_pitch.ranges import Range, is_in_range
from rules_engine.systems.inside_pitch.throws import NO_RUNNER_AHEAD, EndBases

BALK, PICKED_OFF, PICKOFF_ERROR = "balk", "picked_off", "pickoff_error"


def steal(game_input: Table, setup: Book, situation: PlaySituation, going: Sequence[int], change: int = 0) -> Play:
    """IP11.1.2-a to IP11.1.2-c: each man's own d20, the lead runner's first; the batter stays at the plate.

    `change` is added to SB, on a hit and run that failed.
    """
    rolls = {base: game_input.roll(f"steal_{base}", 20) for base in going}
    caught = [
        base for base in going if is_caught(setup.charts, rolls[base], steal_number(setup, situation, base) + change)
    ]
    checked = any(is_throw_checked(setup.charts, roll) for roll in rolls.values())
    error = checked and game_input.roll("steal_error", 20) <= situation.glove(2).error
    if error:
        ends = advance_on_steal_error(situation.occupied, going, caught)
    else:
        ends = {base: OUT if base == base_out_on_double_steal(caught) else base + 1 for base in going}
    to = stay(situation.occupied)
    for base, end in ends.items():
        to[base] = end
    kind = "caught_stealing" if caught else "stolen_base"
    code = STOLE_FROM + "".join(map(str, sorted(going)))
    charges = (Charge("c"),) if error else ()
    play = Play(kind, (to[0], to[1], to[2], to[3]), "IP11.1.2-b" if error else "IP11.1.2-a", "", code, charges)
    return settle(play, situation.outs)


def steal_number(setup: Book, situation: PlaySituation, base: int) -> int:
    """IP11.1.2-a: the adjusted SB of the man on this base."""
    man = situation.runners[base - 1]
    return adjusted_sb(setup.charts, man.sb if man else 0, situation.pitcher.sb, situation.glove(2).arm, base)


def adjusted_sb(charts: Charts, runner: int, pitcher: int, arm: int, base: int) -> int:
    """IP11.1.2-a: the runner's SB, the pitcher's and the catcher's arm; home knows no arm and is ten harder."""
    home: int = charts.steal["home"]
    return runner + pitcher + (home if base == THIRD else arm)


def is_caught(charts: Charts, roll: int, number: int) -> bool:
    """IP11.1.2-a: above the number, and always on 20."""
    return roll > number or roll == charts.steal["caught"]


def is_throw_checked(charts: Charts, roll: int) -> bool:
    """IP11.1.2-b: on 1 and 2 the catcher's throw is checked for an error."""
    return bool(roll <= charts.steal["throw"])


def base_out_on_double_steal(caught: Collection[int]) -> int:
    """IP11.1.2-c: of several who are caught the one who tries for third is out; 0 where nobody is."""
    if SECOND in caught:
        return SECOND
    return max(caught, default=0)


def advance_on_steal_error(occupied: int, going: Collection[int], caught: Collection[int]) -> EndBases:
    """IP11.1.2-b: nobody is out. Who stole his base takes the next one too, everybody else one base."""
    ends, ahead = {}, NO_RUNNER_AHEAD
    for base in runners(occupied):
        wanted = base + (2 if base in going and base not in caught else 1)
        end = HOME if wanted >= HOME else min(wanted, ahead - 1)
        ends[base] = end
        if end < HOME:
            ahead = end
    return ends


def pickoff(game_input: Table, setup: Book, situation: PlaySituation) -> Play | None:
    """IP11.4-a: balk, out, or a throw that goes astray; None where nothing comes of it."""
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
    """IP11.4-a: which of the pitcher's BLK, PO and POE ranges holds the d20, "" for none; no error rating is used."""
    spans = ((balk, BALK), (out, PICKED_OFF), (error, PICKOFF_ERROR))
    return next((event for span, event in spans if is_in_range(span, roll)), "")


def pickoff_target(occupied: int) -> int:
    """IP11.4-b: a man with an open base ahead of him, otherwise the man on third."""
    for base in (FIRST, SECOND):
        if is_on(occupied, base) and not is_on(occupied, base + 1):
            return base
    return THIRD
