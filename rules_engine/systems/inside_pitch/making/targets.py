"""Target results for a season's cards: shares of plate appearances, without intentional walks and bunts."""

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
    """Return targets by player. Part-time players are regressed toward pitchers or toward all other batters."""
    league = league_rates(season.batting.values())
    pitchers = [
        line for player, line in season.batting.items() if season.bats_as_pitcher(player) and line.plate_appearances > 0
    ]
    hitters = [line for player, line in season.batting.items() if not season.bats_as_pitcher(player)]
    kinds = {True: league_rates(pitchers) if pitchers else league, False: league_rates(hitters) if hitters else league}
    return {
        player: as_targets(_regressed(line, kinds[season.bats_as_pitcher(player)]))
        for player, line in season.batting.items()
    }


def _regressed(line: BattingSeason, kind: Rates) -> Rates:
    return drawn_rates(line, kind) if line.plate_appearances else kind


def pitchers_targets(season: LeagueSeason) -> dict[str, Targets]:
    """Return targets by player."""
    league = league_rates(season.batting.values())
    return {player: as_targets(pitcher_rates(line, league)) for player, line in season.pitching.items()}


def batter_weight(line: BattingSeason) -> float:
    return float(line.plate_appearances)


def pitcher_weight(line: PitchingSeason) -> float:
    return float(line.batters - line.intentional_walks)
