"""Compare the exact expected totals of all cards of a season with the actual totals.

Every batter with a card gets as many plate appearances as in the season. Half of them use his own card. The other half
use the pitchers' cards, weighted by batters faced. Players without a card are left out of both totals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_engine.baseball.seasons import BattingSeason, PitchingSeason, Rates
from rules_engine.systems.strat_o_matic.card_making.card_maker import League
from rules_engine.systems.strat_o_matic.card_making.card_sides import COMMON_RANGES, Ranges, side_rates, x_rates
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES
from rules_engine.systems.strat_o_matic.card_making.platoon_splits import PlatoonShares, batting_side
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard

USUAL = PlatoonShares()


class Comparison(NamedTuple):
    """One line of the report: an actual count and the count that the cards produce."""

    name: str
    played: float
    cards: float

    @property
    def relative_error(self) -> float:
        """Return the difference between the two counts, as a share of the actual count."""
        return self.cards / self.played - 1 if self.played else 0.0


def ranges_behind(fielders: Iterable[tuple[str, int, float]]) -> Ranges:
    """Return the shares of outs by range at each position, from (position, range, outs) tuples.

    A position without data gets the default shares.
    """
    outs: dict[str, list[float]] = {position: [0.0] * 5 for position in COMMON_RANGES}
    for position, fielder_range, fielder_outs in fielders:
        outs[position][fielder_range - 1] += fielder_outs
    return {
        position: [fielder_outs / sum(by_range) for fielder_outs in by_range]
        if sum(by_range)
        else COMMON_RANGES[position]
        for position, by_range in outs.items()
    }


Halves = Mapping[tuple[str, str], Rates]  # (batting side, throwing hand) -> the pitchers' rates


def pitching_half(staff: Iterable[tuple[PitcherCard, int]], ranges: Ranges = COMMON_RANGES) -> Halves:
    """Return the average rates of the pitchers' sides, with their X chances, weighted by batters faced."""
    totals = {(hand, throws): Rates() for hand in "LR" for throws in "LR"}
    weights = {"L": 0, "R": 0}
    x_chance_rates = x_rates(ranges)
    for card, faced in staff:
        weights[card.throws] += faced
        for hand, side in (("L", "left"), ("R", "right")):
            rates = side_rates(card.columns[side])  # type: ignore[index]
            totals[hand, card.throws] = totals[hand, card.throws].plus(rates.plus(x_chance_rates, 1 / CHANCES), faced)
    return {(hand, throws): total.times(1 / max(1, weights[throws])) for (hand, throws), total in totals.items()}


def season_rates(card: BatterCard, pitching: Halves, hands: PlatoonShares) -> Rates:
    """Return a batter's rates over a season, half from his card and half from pitchers' cards.

    They are weighted by how often he faces left-handed and right-handed pitchers.
    """
    left, right = (_rates_against_hand(card, throws, pitching) for throws in ("L", "R"))
    return left.times(hands.left_pitchers).plus(right, 1 - hands.left_pitchers)


def _rates_against_hand(card: BatterCard, throws: str, pitching: Halves) -> Rates:
    """Return a batter's rates against left-handed or right-handed pitchers."""
    pitcher_rates = pitching[batting_side(card.bats, throws), throws]
    if card.power["right"] == "W":
        pitcher_rates = pitcher_rates._replace(homerun=0.0, single=pitcher_rates.single + pitcher_rates.homerun)
    return side_rates(card.columns["left" if throws == "L" else "right"]).plus(pitcher_rates).times(0.5)


Batters = Sequence[tuple[BatterCard, BattingSeason]]
Staff = Sequence[tuple[PitcherCard, PitchingSeason]]


def compare_league(
    batters: Batters, staff: Staff, ranges: Ranges = COMMON_RANGES, hands: PlatoonShares = USUAL
) -> list[Comparison]:
    """Compare AB, H, 2B, 3B, HR, BB, HBP and SO of all batters with cards.

    `ranges` describes the fielders behind the pitchers.
    """
    played, expected, appearances = _totals(batters, staff, ranges, hands)
    sacrifice_flies = sum(season.sacrifice_flies for _, season in batters)
    hits = [sum(rates[:4]) for rates in (played, expected)]
    at_bats = [appearances - sacrifice_flies - rates.walk - rates.hit_by_pitch for rates in (played, expected)]
    kind_by_name = {
        "2B": "double",
        "3B": "triple",
        "HR": "homerun",
        "BB": "walk",
        "HBP": "hit_by_pitch",
        "SO": "strikeout",
    }
    lines = [Comparison("AB", *at_bats), Comparison("H", *hits)]
    return lines + [
        Comparison(name, getattr(played, kind), getattr(expected, kind)) for name, kind in kind_by_name.items()
    ]


def _totals(batters: Batters, staff: Staff, ranges: Ranges, hands: PlatoonShares) -> tuple[Rates, Rates, int]:
    """Return the actual counts, the counts that the cards produce, and the plate appearances."""
    pitching = pitching_half(((card, season.batters) for card, season in staff), ranges)
    expected, played, appearances = Rates(), Rates(), 0
    for card, season in batters:
        appearances += season.plate_appearances
        expected = expected.plus(season_rates(card, pitching, hands), season.plate_appearances)
        played = played.plus(Rates(*season.counts))
    return played, expected, appearances


def corrected_league(league: League, batters: Batters, staff: Staff, ranges: Ranges = COMMON_RANGES) -> League:
    """Return the league with targets that make its totals come out right.

    The caller has to make the batters' cards again with these targets.
    """
    played, expected, _ = _totals(batters, staff, ranges, league.hands)
    pairs = zip(league.aims.rates, played, expected, strict=True)
    rates = Rates(
        *(
            target * played_count / expected_count if expected_count else target
            for target, played_count, expected_count in pairs
        )
    )
    return replace(league, aims=replace(league.aims, rates=rates))
