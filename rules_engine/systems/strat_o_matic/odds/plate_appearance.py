"""The exact distribution of a plate appearance: every line of both cards, with all rolls and decisions.

This module repeats no rule. The functions that play a game also read, adjust and resolve the lines here. If many dice
rolls for an X chance give the same symbols, the rolls are added up before the play is resolved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import Chooser, first_option
from rules_engine.baseball.plays import Play
from rules_engine.systems.strat_o_matic.baserunning.holding import holders
from rules_engine.systems.strat_o_matic.batting.hit_and_run import lineout_on_hit_and_run
from rules_engine.systems.strat_o_matic.batting.parks import line_to_read
from rules_engine.systems.strat_o_matic.cards.cards import BATTER_COLUMNS, PITCHER_COLUMNS, ROWS
from rules_engine.systems.strat_o_matic.cards.dice import TWO_DICE, CardLine, card_line
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Reading
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import ERRORS
from rules_engine.systems.strat_o_matic.fielding.flies import is_homerun_upheld, robbing_fielder, wall_side
from rules_engine.systems.strat_o_matic.fielding.infield import range_while_holding, resolve_sharp
from rules_engine.systems.strat_o_matic.fielding.simple_charts import advanced_x_ways, play_advanced_x
from rules_engine.systems.strat_o_matic.fielding.x_chances import adjusted_outcome, resolve_outcome
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import check_pitch, pitch_check_ruling, pitch_play
from rules_engine.systems.strat_o_matic.play.swinging import (
    adjusted_reading,
    apply_batter_power,
    card_line_at,
    popup_battery,
    resolve_reading,
)
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation

Odds = dict[Play, Fraction]
_NOTHING = Fraction(0)
BOTH_CARDS = (*BATTER_COLUMNS, *PITCHER_COLUMNS)
_TOTAL_WAYS = {total: sum(sum(dice) == total for dice in product(range(1, 7), repeat=3)) for total in range(3, 19)}


@dataclass(slots=True)
class PlateAppearance:
    """A batter against a pitcher in a situation. `choose` makes both managers' decisions."""

    setup: GameSetup
    situation: Situation
    at_bat: AtBat
    pitcher: str
    choose: Chooser = first_option
    tired: bool = False
    columns: Sequence[int] = BOTH_CARDS
    running: bool = False  # S19.9: the runners went on a hit and run

    def odds(self) -> Odds:
        """Return the exact probability of each play on these columns. The probabilities add up to 1."""
        odds: dict[Play, Fraction] = {}
        for (reading, line), ways in self._readings().items():
            share = Fraction(ways, len(self.columns) * 36 * 20 * 20)
            for play, probability in self._odds_of_reading(reading, line).items():
                odds[play] = odds.get(play, _NOTHING) + share * probability
        return odds

    def _readings(self) -> dict[tuple[Reading, Line | None], int]:
        """Return every possible reading, adjusted to the situation, with its number of ways.

        The ways are out of 36 * 20 * 20 per column. A reading includes its line only if the line names the outfielder
        of an open hit (S13.1).
        """
        ways_by_reading: dict[tuple[Reading, Line | None], int] = {}
        for column, row in product(self.columns, ROWS):
            dice = card_line(column, row)
            line = card_line_at(self.setup, self.at_bat, self.setup.pitcher(self.pitcher), dice)
            line = line_to_read(self.setup.edition.parks, line, self.setup.park, self.at_bat.batting_side)
            for printed, ways in self._parts(line, dice):
                reading = self._adjusted(printed, line, dice)
                named_by_line = reading.is_open_hit and not reading.fielder and line.is_split
                key = (reading, line if named_by_line else None)
                ways_by_reading[key] = ways_by_reading.get(key, 0) + TWO_DICE[row] * ways
        return ways_by_reading

    def _parts(self, line: Line, dice: CardLine) -> Iterator[tuple[Reading, int]]:
        """14.5: yield a line's readings with their ways out of 20 * 20, for the split and for robbed home runs."""
        for reading, robbed_flyout, ways in line_outcomes(self.setup, self.at_bat, line, dice):
            if robbed_flyout is None:
                yield reading, 20 * ways
                continue
            batting_side = ways_to_uphold(self.situation.fielder(robbed_flyout.fielder))
            yield reading, batting_side
            yield robbed_flyout, 20 - batting_side

    def _adjusted(self, printed: Reading, line: Line, dice: CardLine) -> Reading:
        reading = apply_batter_power(self.setup, self.at_bat, dice.card, printed)
        tired = self.tired and dice.card == "pitcher"
        reading = adjusted_reading(self.setup, self.situation, reading, line, tired)
        if self.running:
            reading = lineout_on_hit_and_run(self.setup.edition.strategy, reading, dice.card)
        return replace(reading, injury=False) if reading.injury else reading

    def _odds_of_reading(self, reading: Reading, line: Line | None) -> Odds:
        battery = popup_battery(self.setup.pitcher(self.pitcher).wild_pitch)
        if reading.is_x and self.setup.edition.fielding.chart == "super":
            return self._x_chance(reading.fielder or "c", battery)
        if reading.is_x and self.setup.edition.fielding.chart == "advanced":
            return self._advanced_x_chance(reading.fielder or "c", battery)
        return exact_chances(
            lambda table: resolve_reading(table, self.setup, self.situation, self.at_bat, reading, line, battery),
            self.choose,
        )

    def _x_chance(self, position: str, battery: Battery) -> Odds:
        setup, situation = self.setup, self.situation
        holds = bool(situation.holds) and position in holders(
            setup.edition.stealing, situation.holds, self.at_bat.batting_side
        )
        total_odds: Odds = {}
        for (symbol, error), ways in symbol_ways(setup, situation, position, holds).items():
            outcome = adjusted_outcome(setup.edition, setup.fielding_chart, position, symbol, error)
            odds = exact_chances(
                lambda table: resolve_outcome(table, setup.edition, situation, position, battery, outcome),  # noqa: B023
                self.choose,
            )
            for play, probability in odds.items():
                total_odds[play] = total_odds.get(play, _NOTHING) + Fraction(ways, 20 * 216) * probability
        return total_odds

    def _advanced_x_chance(self, position: str, battery: Battery) -> Odds:
        setup, situation = self.setup, self.situation
        total_odds: Odds = {}
        ways_by_cell = advanced_x_ways(setup.edition, setup.advanced_chart, position, situation.fielder(position))
        for cell, ways in ways_by_cell.items():
            odds = exact_chances(
                lambda table: play_advanced_x(table, setup.edition, situation, position, battery, cell),  # noqa: B023
                self.choose,
            )
            for play, probability in odds.items():
                total_odds[play] = total_odds.get(play, _NOTHING) + Fraction(ways, 20 * 216) * probability
        return total_odds


def line_outcomes(
    setup: GameSetup, at_bat: AtBat, line: Line, dice: CardLine
) -> Iterator[tuple[Reading, Reading | None, int]]:
    """14.5: yield a line's readings, the flyout if the home run is robbed, and the ways out of 20."""
    ruleset, tall = setup.edition, setup.park is not None and setup.park.is_high(wall_side(at_bat.batting_side))
    is_never_robbed = not ruleset.flies.rob_homeruns or (dice.card == "pitcher" and at_bat.power == "W")
    for part in line.parts:
        if is_never_robbed or not line.is_split:
            yield part.reading, None, part.high - part.low + 1
            continue
        for roll in range(part.low, part.high + 1):
            fielder = robbing_fielder(ruleset, line, roll, at_bat.batting_side, wall_over_10_ft=tall)
            if not fielder:
                yield part.reading, None, 1
                continue
            homerun, flyout = (part.reading for part in line.parts)
            yield Reading(Kind.HOMERUN, injury=homerun.injury), replace(flyout, fielder=fielder), 1


def ways_to_uphold(fielder: Fielder) -> int:
    """14.5: return how many of the 20 rolls uphold a home run against this fielder."""
    return sum(is_homerun_upheld(fielder.range, second) for second in range(1, 21))


def pitch_odds(setup: GameSetup, battery: Battery, occupied: int) -> Odds:
    """29.1: return the probabilities of wild pitches, balks and passed balls before the roll for the batter."""
    if not pitch_check_ruling(setup.edition.pitches, occupied):
        return {}
    events = exact_chances(lambda game_input: check_pitch(game_input, battery).event)
    return {pitch_play(event, occupied): probability for event, probability in events.items() if event}


def after_pitches(swinging: Odds, loose_pitches: Odds) -> Odds:
    """29.1: combine the odds of swinging away with those of earlier loose pitches. The odds add up to 1."""
    if not loose_pitches:
        return swinging
    rest = 1 - sum(loose_pitches.values(), _NOTHING)
    return {**loose_pitches, **{play: rest * chance for play, chance in swinging.items()}}


def symbol_ways(setup: GameSetup, situation: Situation, position: str, holds: bool) -> Mapping[tuple[str, str], int]:
    """16.42: return the ways out of 20 * 216 for each pair of range and error symbols at this position."""
    chart, fielder = setup.fielding_chart, situation.fielder(position)
    fielder_range = range_while_holding(fielder.range) if holds else fielder.range
    errors = dict.fromkeys(ERRORS, 0)
    for total, ways in _TOTAL_WAYS.items():
        errors[chart.error_symbol(position, fielder.error, total)] += ways
    ways_by_symbols: dict[tuple[str, str], int] = {}
    for roll in range(1, 21):
        printed = chart.range_symbol(position, roll, fielder_range)
        symbol = resolve_sharp(situation.infield, position, printed, holds_runner=holds)
        for error, ways in errors.items():
            if ways:
                pair = (symbol, error)
                ways_by_symbols[pair] = ways_by_symbols.get(pair, 0) + ways
    return ways_by_symbols
