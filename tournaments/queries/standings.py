"""Standings of the divisions with the proof of every tie that had to be broken. Three queries, however many teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.tables import Entry, FilledTable, Place, Remark
from rules_engine.competition.standings import Row, SeriesTally, standings
from rules_engine.competition.tie_proof import need_sentence
from rules_engine.competition.tie_steps import Answers, Need
from rules_engine.competition.tiebreaks import TieOutcome, Verdict, advancement
from tournaments.access.viewers import Viewer
from tournaments.models import Series, TieBreakRoll, Tournament
from tournaments.queries.standings_table import STANDINGS, DivisionName, Line, TeamName

_AS_IT_STANDS = {Verdict.ADVANCES: "in place", Verdict.OPEN: "open", Verdict.OUT: ""}
_TALLY_COLUMNS = (
    "home_id",
    "away_id",
    "home_wins",
    "away_wins",
    "ties",
    "home_runs",
    "away_runs",
    "outcomes",
    "never_begun",
)


class _SeriesRow(NamedTuple):
    """A series as standings need it; rows of plain values are several times faster than models."""

    stage: str
    status: str
    games_planned: int
    tally: SeriesTally


@dataclass(frozen=True)
class DivisionStandings:
    """A division's table, best first, with what decided its order. `outcome` is None before the first game."""

    division: DivisionName
    rows: list[Row]
    teams: Mapping[int, TeamName]
    places: int
    outcome: TieOutcome | None
    removed: list[TeamName]  # dropped teams whose games are thrown out (T0.08)
    rank_by: str
    slug: str  # of the tournament

    @cached_property
    def is_complete(self) -> bool:
        """Whether every game of the round robin is played."""
        return bool(self.rows) and not any(row.remaining for row in self.rows)

    @cached_property
    def order(self) -> list[int]:
        """Teams in the order of the table: rank first, and within a rank as the tie-break left them."""
        if self.outcome is None:
            return [row.team for row in self.rows]
        decided = [*self.outcome.seeds, *self.outcome.tied, *self.outcome.eliminated]
        if not self.passed_over:
            return decided
        ranks = {row.team: row.rank for row in self.rows}
        return sorted([*decided, *self.passed_over], key=lambda team: ranks[team])

    @cached_property
    def passed_over(self) -> list[int]:
        """Dropped teams in whose place the next best advances (T0.08)."""
        return [row.team for row in self.rows if self.teams[row.team].is_passed_over]

    @cached_property
    def lines(self) -> list[Line]:
        rows = {row.team: row for row in self.rows}
        cut = self.outcome.last_above_cut if self.outcome else None
        verdicts = {team: self.outcome.verdict(team) if self.outcome else Verdict.OPEN for team in self.order}
        return [
            Line(
                *(self.slug, self.division, place, rows[team], self.teams[team]),
                *(verdict, self._shown(verdict), team == cut),
            )
            for place, (team, verdict) in enumerate(verdicts.items(), start=1)
        ]

    def _shown(self, verdict: Verdict) -> str:
        if self.outcome is None:
            return ""
        return str(verdict) if self.is_complete else _AS_IT_STANDS[verdict]

    @property
    def open_cut(self) -> str:
        """What is open at the cut line, in words; "" where it is decided."""
        return self.outcome.open_cut if self.outcome else ""

    def filled(self, viewer: Viewer | None = None) -> FilledTable[Line]:
        """The table to be read, with what is open at the cut and who has left the pool."""
        mine = viewer.team_id if viewer else None
        rows: list[Entry[Line] | Remark] = []
        for line in self.lines:
            rows.append(Entry(line, is_cut=line.is_cut, is_mine=line.team.pk == mine))
            if line.is_cut and self.open_cut:
                rows.append(Remark(self.open_cut, Place.READ | Place.FRONT))
        gone = "dropped out after round {}; games thrown out (T0.08)"
        rows += [
            Remark(gone.format(team.dropped_after_round), Place.PAGE | Place.WALL, team.name) for team in self.removed
        ]
        return FilledTable(STANDINGS, rows, {"places": self.places})

    @cached_property
    def proof(self) -> list[str]:
        return [step.sentence(self._name) for step in self.outcome.proof] if self.outcome else []

    @cached_property
    def needs(self) -> list[tuple[Need, str]]:
        """What has to happen before the order is final, each with its sentence."""
        return [(need, need_sentence(need, self._name)) for need in self.outcome.needs] if self.outcome else []

    @property
    def qualified(self) -> list[TeamName]:
        """Teams that advance, in order of seed; only final once `is_complete` and nothing is needed."""
        return [self.teams[team] for team in self.outcome.seeds] if self.outcome else []

    def _name(self, team: int) -> str:
        return self.teams[team].name


def standings_of(tournament: Tournament, division_id: int | None = None) -> list[DivisionStandings]:
    """Every division of the tournament (or one of them) as it stands."""
    chosen = {"division_id": division_id} if division_id else {"division__isnull": False}
    teams: dict[DivisionName, list[TeamName]] = defaultdict(list)
    team_columns = (
        "division_id",
        "division__name",
        "division__position",
        "pk",
        "name",
        "dropped_after_round",
        "taken_over_by",
        "is_passed_over",
    )
    entered = tournament.teams.filter(**chosen).order_by("division__position", "slot", "pk")
    for number, name, position, *team in entered.values_list(*team_columns):
        teams[DivisionName(number, name, position)].append(TeamName(*team))
    series: dict[int, list[_SeriesRow]] = defaultdict(list)
    margins = ("margins",) if tournament.profile.standings.run_difference_cap else ()
    columns = ("division_id", "stage", "status", "games_planned", *_TALLY_COLUMNS, *margins)
    for division, stage, status, planned, *tally in (
        tournament.series.filter(**chosen).order_by("round", "table", "pk").values_list(*columns)
    ):
        series[division].append(_SeriesRow(stage, status, planned, SeriesTally(*tally)))
    rolls: dict[int, list[TieBreakRoll]] = defaultdict(list)
    for roll in tournament.tie_break_rolls.filter(**chosen):
        rolls[roll.division_id].append(roll)
    return [_division(tournament, d, teams[d], series[d.pk], rolls[d.pk]) for d in teams]


def _division(
    tournament: Tournament,
    division: DivisionName,
    teams: list[TeamName],
    series: list[_SeriesRow],
    rolls: list[TieBreakRoll],
) -> DivisionStandings:
    counted = [s for s in series if s.stage == Series.Stage.ROUND_ROBIN and s.status != Series.Status.VOID]
    removed = _removed(teams, series)
    ids = [team.pk for team in teams if team not in removed]
    tallies = [s.tally for s in counted]
    rules = tournament.profile.standings
    rows = standings(ids, tallies, scheduled_games=_scheduled(counted), rank_by=rules.rank_by)
    passed_over = [team.pk for team in teams if team.is_passed_over]
    places = min(tournament.advance_per_division, len(set(ids).difference(passed_over)))
    begun = any(row.played for row in rows)
    outcome = advancement(rows, tallies, places, rules, _answers(series, rolls), passed_over) if begun else None
    return DivisionStandings(
        division, rows, {team.pk: team for team in teams}, places, outcome, removed, rules.rank_by, tournament.slug
    )


def _removed(teams: list[TeamName], series: Iterable[_SeriesRow]) -> list[TeamName]:
    """T0.08, third branch: a dropped team whose series are all void has left the pool.

    One void series does not do it: a team whose series others play may have one against a team that has left.
    """
    dropped = [team for team in teams if team.dropped_after_round is not None]
    if not dropped:
        return []
    standing = {number for s in series if s.status != Series.Status.VOID for number in s.tally[:2]}
    return [team for team in dropped if team.pk not in standing]


def _scheduled(series: Iterable[_SeriesRow]) -> dict[int, int]:
    games: dict[int, int] = defaultdict(int)
    for one in series:
        games[one.tally.home] += one.games_planned
        games[one.tally.away] += one.games_planned
    return games


def _answers(series: Iterable[_SeriesRow], rolls: Iterable[TieBreakRoll]) -> Answers:
    playoff_games = {
        frozenset(game.tally[:2]): game.tally.home if game.tally.home_wins else game.tally.away
        for game in series
        if game.stage == Series.Stage.TIE_BREAK and game.tally.home_wins != game.tally.away_wins
    }
    d20: dict[frozenset[int], list[dict[int, int]]] = defaultdict(list)
    for roll in rolls:
        thrown = {int(team): value for team, value in roll.rolls.items()}
        d20[frozenset(thrown)].append(thrown)
    return Answers(playoff_games=playoff_games, shootouts=playoff_games, d20=d20)
