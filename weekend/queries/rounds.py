"""The current round of each division: open series, their duration, who waits, who has a bye."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from core.tables import Entry, FilledTable
from rules_engine.eligibility.suspended_games import series_minutes
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.round_in_play import (
    STAGES,
    CurrentRound,
    RoundKey,
    current_rounds,
    suspended_from_other_rounds,
    teams_on_bye,
)
from weekend.queries.round_table import ROUND, SeriesNow


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The current round of a division, or of the playoffs if `division` is None. `behind` has open series before it."""

    title: str
    division: Division | None
    number: int
    last: int
    series: list[SeriesNow]
    byes: list[Team] = field(default_factory=list)
    behind: list[SeriesNow] = field(default_factory=list)

    @property
    def done(self) -> int:
        return sum(one.series.status == Series.Status.COMPLETE for one in self.series)

    @property
    def all(self) -> list[SeriesNow]:
        return [*self.behind, *self.series]

    def filled(self, viewer: Viewer | None = None) -> FilledTable[SeriesNow]:
        mine = (viewer or PUBLIC).team_id
        rows = [Entry(now, is_mine=now.series.has_team(mine), tone=now.tone) for now in self.all]
        return FilledTable(ROUND, rows)


@dataclass(frozen=True, slots=True)
class RoomNow:
    """All current rounds. `suspended` has series of other rounds that only wait for suspended games (T33.0)."""

    rounds: list[RoundNow] = field(default_factory=list)
    suspended: list[Series] = field(default_factory=list)

    @property
    def most_rows(self) -> int:
        """Return the number of lines on a big screen: one round and its suspended series."""
        return max((len(found.all) for found in self.rounds), default=1) + len(self.suspended)


def room_now(tournament: Tournament, now: datetime) -> RoomNow:
    """The rounds in play, by division; at most four queries however many divisions and series.

    Play-off games for ties come after the divisions. Empty before the schedule is made and after the end.
    """
    current = current_rounds(tournament)
    if not current:
        return RoomNow()
    every = {team.pk: team for team in tournament.teams.select_related("division")}
    series = _series(tournament, current.values(), every)
    begun = beginnings(tournament, series)
    teams = [one for one in every.values() if one.division_id and one.dropped_after_round is None]
    order = sorted(current, key=lambda key: (STAGES.index(Series.Stage(key[0])), _position(series, key)))
    rounds = [
        _round(tournament, current[key], [one for one in series if _key(one) == key], begun, teams, now)
        for key in order
    ]
    return RoomNow(rounds, suspended_from_other_rounds(series, current.values()))


def _key(series: Series) -> RoundKey:
    return series.stage, series.division_id


def _position(series: Iterable[Series], key: RoundKey) -> int:
    return next((one.division.position for one in series if _key(one) == key and one.division is not None), 0)


def _series(tournament: Tournament, current: Iterable[CurrentRound], teams: Mapping[int, Team]) -> list[Series]:
    """Return the series of current rounds, open ones of earlier rounds, and all suspended ones."""
    wanted = Q(status=Series.Status.SUSPENDED)
    for each in current:
        open_before = Q(round__lt=each.number) & ~Q(status__in=Series.NOTHING_TO_BEGIN)
        wanted |= Q(stage=each.stage, division=each.division_id) & (Q(round=each.number) | open_before)
    found = tournament.series.filter(wanted).exclude(status=Series.Status.VOID)
    divisions = {team.division_id: team.division for team in teams.values()}
    series = list(found.order_by("round", "table", "pk"))
    for one in series:
        one.tournament, one.division = tournament, divisions.get(one.division_id)
        one.home, one.away = teams[one.home_id], teams[one.away_id]
    return series


def beginnings(tournament: Tournament, series: Sequence[Series]) -> dict[int, datetime]:
    """Return the start of each series: its roll for home (T0.16) or its first entered game."""
    rolled = Action.objects.filter(
        tournament=tournament, verb=Verb.ROLL_FOR_HOME, subject__in=[f"series:{one.pk}" for one in series]
    )
    # in order here, or a database reads the whole log in order to find these few rows
    acts = sorted(rolled.order_by().values_list("pk", "subject", "at"))
    begun = {int(subject.partition(":")[2]): at for _, subject, at in acts}
    for one in series:
        if one.started_at is not None:
            begun[one.pk] = min(one.started_at, begun.get(one.pk, one.started_at))
    return begun


def _round(
    tournament: Tournament,
    current: CurrentRound,
    series: Sequence[Series],
    begun: dict[int, datetime],
    teams: Sequence[Team],
    now: datetime,
) -> RoundNow:
    here = [one for one in series if current.holds(one)]
    before = [one for one in series if not current.holds(one) and one.status != Series.Status.SUSPENDED]
    busy = {team.pk: team for one in before for team in one.teams()}
    round_began = min((begun[one.pk] for one in here if one.pk in begun), default=None)
    division = here[0].division
    return RoundNow(
        current.title(tournament, division.name if division is not None else ""),
        division,
        current.number,
        current.last,
        [_now(one, begun.get(one.pk, round_began), now, busy) for one in here],
        _byes(here, teams) if current.stage == Series.Stage.ROUND_ROBIN else [],
        [_now(one, begun.get(one.pk), now, {}, is_behind=True) for one in before],
    )


def _now(
    series: Series, began: datetime | None, now: datetime, busy: dict[int, Team], *, is_behind: bool = False
) -> SeriesNow:
    allowed = series_minutes(series.games_planned, series.tournament.profile)
    if series.status in Series.NOTHING_TO_BEGIN:
        return SeriesNow(series, allowed)
    waits = next((busy[team] for team in (series.away_id, series.home_id) if team in busy), None)
    if waits is not None and series.status == Series.Status.SCHEDULED:
        return SeriesNow(series, allowed, waits_for=waits)
    minutes = int((now - began).total_seconds() // 60) if began is not None else None
    return SeriesNow(series, allowed, began, minutes, is_behind=is_behind)


def _byes(here: Sequence[Series], teams: Sequence[Team]) -> list[Team]:
    division = here[0].division_id
    of_division = {team.pk: team for team in teams if team.division_id == division and not team.forfeits_turns}
    free = teams_on_bye(of_division, ((one.home_id, one.away_id, one.status) for one in here))
    return [team for number, team in of_division.items() if number in free]
