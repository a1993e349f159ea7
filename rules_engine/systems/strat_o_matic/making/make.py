"""Whole cards from a league's season: every batter and pitcher against the same yardsticks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, CardSide, PitcherCard
from rules_engine.systems.strat_o_matic.cards.ratings import Fielding, Hand, HittingCode
from rules_engine.systems.strat_o_matic.cards.reading import Line
from rules_engine.systems.strat_o_matic.cards.shared_cards import load_hitting_cards
from rules_engine.systems.strat_o_matic.making import ratings
from rules_engine.systems.strat_o_matic.making.aims import Aims
from rules_engine.systems.strat_o_matic.making.errors import Chances
from rules_engine.systems.strat_o_matic.making.ratings import Yardstick
from rules_engine.systems.strat_o_matic.making.seasons import (
    BattingSeason,
    FieldingSeason,
    PitchingSeason,
    Rates,
    batter_rates,
    drawn_rates,
    league_rates,
    pitcher_rates,
)
from rules_engine.systems.strat_o_matic.making.sides import (
    COMMON_RANGES,
    Ranges,
    basic_pitcher_columns,
    batter_columns,
    pitcher_columns,
    side_rates,
)

# what a meeting of like hands does to each rate; unlike hands get what keeps the whole as it was
SAME_HANDS = Rates(0.98, 0.97, 0.9, 0.93, 0.92, 1.1, 1.05)
LEFT_HANDED_SHARE = 0.28  # of plate appearances, against left-handed pitchers; much the same for batters
ADVANCED_SIDES: tuple[tuple[CardSide, Hand], ...] = (("left", "L"), ("right", "R"))


@dataclass(frozen=True, slots=True)
class League:
    """What cards of one season are measured by. `normal_power` is the share of plate appearances by N batters.

    `aims` is what its cards aim at beyond each man's rates. Where a man's half would be less than nothing it can only
    be nothing, which lifts the rarer results of a league by a few per cent; the aims take that back.
    """

    rates: Rates
    marks: Mapping[tuple[str, str], Yardstick]
    normal_power: float
    batters_an_out: float = 37.2 / 27  # plate appearances, of which half are read on the pitcher's card
    safe: float = 0.67  # of the steals tried
    aims: Aims = Aims()


def measure_league(
    batting: Sequence[BattingSeason], fielding: Sequence[FieldingSeason], pitching: Sequence[PitchingSeason] = ()
) -> League:
    """The yardsticks of a season, from all its men."""
    rates = league_rates(batting)
    total = sum(season.plate_appearances for season in batting)
    normal = sum(season.plate_appearances for season in batting if _power(batter_rates(season, rates), rates) == "N")
    stolen, caught = (sum(getattr(man, line) for man in batting) for line in ("stolen_bases", "caught_stealing"))
    outs, faced = sum(man.outs for man in pitching), sum(man.batters for man in pitching)
    return League(
        rates,
        ratings.yardsticks(fielding),
        max(0.05, normal / total),
        faced / outs if outs else 37.2 / 27,
        stolen / (stolen + caught) if caught else 0.67,
    )


def _power(rates: Rates, league: Rates) -> Literal["N", "W"]:
    """12.0: a man who hits less than half the league's homeruns gets none off pitchers' cards."""
    return "N" if 2 * rates.homerun >= league.homerun else "W"


def by_hands(rates: Rates, one: str, other: str) -> Rates:
    """A rate when these hands meet: the same hands by SAME_HANDS, the others so that the season stays as it was."""
    if "S" in (one, other):
        return rates
    share = LEFT_HANDED_SHARE if one == "L" else 1 - LEFT_HANDED_SHARE  # how often a man meets his own hand
    same = [factor if one == other else (1 - share * factor) / (1 - share) for factor in SAME_HANDS]
    return Rates(*(rate * factor for rate, factor in zip(rates, same, strict=True)))


def make_batter(season: BattingSeason, fielding: Sequence[FieldingSeason], league: League) -> BatterCard:
    """One batter's card, all sides. `fielding` is his own."""
    plain = batter_rates(season, league.rates)
    power = _power(plain, league.rates)
    rates = Rates(*(rate * times for rate, times in zip(plain, league.aims.rates, strict=True)))
    listed = ratings.fielding_ratings(
        [line for line in fielding if line.position != "p"], league.marks, _chances(league)
    )
    return BatterCard(
        name=season.name,
        bats=season.bats,
        columns={
            "basic": batter_columns(rates, league.rates, "L" if season.bats == "L" else "R", "N", league.aims),
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
    met = by_hands(rates, bats, throws)
    return batter_columns(met, by_hands(league.rates, bats, throws), stands, power, league.aims)


def hitting_code(batting: BattingSeason | None, league: League, pitchers: Rates, bats: Hand) -> HittingCode:
    """The pitchers' hitting card nearest to what a man's half must give; `pitchers` are the rates of all of them."""
    rates = drawn_rates(batting, pitchers) if batting else pitchers
    half = rates.times(2).plus(league.rates, -1)

    def hits(rates: Rates) -> float:
        return sum(rates[:4]) + rates.walk

    cards = {number: side_rates(columns) for number, columns in load_hitting_cards().items()}
    number = min(cards, key=lambda number: abs(hits(cards[number]) - hits(half)))
    return HittingCode(number, "N" if 2 * rates.homerun >= league.rates.homerun else "W", bats)


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
                    by_hands(rates, season.throws, hand),
                    by_hands(league.rates, season.throws, hand),
                    hand,
                    league.normal_power,
                    league.aims,
                    ranges,
                )
                for side, hand in ADVANCED_SIDES
            },
        },
        fielding=listed[0] if listed else Fielding("p", 3, None, 20),
        hitting=hitting,
        bunt=bunt,
        endurance=ratings.endurance(season),
        balk=ratings.balk_rating(season, league.aims.balks),
        wild_pitch=ratings.wild_pitch_rating(season, league.aims.wild_pitches),
        asterisk=season.starts >= 33,
        outs=season.outs,
    )
