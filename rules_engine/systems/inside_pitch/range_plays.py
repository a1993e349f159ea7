"""Range plays: whether a fielder reaches the ball, and the resulting ball (6)."""

from typing import Final

from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.inside_pitch.cells import Cell, parse_cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.situation import PlaySituation

FOUL: Final = Cell("foul")  # the batter stays at bat


def resolve_range_play(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Cell:
    """IP6-a, IP6-c: Roll a d6 against the fielder's range. Lineouts ignore depth (IP9-b)."""
    target = effective_range(setup.charts, situation, ball)
    return range_result(game_input, setup, ball, made=game_input.roll("range", 6) <= target)


def effective_range(charts: Charts, situation: PlaySituation, ball: Cell) -> int:
    """IP6-c, IP8.11-a: Return the fielder's range adjusted for his depth.

    Depth changes only infielders' range.
    """
    printed = situation.glove(ball.fielder).range
    if ball.kind == "L" or ball.fielder > 6:
        return printed
    return printed + charts.depth["range"][situation.column(ball.fielder)]


def range_result(game_input: GameInput, setup: GameSetup, ball: Cell, *, made: bool) -> Cell:
    """IP6-a, IP6-b: Look up the ball on the chart. "#" rolls a d6 for the hit.

    A ball that isn't on the chart is unchanged.
    """
    text = (setup.charts.range_made if made else setup.charts.range_failed).get(ball.code, ball.code)
    if text == "foul" or (made and ball.code == "P2" and setup.edition.foul_popups):
        return FOUL
    if text.startswith("#"):
        text = setup.charts.failed_rolls[text[1:]][game_input.roll("failed_range", 6) - 1]
    return parse_cell(text, "chart")


def failed_home_run(ball: Cell) -> Cell:
    """IP4.5-c: Return the double for a possible home run that no one reaches."""
    return Cell("D", ball.fielder)
