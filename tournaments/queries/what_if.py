"""Hypothetical standings with supposed results, a supposed dropout and supposed tiebreakers. Nothing is saved."""

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
from tournaments.queries.supposed_ties import SupposedTie, TieKey, apply_next_answer

LETTERS: Final = "HAT"
TIE: Final = "tie"  # Form value. A win is the winner's ID, because home and away may still be swapped.


@dataclass(frozen=True, slots=True)
class SupposedGame:
    """A game in a series with its actual or supposed winner (H, A or T), or "" if it is open."""

    name: str  # name of the form field
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
    """A division with the supposed games and answers applied. Runs stay unchanged."""

    tournament: Tournament
    division: Division
    answers: QueryDict

    @cached_property
    def series(self) -> list[SupposedSeries]:
        """Every round-robin series with its actual and supposed games."""
        rows = self.tournament.series.filter(division=self.division, stage=Series.Stage.ROUND_ROBIN)
        counted = (
            rows.exclude(status=Series.Status.VOID).select_related("home", "away").order_by("round", "table", "pk")
        )
        return [SupposedSeries(series, list(_supposed_games(series, self.answers))) for series in counted]

    @property
    def left(self) -> list[SupposedSeries]:
        return [supposed for supposed in self.series if supposed.is_open]

    @property
    def played(self) -> list[SupposedSeries]:
        return [supposed for supposed in self.series if not supposed.is_open]

    @cached_property
    def may_drop_out(self) -> list[tuple[int, str]]:
        """The ID and name of every team that can still drop out (T0.08)."""
        if self.tournament.stage != Tournament.Stage.ROUND_ROBIN:
            return []
        remaining_teams = {
            team for supposed in self.left for team in (supposed.series.home_id, supposed.series.away_id)
        }
        playing = self.division.teams.filter(pk__in=remaining_teams, dropped_after_round=None)
        return list(playing.order_by("name").values_list("pk", "name"))

    @cached_property
    def drop_out(self) -> DropOut | None:
        """The supposed dropout, after the last round that the team has completed."""
        chosen_id = self.answers.get("drops_out", "")
        if chosen_id not in {str(team) for team, _ in self.may_drop_out}:
            return None
        team = self.division.teams.select_related("tournament", "division").get(pk=chosen_id)
        all_series = [supposed.series for supposed in self.series]
        rounds_completed = [
            series.round
            for series in all_series
            if series.status == Series.Status.COMPLETE and series.has_team(team.pk)
        ]
        return drop_out(team, max(rounds_completed, default=0))

    @property
    def throws_out(self) -> bool:
        """Return whether every game against the dropped team is thrown out (T0.08)."""
        return self.drop_out is not None and self.drop_out.branch == NOBODY

    @property
    def table(self) -> DivisionStandings | None:
        return self._result[0]

    @property
    def ties(self) -> list[SupposedTie]:
        """The ties left after all games are played, with their supposed results."""
        return self._result[1]

    @cached_property
    def _result(self) -> tuple[DivisionStandings | None, list[SupposedTie]]:
        """The standings and ties. Apply answers one at a time, because each answer can raise the next question."""
        ties: dict[TieKey, SupposedTie] = {}
        while True:
            tables = standings_of(
                self.tournament,
                self.division.pk,
                lambda facts: self._with_suppositions(facts, ties),
            )
            if not tables or not tables[0].is_complete or not apply_next_answer(ties, tables[0], self.answers):
                return (tables[0] if tables else None), list(ties.values())

    def _with_suppositions(self, facts: DivisionFacts, ties: dict[TieKey, SupposedTie]) -> DivisionFacts:
        if facts.division.pk != self.division.pk:
            return facts
        outcomes = {supposed.series.pk: supposed.outcomes for supposed in self.series}
        series = [(pk, self._supposed_row(row, outcomes.get(pk, row.tally.outcomes))) for pk, row in facts.series]
        tie_break_games = [(0, _tie_break_game(*tie.result)) for tie in ties.values() if tie.result]
        rolls = []
        for tie in ties.values():
            for roll_by_team in tie.rounds:
                stored = {str(team): value for team, value in roll_by_team.items()}
                rolls.append(TieBreakRoll(rolls=stored))
        dropped_after = {self.drop_out.team.pk: self.drop_out.after_round} if self.drop_out else {}
        teams = [
            team._replace(dropped_after_round=dropped_after.get(team.pk, team.dropped_after_round))
            for team in facts.teams
        ]
        return replace(facts, teams=teams, series=[*series, *tie_break_games], rolls=[*facts.rolls, *rolls])

    def _supposed_row(self, row: SeriesRow, outcomes: str) -> SeriesRow:
        if self.throws_out and self.drop_out and self.drop_out.team.pk in row.tally[:2]:
            return row._replace(status=Series.Status.VOID)
        return row._replace(tally=_with_outcomes(row.tally, outcomes))


def _supposed_games(series: Series, answers: QueryDict) -> Iterator[SupposedGame]:
    winners = {str(series.home_id): "H", str(series.away_id): "A", TIE: "T"}
    for number in range(1, series.games_planned + 1):
        name = f"g{series.pk}_{number}"
        actual = series.outcomes[number - 1 : number]
        supposed = winners.get(answers.get(name, ""), actual)
        yield SupposedGame(name, number, supposed, bool(actual))


def _with_outcomes(tally: SeriesTally, outcomes: str) -> SeriesTally:
    if outcomes == tally.outcomes:
        return tally
    home, away, ties = (outcomes.count(letter) for letter in LETTERS)
    return tally._replace(outcomes=outcomes, home_wins=home, away_wins=away, ties=ties)


def _tie_break_game(winner: int, loser: int) -> SeriesRow:
    """Return the tiebreaker game between two teams."""
    tally = SeriesTally(winner, loser, 1, 0, 0, 0, 0, "H")
    return SeriesRow(Series.Stage.TIE_BREAK, Series.Status.COMPLETE, 1, 1, tally)
