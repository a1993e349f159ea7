"""What follows when a team drops out after a round, worked out before anything is written (T0.08)."""

from dataclasses import dataclass

from tournaments.models import Series, Team
from tournaments.queries.schedule import DivisionOnPage, has_begun, schedule_page

BYE_TEAM = "bye"  # branch 1: odd division, the team on bye plays the dropped team's series
OUTSIDE = "outside"  # branch 2: even division, somebody from outside it covers
NOBODY = "nobody"  # branch 3: even division, every series against the team is thrown out


@dataclass(frozen=True, slots=True)
class DropOutSeries:
    """One series of the dropped team. `cover` plays it in its place; None where nobody does."""

    series: Series
    opponent: Team
    is_left: bool  # still to be played, or cut short by the drop
    cover: Team | None = None


@dataclass(frozen=True, slots=True)
class DropOut:
    """The branch that applies, the team's series under it, and what happens to pitching sheets."""

    team: Team
    after_round: int
    branch: str
    teams_playing: int
    series: list[DropOutSeries]

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
        faced = [one for one in self.series if has_begun(one.series)]
        return max(faced, key=lambda one: one.series.round, default=None)

    @property
    def earlier_opponents(self) -> list[Team]:
        """Who faced the team before that: their last series keeps to the rotation of their series against it."""
        last = self.last_opponent
        return [one.opponent for one in self.series if has_begun(one.series) and one is not last]

    @property
    def never_faced(self) -> list[Team]:
        return [one.opponent for one in self.series if not has_begun(one.series)]

    @property
    def is_complete(self) -> bool:
        """The team has played all its series: the rule no longer applies."""
        return not self.left


def drop_out(team: Team, after_round: int, cover: str = NOBODY) -> DropOut:
    """What T0.08 says if this team drops out now, after this round. `cover` is asked for in an even division only."""
    page = next(page for page in schedule_page(team.tournament, team.pk))
    whole = next(found for found in schedule_page(team.tournament) if found.division == page.division)
    playing = [one for one in whole.teams if one.dropped_after_round is None or not _is_void(whole, one)]
    branch = BYE_TEAM if len(playing) % 2 else cover
    series = [_series(team, one, whole, branch) for found in page.rounds for one in found.series if _counts(one)]
    return DropOut(team, after_round, branch, len(playing), series)


def _series(team: Team, series: Series, whole: DivisionOnPage, branch: str) -> DropOutSeries:
    opponent = series.away if series.home_id == team.pk else series.home
    left = series.status != Series.Status.COMPLETE
    byes = next((found.byes for found in whole.rounds if found.number == series.round), [])
    on_bye = next((one for one in byes if one.dropped_after_round is None), None)
    cover = on_bye if left and branch == BYE_TEAM else None
    return DropOutSeries(series, opponent, left, cover)


def _counts(series: Series) -> bool:
    return series.status != Series.Status.VOID


def _is_void(whole: DivisionOnPage, team: Team) -> bool:
    """A team that dropped out without cover is no longer played, so that it does not count for parity."""
    theirs = [one for found in whole.rounds for one in found.series if team.pk in (one.home_id, one.away_id)]
    return bool(theirs) and all(one.status == Series.Status.VOID for one in theirs)
