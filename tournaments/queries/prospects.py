"""Teams' prospects while games are left: clinched, eliminated, and magic numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules_engine.competition.elimination import Fate, RaceOutlook, chance, wins_that_suffice
from rules_engine.competition.race import Race, race_from
from rules_engine.competition.sharing import Pair
from rules_engine.competition.standings import Row, SeriesTally


@dataclass(frozen=True, slots=True)
class TeamProspect:
    """A team's prospect.

    `magic` is the number of wins that guarantees a place, regardless of other results. It is None if too many games are
    left to compute it, or if even winning them all isn't enough.
    """

    outlook: RaceOutlook
    magic: int | None
    left: int

    @property
    def fate(self) -> Fate:
        return self.outlook.fate

    @property
    def word(self) -> str:
        """The table entry: "through", "out", the magic number, or ""."""
        if self.fate is not Fate.OPEN:
            return str(self.fate)
        return "" if self.magic is None else str(self.magic)

    def sentence(self, name: str) -> str:
        if self.fate is not Fate.OPEN:
            return f"{name} is {self.fate}: {self.outlook.reason}."
        games = "the remaining game" if self.left == 1 else f"the {self.left} remaining games"
        if self.magic is None:
            return f"{name} can advance, but needs help: winning {games} isn't enough by itself."
        return f"{name} advances if it wins {self.magic} of {games}, no matter what the others do."


Prospects = Mapping[int, TeamProspect]


def race_of_division(
    rows: Sequence[Row],
    series: Sequence[tuple[SeriesTally, int]],
    places: int,
    tie_steps: Sequence[str],
) -> Race:
    """Return the race for the advancing places.

    Args:
        series: Each series' tally and number of planned games.
    """
    scheduled: dict[Pair, int] = {}
    played: dict[Pair, int] = {}
    for tally, planned in series:
        pair = frozenset((tally.home, tally.away))
        scheduled[pair] = scheduled.get(pair, 0) + planned
        played[pair] = played.get(pair, 0) + tally.home_wins + tally.away_wins + tally.ties
    games_over = {row.team: row.games_over_500 for row in rows}
    meetings = [tally for tally, _ in series if tally.met]
    return race_from(games_over, scheduled, played, places, meetings=meetings, tie_steps=tie_steps)


def prospects_of(race: Race, rows: Sequence[Row]) -> Prospects:
    """Return every team's prospect, or nothing before half of the games are played."""
    if not rows or 2 * sum(row.remaining for row in rows) > sum(row.remaining + row.played for row in rows):
        return {}
    return _cached_prospects(_RaceKey(race))


class _RaceKey:
    """A race as a cache key. Races are equal if all their numbers are."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.numbers = _race_numbers(race)

    def __hash__(self) -> int:
        return hash(self.numbers)

    def __eq__(self, value: object) -> bool:
        return isinstance(value, _RaceKey) and self.numbers == value.numbers


def _race_numbers(race: Race) -> tuple[Any, ...]:
    elsewhere = tuple(map(_race_numbers, race.elsewhere))
    games = tuple(race.over.items()), tuple(race.left.items()), race.meetings
    return *games, race.places, race.tie_steps, race.wild_cards, race.by_rank, elsewhere


@lru_cache(maxsize=256)
def _cached_prospects(key: _RaceKey) -> Prospects:
    return {team: _prospect(key.race, team) for team in key.race.over}


def _prospect(race: Race, team: int) -> TeamProspect:
    outlook = chance(race, team)
    magic = wins_that_suffice(race, team) if outlook.fate is Fate.OPEN else None
    return TeamProspect(outlook, magic, race.games_left(team))
