"""Notes on X-chances: the d20 against the fielder's range, and the error roll against his e rating."""

from rules_engine.baseball.events import Record
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.strat_o_matic.baserunning.holding import holders
from rules_engine.systems.strat_o_matic.cards.dice import card_line, read_split
from rules_engine.systems.strat_o_matic.fielding.simple_charts import SECOND_ROLL
from rules_engine.systems.strat_o_matic.fielding.x_chances import roll_range
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at


def x_chance_note(game: StratGame, record: Record, names: Names) -> str:
    """5.1, 16.2, 16.42: return a note on the last die of an X-chance, or "" for other dice.

    An example for the d20 is "X-chance at 2b, Chuck Knoblauch, range 2: G2". An example for the three d6 is "error roll
    11 against e12: none".
    """
    name, value = record[-1]
    if name not in ("range", "error_3") or not isinstance(value, int):
        return ""
    position = _position(game, record)
    if not position:
        return ""
    at_plate = _at_plate(game, record)
    fielder = at_plate.fielder(position)
    if name == "error_3":
        total = sum(int(roll) for die, roll in record[-3:])
        symbol = game.setup.fielding_chart.error_symbol(position, fielder.error, total)
        return f"error roll {total} against e{fielder.error}: {symbol}"
    player = game.state.fielding.field[POSITIONS.index(position)]
    symbol = _range_symbol(game, at_plate, position, value)
    return f"X-chance at {position}, {names.get(player, player)}, range {fielder.range}: {symbol}"


def _position(game: StratGame, record: Record) -> str:
    """Return the fielder's position if the three dice point to an X-chance, or "" otherwise."""
    dice = dict(record)
    if "white" not in dice:
        return ""
    line = card_line(int(dice["white"]), int(dice["colored_1"]) + int(dice["colored_2"]))
    at_bat = game.setup.at_bat(game.state.batting.batter, game.state.fielding.pitcher)
    printed = card_line_at(game.setup, at_bat, at_bat.pitcher_card, line)
    reading = read_split(printed, int(dice.get("split", 1))) if printed.is_split else printed.sole_reading
    return (reading.fielder or "c") if reading.is_x else ""


def _at_plate(game: StratGame, record: Record) -> PlaySituation:
    """Return the situation with the defense's announcements."""
    answers = dict(record)
    holds = game.tracker.hold_bases(game.state, str(answers.get("hold", "none")))
    situation = PlaySituation(game.setup, game.state, game.tracker)
    return situation.with_stance(holds, answers.get("infield", "back"), answers.get("outfield") == "in")  # type: ignore[arg-type]


def _range_symbol(game: StratGame, at_plate: PlaySituation, position: str, rolled: int) -> str:
    setup, ruleset = game.setup, game.setup.edition
    fielder_range = at_plate.fielder(position).range
    if ruleset.fielding.chart == "super":
        is_holder = position in holders(ruleset.stealing, at_plate.holds, at_plate.at_bat.batting_side)
        dice = ScriptedInput([("range", rolled)])
        return roll_range(
            dice, at_plate.situation, setup.fielding_chart, position, holds_runner=bool(at_plate.holds) and is_holder
        )
    if ruleset.fielding.chart == "basic":
        outcome = setup.basic_chart.cells[position][rolled - 1][fielder_range - 1]
        return f"{outcome.word} {outcome.letter}".strip()
    text = setup.advanced_chart.ranges[position][rolled - 1][fielder_range - 1]
    return "see the error roll" if text == SECOND_ROLL else text
