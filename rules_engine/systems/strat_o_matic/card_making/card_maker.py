"""Whole cards from a league's season: every batter and pitcher against the same yardsticks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules_engine.baseball.seasons import (
    BattingSeason,
    FieldingSeason,
    PitchingSeason,
    Rates,
    batter_rates,
    drawn_rates,
    league_rates,
    pitcher_rates,
)
from rules_engine.systems.strat_o_matic.card_making import ratings
from rules_engine.systems.strat_o_matic.card_making.card_sides import (
    COMMON_RANGES,
    Ranges,
    basic_pitcher_columns,
    batter_columns,
    pitcher_columns,
    side_rates,
)
from rules_engine.systems.strat_o_matic.card_making.errors import Chances
from rules_engine.systems.strat_o_matic.card_making.platoon_splits import PlatoonShares
from rules_engine.systems.strat_o_matic.card_making.power import Power, best_power
from rules_engine.systems.strat_o_matic.card_making.ratings import Yardstick
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, CardSide, PitcherCard
from rules_engine.systems.strat_o_matic.cards.ratings import Hand, HittingCode, PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import Line
from rules_engine.systems.strat_o_matic.cards.shared_cards import load_hitting_cards

ADVANCED_SIDES: tuple[tuple[CardSide, Hand], ...] = (("left", "L"), ("right", "R"))


@dataclass(frozen=True, slots=True)
class League:
    """What cards of one season are measured by.

    `aims` is what its cards aim at beyond each man's rates. Where a man's half would be less than nothing it can only
    be nothing, which lifts the rarer results of a league by a few per cent; the aims take that back.
    """

    rates: Rates
    marks: Mapping[tuple[str, str], Yardstick]
    power: Power = Power()
    hands: PlatoonShares = PlatoonShares()
    batters_an_out: float = 37.2 / 27  # plate appearances, of which half are read on the pitcher's card
    safe: float = 0.67  # of the steals tried
    aims: CardTargets = CardTargets()


def measure_league(
    batting: Sequence[BattingSeason], fielding: Sequence[FieldingSeason], pitching: Sequence[PitchingSeason] = ()
) -> League:
    """The yardsticks of a season, from all its men."""
    rates = league_rates(batting)
    stolen, caught = (sum(getattr(player, line) for player in batting) for line in ("stolen_bases", "caught_stealing"))
    outs, faced = sum(player.outs for player in pitching), sum(player.batters for player in pitching)
    return League(
        rates,
        ratings.yardsticks(fielding),
        best_power(batting, pitching, rates),
        PlatoonShares.of(batting, pitching),
        faced / outs if outs else 37.2 / 27,
        stolen / (stolen + caught) if caught else 0.67,
    )


def _power(rates: Rates, league: League) -> Literal["N", "W"]:
    """12.0: a man who hits few homeruns gets none off pitchers' cards."""
    return "N" if rates.homerun >= league.power.least * league.rates.homerun else "W"


def make_batter(season: BattingSeason, fielding: Sequence[FieldingSeason], league: League) -> BatterCard:
    """One batter's card, all sides. `fielding` is his own."""
    plain = batter_rates(season, league.rates)
    power = _power(plain, league)
    rates = Rates(*(rate * times for rate, times in zip(plain, league.aims.rates, strict=True)))
    listed = ratings.fielding_ratings(
        [line for line in fielding if line.position != "p"], league.marks, _chances(league)
    )
    return BatterCard(
        name=season.name,
        bats=season.bats,
        columns={
            "basic": batter_columns(rates, league.rates, "L" if season.bats == "L" else "R", "N", aims=league.aims),
            **{side: _batter_side(rates, league, season.bats, hand, power) for side, hand in ADVANCED_SIDES},
        },
        power={side: power for side, _ in ADVANCED_SIDES},
        running=ratings.running_rating(season),
        grade=ratings.steal_grade(season),
        steal=ratings.steal_rating(season, league.safe, often=league.aims.steals, kinder=league.aims.safe),
        bunt=ratings.bunt_rating(season),
        hit_and_run="B" if plain.strikeout < 0.6 * league.rates.strikeout else "C",
        fielding=listed,
        catcher_throw=min(20, listed[0].e or 0) if listed and listed[0].position == "c" else 0,
        passed_ball=ratings.passed_ball_rating(fielding, league.aims.passed_balls),
        at_bats_and_walks=season.at_bats + season.walks,
    )


def _chances(league: League) -> Chances:
    """What e ratings are measured by."""
    return Chances(league.batters_an_out, league.aims.errors)


def _batter_side(rates: Rates, league: League, bats: str, throws: str, power: str) -> tuple[tuple[Line, ...], ...]:
    stands = ("R" if throws == "L" else "L") if bats == "S" else bats
    own = rates if bats == "S" else league.hands.met(rates, bats, throws)
    met = league.hands.met(league.rates, stands, throws)
    return batter_columns(own, met, stands, power, league.power.times, league.aims)


def hitting_code(batting: BattingSeason | None, league: League, pitchers: Rates, bats: Hand) -> HittingCode:
    """The pitchers' hitting card nearest to what a man's half must give; `pitchers` are the rates of all of them."""
    rates = drawn_rates(batting, pitchers) if batting else pitchers
    half = rates.times(2).plus(league.rates, -1)

    def hits(rates: Rates) -> float:
        return sum(rates[:4]) + rates.walk

    cards = {number: side_rates(columns) for number, columns in load_hitting_cards().items()}
    number = min(cards, key=lambda number: abs(hits(cards[number]) - hits(half)))
    return HittingCode(number, _power(rates, league), bats)


def make_pitcher(
    season: PitchingSeason,
    fielding: Sequence[FieldingSeason],
    league: League,
    hitting: HittingCode,
    bunt: str = "D",
    ranges: Ranges = COMMON_RANGES,
) -> PitcherCard:
    """One pitcher's card, all sides. `fielding` is his own at p, `ranges` are of the men behind him.

    What his fielders let through is in his season's hits already, so it is taken off his card's.
    """
    rates = pitcher_rates(season, league.rates)
    listed = ratings.fielding_ratings(
        [line for line in fielding if line.position == "p"], league.marks, _chances(league)
    )
    return PitcherCard(
        name=season.name,
        throws=season.throws,
        columns={
            "basic": basic_pitcher_columns(rates, league.rates, league.aims, ranges),
            **{
                side: pitcher_columns(
                    league.hands.met(rates, hand, season.throws),
                    league.hands.met(league.rates, hand, season.throws),
                    hand,
                    league.power,
                    league.aims,
                    ranges,
                )
                for side, hand in ADVANCED_SIDES
            },
        },
        fielding=listed[0] if listed else PositionRating("p", 3, None, 20),
        hitting=hitting,
        bunt=bunt,
        endurance=ratings.endurance(season),
        balk=ratings.balk_rating(season, league.aims.balks),
        wild_pitch=ratings.wild_pitch_rating(season, league.aims.wild_pitches),
        asterisk=season.starts >= 33,
        outs=season.outs,
    )
