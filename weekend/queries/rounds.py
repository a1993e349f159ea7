"""The round in play: which series are open, how long they have been going, who has a bye."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Series, Team, Tournament


@dataclass(frozen=True)
class SeriesNow:
    """One series of the round in play, with its pace."""

    series: Series
    minutes: int | None  # since it began; None before that and after its end
    is_late: bool

    @property
    def state(self) -> str:
        return f"late by {self.minutes_over} min" if self.is_late and self.minutes else self.series.get_status_display()

    @property
    def minutes_over(self) -> int:
        allowed = self.series.tournament.profile.game.minutes_per_game * self.series.games_planned
        return max(0, (self.minutes or 0) - allowed)


@dataclass(frozen=True)
class RoundNow:
    """The earliest round with an open series; `behind` holds open series of rounds before the newest begun."""

    number: int
    last: int
    series: list[SeriesNow]
    byes: list[Team]

    @property
    def done(self) -> int:
        return sum(one.series.status == Series.Status.COMPLETE for one in self.series)

    @property
    def late(self) -> list[SeriesNow]:
        return [one for one in self.series if one.is_late]


def round_now(tournament: Tournament, now: datetime, stage: str = Series.Stage.ROUND_ROBIN) -> RoundNow | None:
    """The round in play, None before the schedule is made. Two queries."""
    series = list(
        tournament.series.filter(stage=stage)
        .exclude(status=Series.Status.VOID)
        .select_related("home", "away", "division")
        .order_by("round", "table", "pk")
    )
    if not series:
        return None
    open_rounds = [one.round for one in series if one.status != Series.Status.COMPLETE]
    number = min(open_rounds, default=max(one.round for one in series))
    meetings = [_now(tournament, one, now) for one in series if one.round == number]
    return RoundNow(number, max(one.round for one in series), meetings, _byes(tournament, meetings, stage))


def _now(tournament: Tournament, series: Series, now: datetime) -> SeriesNow:
    series.tournament = tournament
    if series.started_at is None or series.status == Series.Status.COMPLETE:
        return SeriesNow(series, None, False)
    gone = now - series.started_at
    allowed = timedelta(minutes=tournament.profile.game.minutes_per_game * series.games_planned)
    return SeriesNow(series, int(gone.total_seconds() // 60), gone > allowed)


def _byes(tournament: Tournament, meetings: list[SeriesNow], stage: str) -> list[Team]:
    if stage != Series.Stage.ROUND_ROBIN:
        return []
    playing = {number for one in meetings for number in (one.series.home_id, one.series.away_id)}
    entered = tournament.teams.filter(division__isnull=False, dropped_after_round=None)
    return [team for team in entered if team.pk not in playing]
