"""Balls caught in the air: popups, lineouts that double off a runner, flyouts on which runners tag."""

from typing import Final

from rules_engine.baseball.bases import EMPTY, is_on, runners
from rules_engine.baseball.plays import OUT, Play, settled, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.moment import PlaySituation
from rules_engine.systems.inside_pitch.ranges import is_in_range
from rules_engine.systems.inside_pitch.throws import AdvancingRunner, EndBases, advance_on_throw


def popup(situation: PlaySituation, ball: Cell, rule: str = "IP3.4") -> Play:
    """IP3.4: the batter is out and nobody moves."""
    return catch_play(situation, ball, {}, rule)


def catch_play(situation: PlaySituation, ball: Cell, ends: EndBases, rule: str) -> Play:
    """The batter is out; runners who are not named hold. Runs in before a throw's out count."""
    to = stay(situation.occupied, OUT)
    for start, end in ends.items():
        to[start] = end
    made, runs_stand = (to[0], to[1], to[2], to[3]), ball.kind == "F" and situation.outs < 2
    return settled(_KINDS[ball.kind], made, situation.outs, rule, ball.position, ball.code, (), runs_stand)


_KINDS: Final = {"P": "popout", "L": "lineout", "F": "flyout", "G": "groundout"}


def lineout(game_input: Table, setup: Book, situation: PlaySituation, ball: Cell) -> Play:
    """IP9-a, IP9-b: a d6 may double off a runner, whatever the depth; on a hit and run the man on first is (IP11.2)."""
    if situation.occupied == EMPTY or situation.outs == 2:
        return catch_play(situation, ball, {}, "IP9-a")
    if situation.hit_and_run and setup.charts.hit_and_run["lineout"] == "doubled_off":
        return catch_play(situation, ball, {1: OUT}, "IP11.2")
    base = base_doubled_off(setup.charts, ball.fielder, runners(situation.occupied), game_input.roll("lineout", 6))
    return catch_play(situation, ball, {base: OUT} if base else {}, "IP9-a")


def base_doubled_off(charts: Charts, fielder: int, bases: tuple[int, ...], roll: int) -> int:
    """IP9-a: the occupied base in whose range the d6 falls, 0 for none."""
    return next((base for base in bases if is_in_range(charts.lineout[base - 1].get(fielder), roll)), 0)


def flyout(game_input: Table, setup: Book, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.1: caught; with fewer than two outs the men on second and third may tag up."""
    if situation.outs == 2 or not situation.occupied & 0b110:
        return catch_play(situation, ball, {}, "IP10.1")
    if is_on(situation.occupied, 3):
        return sacrifice_fly(game_input, setup, situation, ball)
    return tag_from_second(game_input, setup, situation, ball)


def tag_from_second(game_input: Table, setup: Book, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.2: double six is an out at third; else the red die against BR, arm and the chart's number sends him on."""
    red, white = game_input.roll("tag_red", 6), game_input.roll("tag_white", 6)
    if (red, white) == (6, 6):
        return catch_play(situation, ball, {2: OUT}, "IP10.2")
    target = situation.br(2) + situation.glove(ball.fielder).arm + setup.charts.tag_from_second[ball.fielder]
    return catch_play(situation, ball, {2: 3} if red <= target else {}, "IP10.2")


def sacrifice_fly(game_input: Table, setup: Book, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.3-a, IP10.3-b: within SF he scores without a throw home; else he is the lead runner of a throw."""
    men = tagging_runners(situation, ball)
    if not is_deep_enough(situation.batter.sf, game_input.roll("sf", 6)):
        ends, _ = advance_on_throw(game_input, setup.charts, men)
        return catch_play(situation, ball, ends, "IP10.3-b")
    ends, _ = advance_on_throw(game_input, setup.charts, men[1:])
    return catch_play(situation, ball, {**ends, 3: 4}, "IP10.3-a")


def is_deep_enough(sf: int, roll: int) -> bool:
    """IP10.3-a: the man on third scores without a throw home."""
    return roll <= sf


def tagging_runners(situation: PlaySituation, ball: Cell) -> list[AdvancingRunner]:
    """IP10.3-a, IP10.3-c: ABR is BR and arm alone; the batter is out and no trailing man."""
    arm = situation.glove(ball.fielder).arm
    return [
        AdvancingRunner(start, start, situation.br(start), situation.br(start) + arm)
        for start in runners(situation.occupied)
    ]


def wall_flyout(situation: PlaySituation, ball: Cell) -> Play:
    """IP4.5-c: a possible homerun caught on a range play: the men on second and third move up without a roll."""
    if situation.outs == 2:
        return catch_play(situation, ball, {}, "IP4.5-c")
    ends = {start: start + 1 for start in (2, 3) if is_on(situation.occupied, start)}
    return catch_play(situation, ball, ends, "IP4.5-c")
