"""Swinging away: the card line, its marks, the split, power, and the play (section 11 of the printed order)."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from rules_engine.baseball.bases import BATTER, FIRST, forced
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play, settle, stay
from rules_engine.systems.strat_o_matic.baserunning.holding import holders
from rules_engine.systems.strat_o_matic.batting.hit_and_run import lineout_on_hit_and_run
from rules_engine.systems.strat_o_matic.batting.hits import resolve_hit
from rules_engine.systems.strat_o_matic.batting.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.batting.parks import apply_clutch, line_to_read
from rules_engine.systems.strat_o_matic.cards.cards import CardSide, PitcherCard
from rules_engine.systems.strat_o_matic.cards.dice import Card as CardOwner
from rules_engine.systems.strat_o_matic.cards.dice import CardLine, apply_power, read_split
from rules_engine.systems.strat_o_matic.cards.reading import HITS, Kind, Line, Mark, Reading
from rules_engine.systems.strat_o_matic.fielding.flies import is_homerun_upheld, resolve_fly, robbing_fielder, wall_side
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, resolve_grounder
from rules_engine.systems.strat_o_matic.fielding.infield import resolve_plus
from rules_engine.systems.strat_o_matic.fielding.outcomes import out_play
from rules_engine.systems.strat_o_matic.fielding.simple_charts import resolve_advanced_x, resolve_basic_x
from rules_engine.systems.strat_o_matic.fielding.x_chances import (
    adjusted_outcome,
    may_be_passed_ball,
    resolve_outcome,
    resolve_x_chance,
    roll_error,
    roll_range,
)
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.pitching.fatigue import apply_fatigue_dot
from rules_engine.systems.strat_o_matic.pitching.injuries import games_missed, injured_role
from rules_engine.systems.strat_o_matic.situation import Battery, Situation

_NOT_ASKED = Battery()  # Only an X chance uses the battery.
_OUT_NAMES = {
    Kind.POPOUT: "popout",
    Kind.FOULOUT: "foulout",
    Kind.LINEOUT: "lineout",
    Kind.STRIKEOUT: "strikeout",
}


class Matchup(NamedTuple):
    """A batter against a pitcher outside a game, with all the data for swinging away except the line."""

    situation: Situation
    at_bat: AtBat
    pitcher_card: PitcherCard
    tired: bool = False


PlateSituation = Matchup | PlaySituation


class Swing(NamedTuple):
    """The play of a swing, and whether its line has "plus injury"."""

    play: Play
    plus_injury: bool = False


def read_line(
    game_input: GameInput,
    setup: GameSetup,
    at_plate: PlateSituation,
    line: Line,
    card: CardOwner,
    *,
    running: bool = False,
) -> Swing:
    """1.0, 12.1, 14.5, 27.1, 30.3-30.7, S19.9: resolve a printed line to its final reading and play."""
    if line.marks:
        line = line_to_read(setup.edition.parks, line, setup.park, at_plate.at_bat.batting_side)
    reading = _split_read(game_input, setup, at_plate, line, card)
    tired = at_plate.tired if line.marks and card == "pitcher" else False  # 27.1: dots count on the pitcher's card
    reading = adjusted_reading(setup, at_plate.situation, reading, line, tired)
    if running:
        reading = lineout_on_hit_and_run(setup.edition.strategy, reading, card)
    if reading.is_x and setup.edition.fielding.chart == "super":
        return Swing(resolve_super_x_chance(game_input, setup, at_plate, reading), reading.injury)
    return Swing(ball_in_play(game_input, setup, at_plate, reading, line), reading.injury)


def ball_in_play(
    game_input: GameInput, setup: GameSetup, at_plate: PlateSituation, reading: Reading, line: Line
) -> Play:
    """S13.1: resolve a ball in play; the line is needed if it names the outfielder of an open hit."""
    named = line if reading.is_open_hit and not reading.fielder and line.is_split else None
    battery = popup_battery(at_plate.pitcher_card.wild_pitch) if reading.is_x else _NOT_ASKED
    return resolve_reading(game_input, setup, at_plate.situation, at_plate.at_bat, reading, named, battery)


def resolve_super_x_chance(game_input: GameInput, setup: GameSetup, at_plate: PlateSituation, reading: Reading) -> Play:
    """16.42: resolve an X chance from the pair of symbols for the d20 and three d6."""
    situation, runners_on_hold, position = at_plate.situation, at_plate.situation.holds, reading.fielder or "c"
    chart = setup.fielding_chart
    holds = bool(runners_on_hold) and position in holders(
        setup.edition.stealing, runners_on_hold, at_plate.at_bat.batting_side
    )
    symbol = roll_range(game_input, situation, chart, position, holds_runner=holds)
    error = roll_error(game_input, situation, chart, position)
    outcome = adjusted_outcome(setup.edition, chart, position, symbol, error)
    battery = popup_battery(at_plate.pitcher_card.wild_pitch) if may_be_passed_ball(outcome) else _NOT_ASKED
    return resolve_outcome(game_input, setup.edition, situation, position, battery, outcome)


@cache
def popup_battery(wild_pitch: int) -> Battery:
    """29.3: return a battery with the pitcher's wild pitch rating, for a P/P on the catcher's chart."""
    return Battery(wild_pitch=wild_pitch)


def card_line_at(setup: GameSetup, at_bat: AtBat, card: PitcherCard, dice: CardLine) -> Line:
    """1.0, 11.1: return the line the dice point to, on the side for this batter and pitcher."""
    if not setup.edition.cards.sides:
        side: CardSide = "basic"
    elif dice.card == "batter":
        side = "left" if card.throws == "L" else "right"
    else:
        side = "left" if at_bat.batting_side == "L" else "right"
    if dice.card == "batter":
        return at_bat.card.line(side, dice.column, dice.row)
    return card.line(side, dice.column, dice.row)


def _split_read(
    game_input: GameInput, setup: GameSetup, at_plate: PlateSituation, line: Line, card: CardOwner
) -> Reading:
    """1.0, 12.1, 14.5: resolve the split, a robbed home run, and power.

    SS1.2: the d20 is rolled for every line.
    """
    at_bat = at_plate.at_bat
    if not line.is_split:
        if setup.edition.cards.d20_with_every_throw:
            game_input.roll("split", 20)
        return apply_batter_power(setup, at_bat, card, line.sole_reading)
    rolled = game_input.roll("split", 20)
    reading = apply_batter_power(setup, at_bat, card, read_split(line, rolled))
    if setup.edition.flies.rob_homeruns and not (card == "pitcher" and at_bat.power == "W"):
        return _after_robbing(game_input, setup, at_plate.situation, at_bat, line, rolled, reading)
    return reading


def apply_batter_power(setup: GameSetup, at_bat: AtBat, card: CardOwner, reading: Reading) -> Reading:
    """12.1, 12.11: return the reading for this batter's power, if the ruleset has power."""
    if not setup.edition.cards.power or reading.kind is not Kind.HOMERUN:
        return reading
    return apply_power(reading, card, at_bat.power)


def _after_robbing(
    game_input: GameInput,
    setup: GameSetup,
    situation: Situation,
    at_bat: AtBat,
    line: Line,
    rolled: int,
    reading: Reading,
) -> Reading:
    """14.5: at the edge of the home run range, resolve the catch from the outfielder's range."""
    tall = setup.park is not None and setup.park.is_high(wall_side(at_bat.batting_side))
    fielder = robbing_fielder(setup.edition, line, rolled, at_bat.batting_side, wall_over_10_ft=tall)
    if not fielder:
        return reading
    homerun, flyout = (part.reading for part in line.parts)
    if is_homerun_upheld(situation.fielder(fielder).range, game_input.roll("rob", 20)):
        return Reading(Kind.HOMERUN, injury=homerun.injury)
    return replace(flyout, fielder=fielder)


def adjusted_reading(setup: GameSetup, situation: Situation, reading: Reading, line: Line, tired: bool) -> Reading:
    """27.1, 30.7, 17.12: adjust a reading for fatigue, the clutch and a drawn-in infield."""
    if line.marks:
        ruleset = setup.edition
        reading = apply_fatigue_dot(ruleset.endurance, reading, dotted=bool(line.marks & Mark.FATIGUE_DOT), tired=tired)
        if line.marks & Mark.CLUTCH:
            reading = apply_clutch(ruleset.parks, reading, situation.outs, situation.state)
    if reading.plus:
        return resolve_plus(setup.edition, reading, situation.infield, holds=situation.holds)
    return reading


def resolve_reading(
    game_input: GameInput,
    setup: GameSetup,
    situation: Situation,
    at_bat: AtBat,
    reading: Reading,
    line: Line | None,
    battery: Battery,
) -> Play:
    """Return the play for a reading."""
    ruleset, kind = setup.edition, reading.kind
    if kind in HITS:
        return resolve_hit(game_input, ruleset, situation, reading, line)
    if reading.is_x:
        return _x_chance(game_input, setup, situation, at_bat, reading.fielder or "c", battery)
    if kind is Kind.GROUNDBALL:
        return resolve_grounder(
            game_input, ruleset, situation, Grounder(reading.fielder, "ABC".index(reading.letter), "card")
        )
    if kind is Kind.FLYBALL:
        return resolve_fly(game_input, ruleset, situation, reading)
    if kind is Kind.LOMAX:
        return resolve_lomax(game_input, ruleset, situation, reading.fielder)
    if kind is Kind.WALK or kind is Kind.HIT_BY_PITCH:
        return first_base("walk" if kind is Kind.WALK else "hit_by_pitch", situation.state)
    return _batter_out(kind, reading.fielder, situation.state, situation.outs)


@cache
def _batter_out(kind: Kind, fielder: str, state: int, outs: int) -> Play:
    return settle(out_play(_OUT_NAMES[kind], Situation(state, outs), fielder, "1.0"), outs)


def _x_chance(
    game_input: GameInput, setup: GameSetup, situation: Situation, at_bat: AtBat, position: str, battery: Battery
) -> Play:
    """5.1, 16.2, 16.42: resolve an X chance on the ruleset's fielding chart."""
    ruleset, chart = setup.edition, setup.edition.fielding.chart
    if chart == "basic":
        return resolve_basic_x(game_input, ruleset, situation, setup.basic_chart, position, battery)
    if chart == "advanced":
        return resolve_advanced_x(game_input, ruleset, situation, setup.advanced_chart, position, battery)
    holds = bool(situation.holds) and position in holders(ruleset.stealing, situation.holds, at_bat.batting_side)
    return resolve_x_chance(game_input, ruleset, situation, setup.fielding_chart, position, battery, holds_runner=holds)


@cache
def first_base(kind: str, state: int, code: str = "") -> Play:
    """Return a play on which the batter takes first base and only forced runners move.

    `state` is the occupied-bases int.
    """
    to = stay(state, FIRST)
    for start in forced(state):
        to[start] = start + 1
    return Play(kind, (to[BATTER], to[1], to[2], to[3]), "1.0", code=code)


def roll_injury(
    game_input: GameInput, situation: PlaySituation, dice: CardLine, *, plus_injury: bool
) -> tuple[str, int]:
    """6.4, 25.1: return the injured player, or "" for no one, and the number of games he misses.

    Call this after the play on the line that the dice point to.
    """
    rules, state = situation.setup.edition.injuries, situation.now
    batting = state.batting
    bats_for_pitcher = batting.pitcher not in batting.order and not batting.position_of(batting.batter)
    injured = injured_role(
        rules, plus_injury=plus_injury, white=dice.column, colored=dice.row, designated_hitter_bats=bats_for_pitcher
    )
    if not injured:
        return "", 0
    return batting.batter if injured == "batter" else state.fielding.pitcher, games_missed(game_input, rules)
