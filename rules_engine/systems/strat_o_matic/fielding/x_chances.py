"""X chances on the Super Advanced chart: range and error symbols, and the plays they lead to (16)."""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.baseball.bases import LOADED, occupied
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Reading
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import FieldingChart
from rules_engine.systems.strat_o_matic.fielding.flies import resolve_f2, resolve_fly
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, resolve_grounder
from rules_engine.systems.strat_o_matic.fielding.infield import range_while_holding, resolve_sharp
from rules_engine.systems.strat_o_matic.fielding.outcomes import (
    HIT_BASES,
    Outcome,
    error_play,
    fly_double_play,
    hidden_ball_play,
    hit_play,
    interference_play,
    lead_forced_play,
    out_play,
    runner_hit_play,
)
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import resolve_catcher_popup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Situation

_INFIELD_FLY = (occupied(1, 2), LOADED)
_RUNNER_HIT = "runner hit"


class Symbols(NamedTuple):
    """16.42: a range symbol and an error symbol."""

    range: str
    error: str


def resolve_x_chance(
    game_input: GameInput,
    ruleset: Ruleset,
    situation: Situation,
    chart: FieldingChart,
    position: str,
    battery: Battery,
    *,
    holds_runner: bool = False,
) -> Play:
    """16.42: roll the d20 for range and three d6 for error, and resolve the pair of symbols."""
    symbols = roll_x_chance(game_input, situation, chart, position, holds_runner=holds_runner)
    outcome = adjusted_outcome(ruleset, chart, position, *symbols)
    return resolve_outcome(game_input, ruleset, situation, position, battery, outcome)


def roll_x_chance(
    game_input: GameInput, situation: Situation, chart: FieldingChart, position: str, *, holds_runner: bool = False
) -> Symbols:
    """16.42: roll the d20 for range and three d6 for error, and return their symbols."""
    symbol = roll_range(game_input, situation, chart, position, holds_runner=holds_runner)
    return Symbols(symbol, roll_error(game_input, situation, chart, position))


def roll_range(
    game_input: GameInput, situation: Situation, chart: FieldingChart, position: str, *, holds_runner: bool = False
) -> str:
    """16.42: roll the d20 and return the range symbol.

    With `holds_runner`, the fielder's range is one worse (23.83, 23.84).
    """
    printed_range = situation.fielder(position).range
    fielder_range = range_while_holding(printed_range) if holds_runner else printed_range
    symbol = chart.range_symbol(position, game_input.roll("range", 20), fielder_range)
    return resolve_sharp(situation.infield, position, symbol, holds_runner=holds_runner)


def roll_error(game_input: GameInput, situation: Situation, chart: FieldingChart, position: str) -> str:
    """16.42: roll three d6 and return the error symbol."""
    total = game_input.roll("error_1", 6) + game_input.roll("error_2", 6) + game_input.roll("error_3", 6)
    return chart.error_symbol(position, situation.fielder(position).error, total)


def adjusted_outcome(ruleset: Ruleset, chart: FieldingChart, position: str, symbol: str, error: str) -> Outcome:
    """16.5, 2002: return the outcome for a pair of symbols.

    A ball that can't hit the runner from first, because of its fielder, is a single instead.
    """
    outcome = chart.outcome(position, symbol, error)
    if outcome.word == _RUNNER_HIT and not rare_single_allowed(ruleset, position):
        return Outcome("single", batter=1, runners=1)
    return outcome


def rare_single_allowed(ruleset: Ruleset, position: str) -> bool:
    """16.5, 2002: return whether the rare play of SI1 can happen on a ball to this fielder."""
    positions = ruleset.fielding.rare_single_positions
    return not positions or position in positions


def is_infield_fly(situation: Situation) -> bool:
    """16.5: return whether a PO rare play is an infield fly.

    It is one if first and second are occupied or the bases are loaded, with fewer than two outs.
    """
    return situation.outs < 2 and situation.state in _INFIELD_FLY


def resolve_outcome(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, position: str, battery: Battery, outcome: Outcome
) -> Play:
    """Return the play for a chart cell, after the rolls and decisions it needs."""
    word = outcome.word
    if word == "gb":
        return resolve_grounder(
            game_input, ruleset, situation, Grounder(position, "123ABC".index(outcome.letter) % 3, "x")
        )
    if word == "fly":
        return _fly(game_input, ruleset, situation, position, outcome)
    if word in HIT_BASES:
        return hit_play(outcome, situation, position)
    if word == "error":
        return error_play(outcome, situation, position)
    if may_be_passed_ball(outcome):
        return resolve_catcher_popup(game_input, ruleset, battery, situation.state, situation.outs)
    return _special(word, situation, position)


def may_be_passed_ball(outcome: Outcome) -> bool:
    """29.3: return whether this popup to the catcher may be a passed ball, based on the pitcher's rating."""
    return outcome.word.endswith("passed ball")


def _fly(game_input: GameInput, ruleset: Ruleset, situation: Situation, position: str, outcome: Outcome) -> Play:
    if outcome.letter == "2":
        return resolve_f2(game_input, ruleset, situation, position)
    return resolve_fly(game_input, ruleset, situation, Reading(Kind.FLYBALL, position, outcome.letter), from_card=False)


def _special(word: str, situation: Situation, position: str) -> Play:
    if word == "infield fly":
        if is_infield_fly(situation):
            return out_play("popout", situation, position)
        return hit_play(Outcome("single", batter=1, runners=1), situation, position)
    if word == "interference":
        return interference_play(situation)
    special = {
        _RUNNER_HIT: runner_hit_play,
        "hidden ball": hidden_ball_play,
        "fielders choice": lead_forced_play,
        "fly double play": fly_double_play,
    }
    if word in special:
        return special[word](situation, position)
    return out_play(word, situation, position)


def error_row_index(ruleset: Ruleset, e_rating: int, chart_maximum: int) -> int:
    """16.1, 16.3: return the row for an e rating.

    In Advanced, the chart's last row serves all higher ratings. Super Advanced uses the card's rating.
    """
    return min(e_rating, chart_maximum) if ruleset.fielding.cap_e_rating else e_rating


def cell_for_white_die(cells: Sequence[tuple[int, int, str]], white: int) -> str:
    """16.2: return the text of the Advanced cell whose (low, high) range contains the white die."""
    return next(text for low, high, text in cells if low <= white <= high)
