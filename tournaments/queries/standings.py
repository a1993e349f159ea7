"""Standings of the divisions with the proof of every tie that had to be broken. Three queries, however many teams."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.tables import Entry, FilledTable, Place, Remark
from rules_engine.competition.standings import Row, SeriesTally, standings
from rules_engine.competition.tie_proof import need_sentence
from rules_engine.competition.tie_steps import Answers, Need
from rules_engine.competition.tiebreaks import TieOutcome, Verdict, advancement
from tournaments.access.viewers import Viewer
from tournaments.models import Series, Shootout, TieBreakRoll, Tournament
from tournaments.queries.prospects import Prospects, prospects_of, race_of_division
from tournaments.queries.standings_table import STANDINGS, DivisionName, StandingsLine, TeamName

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


class SeriesRow(NamedTuple):
    """A series as standings need it; rows of plain values are several times faster than models."""

    stage: str
    status: str
    games_planned: int
    round: int
    home_decided: bool
    tally: SeriesTally


_FACTS = SeriesRow._fields.index("tally")


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
    series: list[SeriesRow]  # of the round robin, those that count
    regular_rounds: int = 0  # before the power rounds
    power_rounds: int = 0
    shootouts: Sequence[Shootout] = ()

    @cached_property
    def is_complete(self) -> bool:
        """Whether every game of the round robin is played, those of power rounds that are not paired yet included."""
        return bool(self.rows) and not any(row.remaining for row in self.rows) and not self.power_rounds_to_come

    @cached_property
    def power_rounds_to_come(self) -> int:
        """Power rounds that the format still wants and nobody has paired; none before the schedule is out."""
        rounds = max((series.round for series in self.series), default=0)
        return max(0, self.power_rounds - max(0, rounds - self.regular_rounds)) if rounds else 0

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
    def prospects(self) -> Prospects:
        """Who is through and who is out, while that can be said; places by winning percentage are not foreseen."""
        if self.rank_by != "games_over_500" or self.outcome is None or self.power_rounds_to_come:
            return {}
        in_race = [row for row in self.rows if row.team not in self.passed_over]
        return prospects_of(
            race_of_division(in_race, [(s.tally, s.games_planned) for s in self.series], self.places), in_race
        )

    @property
    def what_is_left(self) -> list[str]:
        """Each team's prospect in a sentence, in the order of the table; nothing once all is played."""
        if self.is_complete:
            return []
        return [self.prospects[team].sentence(self._name(team)) for team in self.order if team in self.prospects]

    @cached_property
    def lines(self) -> list[StandingsLine]:
        rows = {row.team: row for row in self.rows}
        most = max((row.games_over_500 for row in self.rows), default=0)
        cut = self.outcome.last_above_cut if self.outcome else None
        verdicts = {team: self.outcome.verdict(team) if self.outcome else Verdict.OPEN for team in self.order}
        return [
            StandingsLine(
                *(self.slug, self.division, place, rows[team], self.teams[team]),
                *(verdict, self._shown(verdict), team == cut, most, self.prospects.get(team)),
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

    def filled(self, viewer: Viewer | None = None) -> FilledTable[StandingsLine]:
        """The table to be read, with what is open at the cut and who has left the pool."""
        mine = viewer.team_id if viewer else None
        rows: list[Entry[StandingsLine] | Remark] = []
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


def _as_it_is(series: int, tally: SeriesTally) -> SeriesTally:
    return tally


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """All that the standings of a division rest on, but for shootouts; each series with its number."""

    division: DivisionName
    teams: list[TeamName]
    series: list[tuple[int, SeriesRow]]
    rolls: list[TieBreakRoll]


def standings_of(
    tournament: Tournament,
    division_id: int | None = None,
    supposing: Callable[[int, SeriesTally], SeriesTally] = _as_it_is,
) -> list[DivisionStandings]:
    """Every division of the tournament (or one of them) as it stands.

    `supposing` puts another tally in place of that of a series, by its number, for standings as they would be.
    """
    facts = division_facts(tournament, division_id)
    tables = tables_of(tournament, facts, supposing)
    shootouts = _shootouts(tournament, [table for table in tables if table.is_complete and table.needs])
    return [
        _division(tournament, each, supposing, shootouts[each.division.pk]) if each.division.pk in shootouts else table
        for each, table in zip(facts, tables, strict=True)
    ]


def tables_of(
    tournament: Tournament,
    facts: Iterable[DivisionFacts],
    supposing: Callable[[int, SeriesTally], SeriesTally] = _as_it_is,
) -> list[DivisionStandings]:
    """The tables of divisions that are read already, as if no shootout was played. No query."""
    return [_division(tournament, each, supposing) for each in facts]


def division_facts(tournament: Tournament, division_id: int | None = None) -> list[DivisionFacts]:
    """Three queries."""
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
    series: dict[int, list[tuple[int, SeriesRow]]] = defaultdict(list)
    margins = ("margins",) if tournament.profile.standings.run_difference_cap else ()
    columns = ("division_id", "pk", *SeriesRow._fields[:_FACTS], *_TALLY_COLUMNS, *margins)
    for division, pk, *row in tournament.series.filter(**chosen).order_by("round", "table", "pk").values_list(*columns):
        series[division].append((pk, SeriesRow._make([*row[:_FACTS], SeriesTally(*row[_FACTS:])])))
    rolls: dict[int, list[TieBreakRoll]] = defaultdict(list)
    for roll in tournament.tie_break_rolls.filter(**chosen):
        rolls[roll.division_id].append(roll)
    return [DivisionFacts(d, teams[d], series[d.pk], rolls[d.pk]) for d in teams]


def _shootouts(tournament: Tournament, tied: Iterable[DivisionStandings]) -> dict[int, list[Shootout]]:
    """Those of each division that is played out and still tied without them; no query where none is."""
    shootouts: dict[int, list[Shootout]] = defaultdict(list)
    if divisions := [table.division.pk for table in tied]:
        for each in tournament.shootouts.filter(division__in=divisions).select_related("home", "away"):
            each.tournament = tournament
            shootouts[each.division_id].append(each)
    return shootouts


def _division(
    tournament: Tournament,
    facts: DivisionFacts,
    supposing: Callable[[int, SeriesTally], SeriesTally],
    shootouts: Sequence[Shootout] = (),
) -> DivisionStandings:
    division, teams = facts.division, facts.teams
    series = [row for _, row in facts.series]
    if supposing is not _as_it_is:
        series = [row._replace(tally=supposing(pk, row.tally)) for pk, row in facts.series]
    counted = [s for s in series if s.stage == Series.Stage.ROUND_ROBIN and s.status != Series.Status.VOID]
    removed = _removed(teams, series)
    ids = [team.pk for team in teams if team not in removed]
    tallies = [s.tally for s in counted]
    rules = tournament.profile.standings
    rows = standings(ids, tallies, scheduled_games=_scheduled(counted), rank_by=rules.rank_by)
    passed_over = [team.pk for team in teams if team.is_passed_over]
    places = min(tournament.advance_per_division, len(set(ids).difference(passed_over)))
    answers = _answers(series, facts.rolls, shootouts)
    begun = any(row.played for row in rows)
    outcome = advancement(rows, tallies, places, rules, answers, passed_over) if begun else None
    return DivisionStandings(
        division,
        rows,
        {team.pk: team for team in teams},
        places,
        outcome,
        removed,
        rules.rank_by,
        tournament.slug,
        counted,
        rounds_of(tournament, len(teams)),
        tournament.power_rounds,
        shootouts,
    )


def rounds_of(tournament: Tournament, teams: int) -> int:
    """Rounds of the round robin before its power rounds: as many as the format has, or all that there are."""
    every = (teams - 1 + teams % 2) * tournament.round_robins
    return min(tournament.rounds_played, every) or every


def _removed(teams: list[TeamName], series: Iterable[SeriesRow]) -> list[TeamName]:
    """T0.08, third branch: a dropped team whose series are all void has left the pool.

    One void series does not do it: a team whose series others play may have one against a team that has left.
    """
    dropped = [team for team in teams if team.dropped_after_round is not None]
    if not dropped:
        return []
    standing = {number for s in series if s.status != Series.Status.VOID for number in s.tally[:2]}
    return [team for team in dropped if team.pk not in standing]


def _scheduled(series: Iterable[SeriesRow]) -> dict[int, int]:
    games: dict[int, int] = defaultdict(int)
    for one in series:
        games[one.tally.home] += one.games_planned
        games[one.tally.away] += one.games_planned
    return games


def _answers(series: Iterable[SeriesRow], rolls: Iterable[TieBreakRoll], shootouts: Iterable[Shootout]) -> Answers:
    playoff_games = {
        frozenset(game.tally[:2]): game.tally.home if game.tally.home_wins else game.tally.away
        for game in series
        if game.stage == Series.Stage.TIE_BREAK and game.tally.home_wins != game.tally.away_wins
    }
    d20: dict[frozenset[int], list[dict[int, int]]] = defaultdict(list)
    for roll in rolls:
        thrown = {int(team): value for team, value in roll.rolls.items()}
        d20[frozenset(thrown)].append(thrown)
    won = {frozenset((each.home_id, each.away_id)): each.winner_id for each in shootouts}
    by_shootout = {pair: winner for pair, winner in won.items() if winner is not None}
    # a tie is broken by whichever of the two was played for it
    return Answers({**by_shootout, **playoff_games}, {**playoff_games, **by_shootout}, d20)
