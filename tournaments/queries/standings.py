"""Standings of the divisions with the proof of every tie that had to be broken. Three queries, however many teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules_engine.competition.standings import Row, SeriesTally, record_text, standings
from rules_engine.competition.tie_proof import need_sentence
from rules_engine.competition.tie_steps import Answers, Need
from rules_engine.competition.tiebreaks import TieOutcome, advancement
from tournaments.models import Division, Series, Team, TieBreakRoll, Tournament

_SERIES_COLUMNS = (
    "tournament_id",
    "division_id",
    "stage",
    "status",
    "games_planned",
    "home_id",
    "away_id",
    "home_wins",
    "away_wins",
    "ties",
    "home_runs",
    "away_runs",
    "outcomes",
)


@dataclass(frozen=True)
class Line:
    """One line of the printed table."""

    row: Row
    team: Team
    advances: bool
    is_cut: bool  # the last place that advances; a rule is drawn below it

    @property
    def record(self) -> str:
        return record_text(self.row.wins, self.row.losses, self.row.ties)


@dataclass(frozen=True)
class DivisionStandings:
    """A division's table, best first, with what decided its order. `outcome` is None before the first game."""

    division: Division
    rows: list[Row]
    teams: Mapping[int, Team]
    places: int
    outcome: TieOutcome | None
    removed: list[Team]  # dropped teams whose games are thrown out (T0.08)

    @cached_property
    def is_complete(self) -> bool:
        """Whether every game of the round robin is played."""
        return bool(self.rows) and not any(row.remaining for row in self.rows)

    @cached_property
    def order(self) -> list[int]:
        """Teams in the order of the table: rank first, and within a rank as the tie-break left them."""
        if self.outcome is None:
            return [row.team for row in self.rows]
        return [*self.outcome.seeds, *self.outcome.tied, *self.outcome.eliminated]

    @cached_property
    def lines(self) -> list[Line]:
        rows = {row.team: row for row in self.rows}
        inside = set(self.outcome.seeds) if self.outcome else set()
        ordered = self.order
        return [
            Line(rows[team], self.teams[team], team in inside, place == self.places and place < len(ordered))
            for place, team in enumerate(ordered, start=1)
        ]

    @cached_property
    def proof(self) -> list[str]:
        return [step.sentence(self._name) for step in self.outcome.proof] if self.outcome else []

    @cached_property
    def needs(self) -> list[tuple[Need, str]]:
        """What has to happen before the order is final, each with its sentence."""
        return [(need, need_sentence(need, self._name)) for need in self.outcome.needs] if self.outcome else []

    @property
    def qualified(self) -> list[Team]:
        """Teams that advance, in order of seed; only final once `is_complete` and nothing is needed."""
        return [self.teams[team] for team in self.outcome.seeds] if self.outcome else []

    def _name(self, team: int) -> str:
        return self.teams[team].name


def standings_of(tournament: Tournament, division_id: int | None = None) -> list[DivisionStandings]:
    """Every division of the tournament (or one of them) as it stands."""
    chosen = {"division_id": division_id} if division_id else {"division__isnull": False}
    teams: dict[Division, list[Team]] = defaultdict(list)
    for team in (
        tournament.teams.filter(**chosen).select_related("division").order_by("division__position", "slot", "pk")
    ):
        assert team.division is not None  # filtered above
        teams[team.division].append(team)
    series: dict[int, list[Series]] = defaultdict(list)
    played = tournament.series.filter(**chosen).only(*_SERIES_COLUMNS).order_by("round", "table", "pk")
    for one in played:
        series[one.division_id or 0].append(one)
    rolls: dict[int, list[TieBreakRoll]] = defaultdict(list)
    for roll in tournament.tie_break_rolls.filter(**chosen):
        rolls[roll.division_id].append(roll)
    return [_division(tournament, d, teams[d], series[d.pk], rolls[d.pk]) for d in teams]


def _division(
    tournament: Tournament, division: Division, teams: list[Team], series: list[Series], rolls: list[TieBreakRoll]
) -> DivisionStandings:
    counted = [s for s in series if s.stage == Series.Stage.ROUND_ROBIN and s.status != Series.Status.VOID]
    removed = _removed(teams, series)
    ids = [team.pk for team in teams if team not in removed]
    tallies = [tally_of(s) for s in counted]
    rows = standings(ids, tallies, scheduled_games=_scheduled(counted))
    places = min(tournament.advance_per_division, len(ids))
    rules = tournament.profile.standings
    begun = any(row.played for row in rows)
    outcome = advancement(rows, tallies, places, rules, _answers(series, rolls)) if begun else None
    return DivisionStandings(division, rows, {team.pk: team for team in teams}, places, outcome, removed)


def tally_of(series: Series) -> SeriesTally:
    return SeriesTally(
        series.home_id,
        series.away_id,
        series.home_wins,
        series.away_wins,
        series.ties,
        series.home_runs,
        series.away_runs,
        series.outcomes,
    )


def _removed(teams: list[Team], series: Iterable[Series]) -> list[Team]:
    """T0.08, third branch: a dropped team whose series are void has left the pool."""
    dropped = [team for team in teams if team.dropped_after_round is not None]
    if not dropped:
        return []
    void = {number for s in series if s.status == Series.Status.VOID for number in (s.home_id, s.away_id)}
    return [team for team in dropped if team.pk in void]


def _scheduled(series: Iterable[Series]) -> dict[int, int]:
    games: dict[int, int] = defaultdict(int)
    for one in series:
        games[one.home_id] += one.games_planned
        games[one.away_id] += one.games_planned
    return games


def _answers(series: Iterable[Series], rolls: Iterable[TieBreakRoll]) -> Answers:
    playoff_games = {
        frozenset((s.home_id, s.away_id)): s.home_id if s.home_wins > s.away_wins else s.away_id
        for s in series
        if s.stage == Series.Stage.TIE_BREAK and s.home_wins != s.away_wins
    }
    d20: dict[frozenset[int], list[dict[int, int]]] = defaultdict(list)
    for roll in rolls:
        thrown = {int(team): value for team, value in roll.rolls.items()}
        d20[frozenset(thrown)].append(thrown)
    return Answers(playoff_games=playoff_games, shootouts=playoff_games, d20=d20)
