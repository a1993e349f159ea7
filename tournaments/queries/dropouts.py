"""What follows when a team drops out after a round, worked out before anything is written (T0.08)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from rules_engine.competition.dropouts import cover_duties, covered_in_full
from tournaments.models import Division, Series, Team
from tournaments.queries.dropout_consequences import Consequence, consequences
from tournaments.queries.schedule import has_begun, schedule_of, series_of_round_robin

BYE_TEAM = "bye"  # branch 1: odd division, the team on bye plays the dropped team's series
OUTSIDE = "outside"  # branch 2: even division, somebody from outside it covers
NOBODY = "nobody"  # branch 3: even division, every series against the team is thrown out


@dataclass(frozen=True, slots=True)
class DropOutSeries:
    """One series of the dropped team. `cover` plays it in its place; None where nobody does."""

    series: Series
    opponent: Team
    is_left: bool  # still to be played, or cut short by the drop
    has_faced: bool  # the two have met, if only for one game
    cover: Team | None = None


@dataclass(frozen=True, slots=True)
class DropOut:
    """The branch that applies, the team's series under it, and what happens to pitching sheets."""

    team: Team
    after_round: int
    branch: str
    teams_playing: int
    series: list[DropOutSeries]
    consequences: list[Consequence] = field(default_factory=list)  # for every team's record and sheet, in words

    @property
    def left(self) -> list[DropOutSeries]:
        return [one for one in self.series if one.is_left]

    @property
    def played(self) -> list[DropOutSeries]:
        return [one for one in self.series if not one.is_left]

    @property
    def games_void(self) -> int:
        """Games that have been played and are thrown out: all of them in branch 3, none otherwise."""
        return sum(len(one.series.outcomes) for one in self.series) if self.branch == NOBODY else 0

    @property
    def last_opponent(self) -> DropOutSeries | None:
        """Who faced the team last, a series cut short included: that series is erased from his sheet."""
        faced = [one for one in self.series if one.has_faced]
        return max(faced, key=lambda one: one.series.round, default=None)

    @property
    def earlier_opponents(self) -> list[Team]:
        """Who faced the team before that: their last series keeps to the rotation of their series against it."""
        last = self.last_opponent
        return [one.opponent for one in self.series if one.has_faced and one is not last]

    @property
    def never_faced(self) -> list[Team]:
        return [one.opponent for one in self.series if not one.has_faced]

    @property
    def is_complete(self) -> bool:
        """The team has played all its series: the rule no longer applies."""
        return not self.left


def drop_out(team: Team, after_round: int, cover: str = NOBODY, outsiders: Mapping[int, Team] | None = None) -> DropOut:
    """What T0.08 says if this team drops out after this round. `cover` decides where teams on bye do not suffice.

    outsiders: series -> the team from outside that plays it; a series without one is entered at the desk.
    """
    schedule, gone = schedule_of(_division(team)), _thrown_out(team)
    duties = cover_duties(schedule, team.pk, last_round_played=after_round, gone=gone, busy=_busy(team))
    branch = BYE_TEAM if duties and covered_in_full(duties) else cover
    names = Team.objects.in_bulk([duty.covered_by for duty in duties if duty.covered_by is not None])
    covers = {duty.series.round: names[duty.covered_by] for duty in duties if duty.covered_by is not None}
    played = [one for one in series_of_round_robin(team.tournament) if one.status != Series.Status.VOID]
    mine = sorted((one for one in played if team.pk in (one.home_id, one.away_id)), key=lambda one: one.round)
    by_series = {one.pk: covers.get(one.round) for one in mine} if branch == BYE_TEAM else dict(outsiders or {})
    series = [_series(team, one, by_series if branch != NOBODY else {}) for one in mine]
    worked_out = DropOut(team, after_round, branch, len(set(schedule.teams) - gone), series)
    return replace(worked_out, consequences=[*consequences(worked_out, played)])


def _series(team: Team, series: Series, covers: Mapping[int, Team | None]) -> DropOutSeries:
    opponent = series.away if series.home_id == team.pk else series.home
    left = series.status != Series.Status.COMPLETE
    return DropOutSeries(series, opponent, left, has_begun(series), covers.get(series.pk) if left else None)


def _division(team: Team) -> Division:
    if team.division is None:
        raise ValueError(f"{team} has no division to drop out of")
    return team.division


def _busy(team: Team) -> dict[int, set[int]]:
    """By round: who plays for a team that dropped out before, and the teams that have left themselves."""
    left = {one.pk for one in _dropped_before(team)}
    busy: dict[int, set[int]] = {}
    for number, cover in (
        Series.objects.filter(division=team.division_id)
        .exclude(status=Series.Status.VOID)
        .values_list("round", "covered_by_id")
    ):
        busy.setdefault(number, set(left)).update([cover] if cover is not None else [])
    return busy


def _dropped_before(team: Team) -> QuerySet[Team]:
    return Team.objects.filter(division=team.division_id, dropped_after_round__isnull=False).exclude(pk=team.pk)


def _thrown_out(team: Team) -> set[int]:
    """Teams of the division that dropped out before without cover: all their series are void."""
    played = Series.objects.filter(division=team.division_id).exclude(status=Series.Status.VOID)
    still = {pk for pair in played.values_list("home_id", "away_id") for pk in pair}
    return {one.pk for one in _dropped_before(team) if one.pk not in still}
