"""What the cards of a season give all together, by exact count, set beside what was really played.

Every batter with a card bats as often as he did, half on his own card, half on the pitchers' in proportion to the
batters they faced. Men too little used to have a card are left out of both sides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_engine.baseball.seasons import BattingSeason, PitchingSeason, Rates
from rules_engine.systems.strat_o_matic.card_making.card_maker import League
from rules_engine.systems.strat_o_matic.card_making.card_sides import COMMON_RANGES, Ranges, side_rates, x_rates
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES
from rules_engine.systems.strat_o_matic.card_making.platoon_splits import PlatoonShares
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard

USUAL = PlatoonShares()


class Comparison(NamedTuple):
    """One line of the report: a count as played and as the cards give it."""

    name: str
    played: float
    cards: float

    @property
    def off(self) -> float:
        """By how much the cards are off, as a share of what was played."""
        return self.cards / self.played - 1 if self.played else 0.0


def ranges_behind(fielders: Iterable[tuple[str, int, float]]) -> Ranges:
    """The shares of each position's outs by range, from (position, range, outs); as usual where nobody stood."""
    outs: dict[str, list[float]] = {position: [0.0] * 5 for position in COMMON_RANGES}
    for position, fielder_range, there in fielders:
        outs[position][fielder_range - 1] += there
    return {
        position: [there / sum(by_range) for there in by_range] if sum(by_range) else COMMON_RANGES[position]
        for position, by_range in outs.items()
    }


Halves = Mapping[tuple[str, str], Rates]  # (stands, throws) -> what pitchers of this hand give


def pitching_half(staff: Iterable[tuple[PitcherCard, int]], ranges: Ranges = COMMON_RANGES) -> Halves:
    """What the pitchers' sides give on average, weighted by batters faced, with their X chances."""
    totals = {(stands, throws): Rates() for stands in "LR" for throws in "LR"}
    weights = {"L": 0, "R": 0}
    behind = x_rates(ranges)
    for card, faced in staff:
        weights[card.throws] += faced
        for stands, side in (("L", "left"), ("R", "right")):
            rates = side_rates(card.columns[side])  # type: ignore[index]
            totals[stands, card.throws] = totals[stands, card.throws].plus(rates.plus(behind, 1 / CHANCES), faced)
    return {(stands, throws): total.times(1 / max(1, weights[throws])) for (stands, throws), total in totals.items()}


def season_rates(card: BatterCard, pitching: Halves, hands: PlatoonShares) -> Rates:
    """What a batter comes to over a season: his sides by the hands he meets, half and half with the pitchers'."""
    left, right = (_met(card, throws, pitching) for throws in ("L", "R"))
    return left.times(hands.left_pitchers).plus(right, 1 - hands.left_pitchers)


def _met(card: BatterCard, throws: str, pitching: Halves) -> Rates:
    """Against one hand; a man of both bats from the other side."""
    stands = ("R" if throws == "L" else "L") if card.bats == "S" else card.bats
    other = pitching[stands, throws]
    if card.power["right"] == "W":
        other = other._replace(homerun=0.0, single=other.single + other.homerun)
    return side_rates(card.columns["left" if throws == "L" else "right"]).plus(other).times(0.5)


Batters = Sequence[tuple[BatterCard, BattingSeason]]
Staff = Sequence[tuple[PitcherCard, PitchingSeason]]


def compare_league(
    batters: Batters, staff: Staff, ranges: Ranges = COMMON_RANGES, hands: PlatoonShares = USUAL
) -> list[Comparison]:
    """AB, H, 2B, 3B, HR, BB, HBP and SO of all batters with cards, as played and as their cards give them.

    `ranges` are of the fielders who stood behind the staff.
    """
    played, given, appearances = _totals(batters, staff, ranges, hands)
    sacrifice_flies = sum(season.sacrifice_flies for _, season in batters)
    hits = [sum(rates[:4]) for rates in (played, given)]
    at_bats = [appearances - sacrifice_flies - rates.walk - rates.hit_by_pitch for rates in (played, given)]
    named = {"2B": "double", "3B": "triple", "HR": "homerun", "BB": "walk", "HBP": "hit_by_pitch", "SO": "strikeout"}
    lines = [Comparison("AB", *at_bats), Comparison("H", *hits)]
    return lines + [Comparison(name, getattr(played, kind), getattr(given, kind)) for name, kind in named.items()]


def _totals(batters: Batters, staff: Staff, ranges: Ranges, hands: PlatoonShares) -> tuple[Rates, Rates, int]:
    """Counts as played, as the cards give them, and the plate appearances."""
    pitching = pitching_half(((card, season.batters) for card, season in staff), ranges)
    given, played, appearances = Rates(), Rates(), 0
    for card, season in batters:
        appearances += season.plate_appearances
        given = given.plus(season_rates(card, pitching, hands), season.plate_appearances)
        played = played.plus(Rates(*season.counts))
    return played, given, appearances


def corrected(league: League, batters: Batters, staff: Staff, ranges: Ranges = COMMON_RANGES) -> League:
    """The league with what its batters' cards must aim at to come out right; make the batters anew with it."""
    played, given, _ = _totals(batters, staff, ranges, league.hands)
    pairs = zip(league.aims.rates, played, given, strict=True)
    rates = Rates(*(now * was / got if got else now for now, was, got in pairs))
    return replace(league, aims=replace(league.aims, rates=rates))
