"""Progress of each series in a tournament without set hours: its time, its deadline and its delay."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition, link_html
from core.templatetags.parts import state as state_badge
from core.typed_times import format_day, format_meeting
from tournaments.models import Series, TimeProposal, Tournament
from tournaments.queries.schedule import has_started
from tournaments.queries.series_times import reminder_refusal


class SeriesProgress(StrEnum):
    """Progress of a series."""

    SILENT = "silent"
    PROPOSED = "proposed"
    AGREED = "agreed"
    MISSED = "missed"
    PLAYING = "playing"
    PLAYED = "played"


_WORDS: Final = {
    SeriesProgress.SILENT: "No time proposed",
    SeriesProgress.PROPOSED: "Times proposed",
    SeriesProgress.AGREED: "Time agreed",
    SeriesProgress.MISSED: "Missed the agreed time",
    SeriesProgress.PLAYING: "In progress",
    SeriesProgress.PLAYED: "Played",
}


@dataclass(frozen=True, slots=True)
class SeriesOnTime:
    """A series with its progress.

    `days_late` counts from the day after the deadline or agreed time, and is 0 if the series is on time. `last_day` is
    the round's deadline, or None. `waiting_days` is the age of an open proposal.
    """

    series: Series
    progress: SeriesProgress
    last_day: date | None
    days_late: int
    zone: ZoneInfo
    proposal: TimeProposal | None = None
    waiting_days: int = 0
    can_remind: bool = False

    @property
    def detail(self) -> str:
        """The proposing team and the proposal's age, or "" without an open proposal."""
        if self.proposal is None:
            return ""
        waiting = {0: "today", 1: "yesterday"}.get(self.waiting_days, f"{self.waiting_days} days ago")
        return f"by {self.proposal.team.name}, {waiting}"

    @property
    def has_open_time(self) -> bool:
        """Return whether both managers can still agree on a time."""
        return self.progress not in (SeriesProgress.PLAYING, SeriesProgress.PLAYED)

    @property
    def lateness(self) -> str:
        return f"late by {self.days_late} day{'' if self.days_late == 1 else 's'}" if self.days_late else ""

    @property
    def starts_at(self) -> datetime | None:
        return self.series.starts_at

    @property
    def reminded_at(self) -> datetime | None:
        agreed_time = getattr(self.series, "agreed_time", None)
        return agreed_time.reminded_at if agreed_time is not None else None

    def moment_in_words(self, moment: datetime | None) -> str:
        return format_meeting(moment, self.zone) if moment is not None else ""


def series_on_time(tournament: Tournament, now: datetime) -> list[SeriesOnTime]:
    """Return every series that isn't void, ordered by round. Three queries."""
    zone = ZoneInfo(tournament.time_zone)
    today = now.astimezone(zone).date()
    last_days = {(row.stage, row.round): row.last_day for row in tournament.round_deadlines.all()}
    open_proposals = TimeProposal.objects.filter(series__tournament=tournament, state=TimeProposal.State.OPEN)
    proposal_by_series = {proposal.series_id: proposal for proposal in open_proposals.select_related("team")}
    rows = tournament.series.exclude(status=Series.Status.VOID)
    related = ("home", "away", "division", "agreed_time")
    progress = []
    for series in rows.select_related(*related).order_by("stage", "round", "table", "pk"):
        series.tournament = tournament
        last_day = last_days.get((series.stage, series.round))
        proposal = proposal_by_series.get(series.pk) if not has_started(series) else None
        progress.append(
            SeriesOnTime(
                series=series,
                progress=_progress(series, proposal, now),
                last_day=last_day,
                days_late=_days_late(series, last_day, today, zone),
                zone=zone,
                proposal=proposal,
                waiting_days=(now - proposal.made_at).days if proposal is not None else 0,
                can_remind=reminder_refusal(series, now) is None,
            )
        )
    return progress


def _progress(series: Series, proposal: TimeProposal | None, now: datetime) -> SeriesProgress:
    if series.status == Series.Status.COMPLETE:
        return SeriesProgress.PLAYED
    if has_started(series):
        return SeriesProgress.PLAYING
    if proposal is not None:
        return SeriesProgress.PROPOSED
    if series.starts_at is None:
        return SeriesProgress.SILENT
    return SeriesProgress.AGREED if series.starts_at > now else SeriesProgress.MISSED


def _days_late(series: Series, last_day: date | None, today: date, zone: ZoneInfo) -> int:
    """Return the days since the deadline, or since the agreed time if the round has no deadline."""
    if series.status == Series.Status.COMPLETE:
        return 0
    due = last_day
    if due is None and series.starts_at is not None and not has_started(series):
        due = series.starts_at.astimezone(zone).date()
    return max((today - due).days, 0) if due is not None else 0


def _progress_html(row: SeriesOnTime) -> SafeString:
    tones = {SeriesProgress.PLAYED: "good", SeriesProgress.PLAYING: "now", SeriesProgress.MISSED: "warn"}
    badge = state_badge(_WORDS[row.progress], tones.get(row.progress, ""))
    return badge + format_html('<br><span class="small">{}</span>', row.detail) if row.detail else badge


def _late_html(row: SeriesOnTime) -> SafeString:
    return state_badge(row.lateness, "bad") if row.days_late else SafeString()


def _series_html(row: SeriesOnTime) -> SafeString:
    return link_html(row.series.get_absolute_url(), f"{row.series.away.name} at {row.series.home.name}")


_PAGE, _API = Place.PAGE, Place.API
SERIES_ON_TIME: TableDefinition[SeriesOnTime] = TableDefinition(
    "times",
    (
        Column("series", "Series", lambda row: row.series.pk, _API),
        Column("away", "Away", lambda row: row.series.away_id, _API),
        Column("home", "Home", lambda row: row.series.home_id, _API),
        Column("stage", "Stage", lambda row: row.series.stage, _API, kind=Series.Stage),
        Column(
            "teams",
            "Series",
            lambda row: f"{row.series.away.name} at {row.series.home.name}",
            _PAGE,
            Align.LEFT,
            cell=_series_html,
            names_row=True,
        ),
        Column(
            "days_late",
            "Late",
            lambda row: row.days_late,
            _PAGE | _API,
            Align.LEFT,
            cell=_late_html,
            sort="late",
        ),
        Column("round", "Round", lambda row: row.series.round, _API),
        Column(
            "progress",
            "State",
            lambda row: row.progress.value,
            _PAGE | _API,
            Align.LEFT,
            cell=_progress_html,
            sort="state",
            rises=True,
            kind=str,
            help="silent, proposed, agreed, missed, playing or played",
        ),
        Column(
            "starts_at",
            "Time",
            lambda row: row.starts_at,
            _PAGE | _API,
            Align.LEFT,
            text=lambda row: row.moment_in_words(row.starts_at),
            sort="time",
            rises=True,
            kind=datetime,
            is_nullable=True,
            help="agreed on by both managers",
        ),
        Column(
            "last_day",
            "Deadline",
            lambda row: row.last_day.isoformat() if row.last_day is not None else None,
            _PAGE | _API,
            Align.LEFT,
            text=lambda row: format_day(row.last_day) if row.last_day is not None else "",
            sort="deadline",
            tone="nowrap hide-phone",
            rises=True,
            kind=str,
            is_nullable=True,
            help="the last day of the round",
        ),
        Column(
            "round",
            "Round",
            lambda row: row.series.round_title,
            _PAGE,
            Align.LEFT,
            sort="round",
            rises=True,
            tone="nowrap hide-phone",
        ),
        Column(
            "reminded_at",
            "Reminded",
            lambda row: row.reminded_at,
            _PAGE | _API,
            Align.LEFT,
            text=lambda row: row.moment_in_words(row.reminded_at),
            kind=datetime,
            is_nullable=True,
            tone="hide-phone",
        ),
    ),
)

_NEVER: Final = datetime.max.replace(tzinfo=ZoneInfo("UTC"))
_ORDER_OF_PROGRESS: Final = list(SeriesProgress)
_SORT_KEYS: Final[dict[str, Callable[[SeriesOnTime], Any]]] = {
    "round": lambda row: (row.series.stage, row.series.round),
    "state": lambda row: _ORDER_OF_PROGRESS.index(row.progress),
    "time": lambda row: row.starts_at or _NEVER,
    "deadline": lambda row: row.last_day or date.max,
    "late": lambda row: -row.days_late,
}
DEFAULT_SORT: Final = "late"


def sorted_by(rows: Iterable[SeriesOnTime], key: str) -> list[SeriesOnTime]:
    """Return the rows sorted by a column's key. A leading minus sign reverses the order."""
    sort_key = _SORT_KEYS.get(key.removeprefix("-"), _SORT_KEYS[DEFAULT_SORT])
    return sorted(rows, key=sort_key, reverse=key.startswith("-"))
