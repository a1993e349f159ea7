"""Popups, lineouts and flyouts, with runners who are doubled off or tag up."""

from typing import Final

from rules_engine.baseball.bases import EMPTY, is_on, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, settled, stay
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.ranges import is_in_range
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.throws import AdvancingRunner, EndBases, advance_on_throw


def popup(situation: PlaySituation, ball: Cell, rule: str = "IP3.4") -> Play:
    """IP3.4: Return a popout on which no runner moves."""
    return catch_play(situation, ball, {}, rule)


def catch_play(situation: PlaySituation, ball: Cell, ends: EndBases, rule: str) -> Play:
    """Return the play on a caught ball. Runners without a destination hold.

    Runs that score before a throw's third out count.
    """
    to = stay(situation.occupied, OUT)
    for start, end in ends.items():
        to[start] = end
    destinations, runs_stand = (to[0], to[1], to[2], to[3]), ball.kind == "F" and situation.outs < 2
    return settled(_KINDS[ball.kind], destinations, situation.outs, rule, ball.position, ball.code, (), runs_stand)


_KINDS: Final = {"P": "popout", "L": "lineout", "F": "flyout", "G": "groundout"}


def lineout(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP9-a, IP9-b: Return a lineout. A d6 may double off a runner at any depth.

    On a hit-and-run, the runner on first is doubled off (IP11.2).
    """
    if situation.occupied == EMPTY or situation.outs == 2:
        return catch_play(situation, ball, {}, "IP9-a")
    if situation.hit_and_run and setup.charts.hit_and_run["lineout"] == "doubled_off":
        return catch_play(situation, ball, {1: OUT}, "IP11.2")
    base = base_doubled_off(setup.charts, ball.fielder, runners(situation.occupied), game_input.roll("lineout", 6))
    return catch_play(situation, ball, {base: OUT} if base else {}, "IP9-a")


def base_doubled_off(charts: Charts, fielder: int, bases: tuple[int, ...], roll: int) -> int:
    """IP9-a: Return the base whose runner the d6 doubles off, or 0."""
    return next((base for base in bases if is_in_range(charts.lineout[base - 1].get(fielder), roll)), 0)


def flyout(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.1: Return a flyout. With fewer than two outs, the runners on second and third may tag up."""
    if situation.outs == 2 or not situation.occupied & 0b110:
        return catch_play(situation, ball, {}, "IP10.1")
    if is_on(situation.occupied, 3):
        return sacrifice_fly(game_input, setup, situation, ball)
    return tag_from_second(game_input, setup, situation, ball)


def tag_from_second(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.2: Return a flyout on which the runner on second may go to third.

    Double sixes put him out. Otherwise, he advances if the red die is at most BR plus arm plus
    the chart's number.
    """
    red, white = game_input.roll("tag_red", 6), game_input.roll("tag_white", 6)
    if (red, white) == (6, 6):
        return catch_play(situation, ball, {2: OUT}, "IP10.2")
    target = situation.br(2) + situation.glove(ball.fielder).arm + setup.charts.tag_from_second[ball.fielder]
    return catch_play(situation, ball, {2: 3} if red <= target else {}, "IP10.2")


def sacrifice_fly(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP10.3-a, IP10.3-b: Return a flyout on which the runner on third tags up.

    He scores without a throw on a d6 within SF. Otherwise, he is the lead runner on a throw.
    """
    advancing = tagging_runners(situation, ball)
    if not is_deep_enough(situation.batter.sf, game_input.roll("sf", 6)):
        ends, _ = advance_on_throw(game_input, setup.charts, advancing)
        return catch_play(situation, ball, ends, "IP10.3-b")
    ends, _ = advance_on_throw(game_input, setup.charts, advancing[1:])
    return catch_play(situation, ball, {**ends, 3: 4}, "IP10.3-a")


def is_deep_enough(sf: int, roll: int) -> bool:
    """IP10.3-a: Return whether the runner on third scores without a throw."""
    return roll <= sf


def tagging_runners(situation: PlaySituation, ball: Cell) -> list[AdvancingRunner]:
    """IP10.3-a, IP10.3-c: Return the runners on base, with ABR as BR plus arm only."""
    arm = situation.glove(ball.fielder).arm
    return [
        AdvancingRunner(start, start, situation.br(start), situation.br(start) + arm)
        for start in runners(situation.occupied)
    ]


def wall_flyout(situation: PlaySituation, ball: Cell) -> Play:
    """IP4.5-c: Return a flyout on a possible home run caught at the wall.

    The runners on second and third advance without a roll.
    """
    if situation.outs == 2:
        return catch_play(situation, ball, {}, "IP4.5-c")
    ends = {start: start + 1 for start in (2, 3) if is_on(situation.occupied, start)}
    return catch_play(situation, ball, ends, "IP4.5-c")
