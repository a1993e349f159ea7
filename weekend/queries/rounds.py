"""Each division's current round: open series, their duration, and teams that are waiting or have a bye."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.tables import Entry, FilledTable
from rules_engine.eligibility.suspended_games import series_minutes
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.order_of_play import place_in_round
from tournaments.queries.round_in_play import (
    STAGES,
    CurrentRound,
    RoundKey,
    current_rounds,
    suspended_from_other_rounds,
    teams_on_bye,
)
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.round_table import ROUND, SeriesPace


@dataclass(frozen=True, slots=True)
class RoundPace:
    """A division's current round, or the playoffs' if `division` is None."""

    title: str
    division: Division | None
    number: int
    last: int
    series: list[SeriesPace]
    byes: list[Team] = field(default_factory=list)
    earlier_series: list[SeriesPace] = field(default_factory=list)  # open series from earlier rounds

    @property
    def complete_count(self) -> int:
        return sum(pace.series.status == Series.Status.COMPLETE for pace in self.series)

    @property
    def all_series(self) -> list[SeriesPace]:
        return [*self.earlier_series, *self.series]

    def filled(self, viewer: Viewer | None = None) -> FilledTable[SeriesPace]:
        team_id = (viewer or PUBLIC).team_id
        rows = [Entry(pace, is_mine=pace.series.has_team(team_id), tone=pace.tone) for pace in self.all_series]
        return FilledTable(ROUND, rows)


@dataclass(frozen=True, slots=True)
class HallPace:
    """All current rounds. `suspended` has series from other rounds that only wait for suspended games (T33.0)."""

    rounds: list[RoundPace] = field(default_factory=list)
    suspended: list[Series] = field(default_factory=list)

    @property
    def most_rows(self) -> int:
        """Return the number of lines on a big screen: the longest round and all suspended series."""
        longest = max((len(current.all_series) for current in self.rounds), default=1)
        return longest + len(self.suspended)


def hall_pace(snapshot: TournamentSnapshot, now: datetime) -> HallPace:
    """Return the current rounds by division, using one query besides the snapshot's.

    Tiebreaker games come after the divisions. There are no rounds before the schedule exists or after the end.
    """
    tournament = snapshot.tournament
    current = current_rounds(tournament, snapshot.series)
    if not current:
        return HallPace()
    all_series = _shown_series(snapshot, current)
    start_by_series = series_starts(tournament, all_series)
    teams = [team for team in snapshot.teams.values() if team.division_id and team.dropped_after_round is None]
    rounds = []
    for key in sorted(current, key=lambda key: (STAGES.index(Series.Stage(key[0])), _position(all_series, key))):
        series = [candidate for candidate in all_series if _round_key(candidate) == key]
        rounds.append(_round_pace(tournament, current[key], series, start_by_series, teams, now))
    return HallPace(rounds, suspended_from_other_rounds(all_series, current.values()))


def _round_key(series: Series) -> RoundKey:
    return series.stage, series.division_id


def _position(all_series: Iterable[Series], key: RoundKey) -> int:
    """Return the position of a round's division, or 0 for the playoffs."""
    for series in all_series:
        if _round_key(series) == key and series.division is not None:
            return series.division.position
    return 0


def _shown_series(snapshot: TournamentSnapshot, current: Mapping[RoundKey, CurrentRound]) -> list[Series]:
    """Return the series in current rounds, open ones from earlier rounds, and all suspended ones."""

    def is_shown(series: Series) -> bool:
        if series.status in (Series.Status.SUSPENDED, Series.Status.VOID):
            return series.status == Series.Status.SUSPENDED
        current_round = current.get(_round_key(series))
        if current_round is None:
            return False
        is_open_earlier = series.round < current_round.number and series.status not in Series.NOTHING_TO_BEGIN
        return series.round == current_round.number or is_open_earlier

    return sorted(filter(is_shown, snapshot.series), key=place_in_round)


def series_starts(tournament: Tournament, all_series: Sequence[Series]) -> dict[int, datetime]:
    """Return the start of each series: its roll for home (T0.16) or its first entered game."""
    subjects = [f"series:{series.pk}" for series in all_series]
    rolls = Action.objects.filter(tournament=tournament, verb=Verb.ROLL_FOR_HOME, subject__in=subjects)
    # sorted in Python, because ORDER BY makes a database read the whole log to find these few rows
    actions = sorted(rolls.order_by().values_list("pk", "subject", "at"))
    start_by_series = {int(subject.partition(":")[2]): rolled_at for _, subject, rolled_at in actions}
    for series in all_series:
        if series.started_at is not None:
            roll_time = start_by_series.get(series.pk, series.started_at)
            start_by_series[series.pk] = min(series.started_at, roll_time)
    return start_by_series


def _round_pace(
    tournament: Tournament,
    current: CurrentRound,
    all_series: Sequence[Series],
    start_by_series: Mapping[int, datetime],
    teams: Sequence[Team],
    now: datetime,
) -> RoundPace:
    current_series = [series for series in all_series if current.holds(series)]
    earlier_series = [
        series for series in all_series if not current.holds(series) and series.status != Series.Status.SUSPENDED
    ]
    busy_teams = {team.pk: team for series in earlier_series for team in series.teams()}
    starts = [start_by_series[series.pk] for series in current_series if series.pk in start_by_series]
    round_start = min(starts, default=None)
    division = current_series[0].division
    return RoundPace(
        title=current.title(tournament, division.name if division is not None else ""),
        division=division,
        number=current.number,
        last=current.last,
        series=[_series_pace(series, start_by_series, round_start, now, busy_teams) for series in current_series],
        byes=_byes(current_series, teams) if current.stage == Series.Stage.ROUND_ROBIN else [],
        earlier_series=[
            _series_pace(series, start_by_series, None, now, {}, is_from_earlier_round=True)
            for series in earlier_series
        ],
    )


def _series_pace(
    series: Series,
    start_by_series: Mapping[int, datetime],
    round_start: datetime | None,
    now: datetime,
    busy_teams: Mapping[int, Team],
    *,
    is_from_earlier_round: bool = False,
) -> SeriesPace:
    minutes_allowed = series_minutes(series.games_planned, series.tournament.profile)
    if series.status in Series.NOTHING_TO_BEGIN:
        return SeriesPace(series, minutes_allowed)
    busy_team = busy_teams.get(series.away_id) or busy_teams.get(series.home_id)
    if busy_team is not None and series.status == Series.Status.SCHEDULED:
        return SeriesPace(series, minutes_allowed, waiting_for=busy_team)
    started_at = start_by_series.get(series.pk, round_start)
    minutes = int((now - started_at).total_seconds() // 60) if started_at is not None else None
    return SeriesPace(
        series,
        minutes_allowed,
        started_at,
        minutes,
        is_from_earlier_round=is_from_earlier_round,
        has_started=series.pk in start_by_series,
    )


def _byes(current_series: Sequence[Series], teams: Sequence[Team]) -> list[Team]:
    division_id = current_series[0].division_id
    team_by_id = {team.pk: team for team in teams if team.division_id == division_id and not team.forfeits_turns}
    sides = ((series.home_id, series.away_id, series.status) for series in current_series)
    team_ids = teams_on_bye(team_by_id, sides)
    return [team for team_id, team in team_by_id.items() if team_id in team_ids]
