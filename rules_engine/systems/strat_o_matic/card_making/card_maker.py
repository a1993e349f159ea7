"""Make complete cards from a league's season.

All batters and pitchers are measured by the same yardsticks.
"""

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
from rules_engine.systems.strat_o_matic.card_making.platoon_splits import PlatoonShares, batting_side
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
    """The yardsticks and targets for one season's cards.

    `aims` contains the targets beyond each player's own rates. The card's half of a player's chances can't be negative,
    only zero, so a league's rarer results would come out a few percent too high. The aims correct for that.
    """

    rates: Rates
    marks: Mapping[tuple[str, str], Yardstick]
    power: Power = Power()
    hands: PlatoonShares = PlatoonShares()
    batters_per_out: float = 37.2 / 27  # plate appearances per out; half use the pitcher's card
    safe: float = 0.67  # share of steal attempts that succeed
    aims: CardTargets = CardTargets()


def measure_league(
    batting: Sequence[BattingSeason], fielding: Sequence[FieldingSeason], pitching: Sequence[PitchingSeason] = ()
) -> League:
    """Return the yardsticks of a season, measured from all its players."""
    rates = league_rates(batting)
    stolen, caught = (sum(getattr(player, line) for player in batting) for line in ("stolen_bases", "caught_stealing"))
    outs, faced = sum(player.outs for player in pitching), sum(player.batters for player in pitching)
    return League(
        rates,
        ratings.yardsticks(fielding),
        best_power(batting, pitching, rates),
        PlatoonShares.from_seasons(batting, pitching),
        faced / outs if outs else 37.2 / 27,
        stolen / (stolen + caught) if caught else 0.67,
    )


def _power(rates: Rates, league: League) -> Literal["N", "W"]:
    """12.0: return W for a player with few home runs, so that pitchers' cards give him none."""
    return "N" if rates.homerun >= league.power.least * league.rates.homerun else "W"


def make_batter(season: BattingSeason, fielding: Sequence[FieldingSeason], league: League) -> BatterCard:
    """Return one batter's card with all its sides. `fielding` contains only his own seasons."""
    season_rates = batter_rates(season, league.rates)
    power = _power(season_rates, league)
    rates = Rates(*(rate * factor for rate, factor in zip(season_rates, league.aims.rates, strict=True)))
    ratings_by_position = ratings.fielding_ratings(
        [fielding_season for fielding_season in fielding if fielding_season.position != "p"],
        league.marks,
        _chances(league),
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
        steal=ratings.steal_rating(
            season, league.safe, frequency_factor=league.aims.steals, added_success=league.aims.safe
        ),
        bunt=ratings.bunt_rating(season),
        hit_and_run="B" if season_rates.strikeout < 0.6 * league.rates.strikeout else "C",
        fielding=ratings_by_position,
        catcher_throw=min(20, ratings_by_position[0].e or 0)
        if ratings_by_position and ratings_by_position[0].position == "c"
        else 0,
        passed_ball=ratings.passed_ball_rating(fielding, league.aims.passed_balls),
        at_bats_and_walks=season.at_bats + season.walks,
    )


def _chances(league: League) -> Chances:
    """Return the figures that e ratings are computed from."""
    return Chances(league.batters_per_out, league.aims.errors)


def _batter_side(rates: Rates, league: League, bats: str, throws: str, power: str) -> tuple[tuple[Line, ...], ...]:
    side = batting_side(bats, throws)
    batter_rates_met = rates if bats == "S" else league.hands.rates_against(rates, bats, throws)
    league_rates_met = league.hands.rates_against(league.rates, side, throws)
    return batter_columns(batter_rates_met, league_rates_met, side, power, league.power.times, league.aims)


def hitting_code(batting: BattingSeason | None, league: League, pitchers: Rates, bats: Hand) -> HittingCode:
    """Return the code of the pitchers' hitting card closest to the results that the player's card should produce.

    `pitchers` is the combined rates of all pitchers at bat.
    """
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
    """Return one pitcher's card with all its sides.

    `fielding` contains his own seasons at p, and `ranges` describes the fielders behind him. His season's hits already
    include the balls that those fielders let through, so these are subtracted from his card's hits.
    """
    rates = pitcher_rates(season, league.rates)
    ratings_by_position = ratings.fielding_ratings(
        [fielding_season for fielding_season in fielding if fielding_season.position == "p"],
        league.marks,
        _chances(league),
    )
    return PitcherCard(
        name=season.name,
        throws=season.throws,
        columns={
            "basic": basic_pitcher_columns(rates, league.rates, league.aims, ranges),
            **{
                side: pitcher_columns(
                    league.hands.rates_against(rates, hand, season.throws),
                    league.hands.rates_against(league.rates, hand, season.throws),
                    hand,
                    league.power,
                    league.aims,
                    ranges,
                )
                for side, hand in ADVANCED_SIDES
            },
        },
        fielding=ratings_by_position[0] if ratings_by_position else PositionRating("p", 3, None, 20),
        hitting=hitting,
        bunt=bunt,
        endurance=ratings.endurance(season),
        balk=ratings.balk_rating(season, league.aims.balks),
        wild_pitch=ratings.wild_pitch_rating(season, league.aims.wild_pitches),
        asterisk=season.starts >= 33,
        outs=season.outs,
    )
