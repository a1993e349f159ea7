"""Standings as they would be: games that are left given to a winner, results put otherwise. Nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_engine.competition.standings import SeriesTally
from tournaments.models import Series, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of

LETTERS = "HAT"


@dataclass(frozen=True, slots=True)
class SupposedGame:
    """One game of a series: who won it, H, A or T, or "" where that is open; `is_played` in earnest."""

    name: str  # of its field
    number: int
    outcome: str
    is_played: bool


@dataclass(frozen=True, slots=True)
class SupposedSeries:
    series: Series
    games: list[SupposedGame]

    @property
    def is_open(self) -> bool:
        return not all(game.is_played for game in self.games)


def supposed_series(tournament: Tournament, division_id: int, given: Mapping[str, str]) -> list[SupposedSeries]:
    """Every series of the division's round robin with its games, as they stand or as `given` has them."""
    rows = tournament.series.filter(division_id=division_id, stage=Series.Stage.ROUND_ROBIN)
    counted = rows.exclude(status=Series.Status.VOID).select_related("home", "away").order_by("round", "table", "pk")
    return [SupposedSeries(series, list(_games(series, given))) for series in counted]


def _games(series: Series, given: Mapping[str, str]) -> list[SupposedGame]:
    games = []
    for number in range(1, series.games_planned + 1):
        name = f"g{series.pk}_{number}"
        stands = series.outcomes[number - 1 : number]
        wanted = given.get(name, "")
        games.append(SupposedGame(name, number, wanted if wanted in LETTERS and wanted else stands, bool(stands)))
    return games


def standings_if(tournament: Tournament, division_id: int, supposed: list[SupposedSeries]) -> DivisionStandings | None:
    """The division's standings as these games would make them; runs stay as they are."""
    outcomes = {each.series.pk: "".join(game.outcome for game in each.games) for each in supposed}
    tables = standings_of(tournament, division_id, lambda pk, tally: _with(tally, outcomes.get(pk, tally.outcomes)))
    return tables[0] if tables else None


def _with(tally: SeriesTally, outcomes: str) -> SeriesTally:
    if outcomes == tally.outcomes:
        return tally
    home, away, ties = (outcomes.count(letter) for letter in LETTERS)
    return tally._replace(outcomes=outcomes, home_wins=home, away_wins=away, ties=ties)
