"""What the cards of a season should give: shares of a plate appearance, intentional walks and bunts left out."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.seasons import (
    BattingSeason,
    LeagueSeason,
    PitchingSeason,
    Rates,
    drawn_rates,
    league_rates,
    pitcher_rates,
)

NAMES: Final[Mapping[str, str]] = {
    "S": "singles",
    "D": "doubles",
    "T": "triples",
    "HR": "homeruns",
    "W": "walks",
    "HBP": "hit by pitch",
    "K": "strikeouts",
}
Targets = dict[str, float]


def as_targets(rates: Rates) -> Targets:
    single, double, triple, homerun, walk, hit_by_pitch, strikeout = rates
    return {
        "S": single,
        "D": double,
        "T": triple,
        "HR": homerun,
        "W": walk,
        "HBP": hit_by_pitch,
        "K": strikeout,
    }


def batters_targets(season: LeagueSeason) -> dict[str, Targets]:
    """By player; a man who played little is drawn towards his kind: pitchers, or all the others."""
    league = league_rates(season.batting.values())
    pitchers = [
        line for man, line in season.batting.items() if season.bats_as_pitcher(man) and line.plate_appearances > 0
    ]
    others = [line for man, line in season.batting.items() if not season.bats_as_pitcher(man)]
    kinds = {True: league_rates(pitchers) if pitchers else league, False: league_rates(others) if others else league}
    return {man: as_targets(_drawn(line, kinds[season.bats_as_pitcher(man)])) for man, line in season.batting.items()}


def _drawn(line: BattingSeason, kind: Rates) -> Rates:
    return drawn_rates(line, kind) if line.plate_appearances else kind


def pitchers_targets(season: LeagueSeason) -> dict[str, Targets]:
    """By player."""
    league = league_rates(season.batting.values())
    return {man: as_targets(pitcher_rates(line, league)) for man, line in season.pitching.items()}


def batter_weight(line: BattingSeason) -> float:
    return float(line.plate_appearances)


def pitcher_weight(line: PitchingSeason) -> float:
    return float(line.batters - line.intentional_walks)
