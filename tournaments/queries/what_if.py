"""Standings as they would be: games that are left given to a winner, results put otherwise, a team that drops out, and
how what a tie then asks for would end. Nothing is written."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.http import QueryDict

from rules_engine.competition.standings import SeriesTally
from tournaments.models import Division, Series, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings, SeriesRow
from tournaments.queries.dropout_branches import NOBODY, DropOut
from tournaments.queries.dropouts import drop_out
from tournaments.queries.standings import DivisionFacts, standings_of
from tournaments.queries.supposed_ties import SupposedTie, TieKey, take_answer

LETTERS: Final = "HAT"
TIE: Final = "tie"  # as it is given; else the number of the winner, who may be listed as the visitors tomorrow


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

    @property
    def outcomes(self) -> str:
        return "".join(game.outcome for game in self.games)


@dataclass(frozen=True)
class WhatIf:
    """A division as the given games and answers would make it; runs stay as they are."""

    tournament: Tournament
    division: Division
    given: QueryDict

    @cached_property
    def series(self) -> list[SupposedSeries]:
        """Every series of the round robin with its games, as they stand or as they are supposed."""
        rows = self.tournament.series.filter(division=self.division, stage=Series.Stage.ROUND_ROBIN)
        counted = (
            rows.exclude(status=Series.Status.VOID).select_related("home", "away").order_by("round", "table", "pk")
        )
        return [SupposedSeries(series, list(_games(series, self.given))) for series in counted]

    @property
    def left(self) -> list[SupposedSeries]:
        return [each for each in self.series if each.is_open]

    @property
    def played(self) -> list[SupposedSeries]:
        return [each for each in self.series if not each.is_open]

    @cached_property
    def may_drop_out(self) -> list[tuple[int, str]]:
        """Number and name of every team that can still do so (T0.08)."""
        if self.tournament.stage != Tournament.Stage.ROUND_ROBIN:
            return []
        left = {team for each in self.left for team in (each.series.home_id, each.series.away_id)}
        playing = self.division.teams.filter(pk__in=left, dropped_after_round=None)
        return list(playing.order_by("name").values_list("pk", "name"))

    @cached_property
    def drop_out(self) -> DropOut | None:
        """The drop-out that is supposed, after the last round that the team has completed."""
        number = self.given.get("drops_out", "")
        if number not in {str(team) for team, _ in self.may_drop_out}:
            return None
        team = self.division.teams.select_related("tournament", "division").get(pk=number)
        complete = [
            each.series.round
            for each in self.series
            if each.series.status == Series.Status.COMPLETE and team.pk in (each.series.home_id, each.series.away_id)
        ]
        return drop_out(team, max(complete, default=0))

    @property
    def throws_out(self) -> bool:
        """Whether every game against the team that drops out is thrown out (T0.08)."""
        return self.drop_out is not None and self.drop_out.branch == NOBODY

    @property
    def table(self) -> DivisionStandings | None:
        return self._settled[0]

    @property
    def ties(self) -> list[SupposedTie]:
        """What has to happen once all games are played, each with how it is supposed to end."""
        return self._settled[1]

    @cached_property
    def _settled(self) -> tuple[DivisionStandings | None, list[SupposedTie]]:
        """One answer after the other, for what is asked for hangs on those before it."""
        ties: dict[TieKey, SupposedTie] = {}
        while True:
            tables = standings_of(self.tournament, self.division.pk, lambda facts: self._supposed(facts, ties))
            if not tables or not tables[0].is_complete or not take_answer(ties, tables[0], self.given):
                return (tables[0] if tables else None), list(ties.values())

    def _supposed(self, facts: DivisionFacts, ties: dict[TieKey, SupposedTie]) -> DivisionFacts:
        if facts.division.pk != self.division.pk:
            return facts
        outcomes = {each.series.pk: each.outcomes for each in self.series}
        series = [(pk, self._row(row, outcomes.get(pk, row.tally.outcomes))) for pk, row in facts.series]
        games = [(0, _game(*tie.result)) for tie in ties.values() if tie.result]
        thrown = [rolls for tie in ties.values() for rolls in tie.rounds]
        rolls = [TieBreakRoll(rolls={str(team): roll for team, roll in each.items()}) for each in thrown]
        dropped = {self.drop_out.team.pk: self.drop_out.after_round} if self.drop_out else {}
        teams = [
            team._replace(dropped_after_round=dropped.get(team.pk, team.dropped_after_round)) for team in facts.teams
        ]
        return replace(facts, teams=teams, series=[*series, *games], rolls=[*facts.rolls, *rolls])

    def _row(self, row: SeriesRow, outcomes: str) -> SeriesRow:
        if self.throws_out and self.drop_out and self.drop_out.team.pk in row.tally[:2]:
            return row._replace(status=Series.Status.VOID)
        return row._replace(tally=_with(row.tally, outcomes))


def _games(series: Series, given: QueryDict) -> Iterator[SupposedGame]:
    winners = {str(series.home_id): "H", str(series.away_id): "A", TIE: "T"}
    for number in range(1, series.games_planned + 1):
        name = f"g{series.pk}_{number}"
        stands = series.outcomes[number - 1 : number]
        supposed = winners.get(given.get(name, ""), stands)
        yield SupposedGame(name, number, supposed, bool(stands))


def _with(tally: SeriesTally, outcomes: str) -> SeriesTally:
    if outcomes == tally.outcomes:
        return tally
    home, away, ties = (outcomes.count(letter) for letter in LETTERS)
    return tally._replace(outcomes=outcomes, home_wins=home, away_wins=away, ties=ties)


def _game(winner: int, loser: int) -> SeriesRow:
    """The game that breaks a tie of two."""
    tally = SeriesTally(winner, loser, 1, 0, 0, 0, 0, "H")
    return SeriesRow(Series.Stage.TIE_BREAK, Series.Status.COMPLETE, 1, 1, tally)
