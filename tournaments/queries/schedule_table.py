"""Table of series in the schedule."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition, link_html
from core.typed_times import format_meeting
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.models import Series


@dataclass(frozen=True, slots=True)
class ScheduleEntry:
    """A series with its note and the viewer's options. `is_due` is set if its round is current or over."""

    series: Series
    note: str = ""
    is_due: bool = False
    viewer: Viewer = PUBLIC

    @property
    def score(self) -> str:
        """The games won by visitors and home team, plus any ties, or "" before the first game."""
        series = self.series
        ties = f"-{series.ties}" if series.ties else ""
        return f"{series.away_wins}-{series.home_wins}{ties}" if series.outcomes else ""

    @property
    def result(self) -> str:
        """The score, or "roll" if the teams must still roll for home (T0.16)."""
        return self.score or ("" if self.series.home_decided else "roll")

    @property
    def time(self) -> str:
        """The agreed time of a series that hasn't started, in the tournament's time zone, or "" if there is none."""
        series = self.series
        if series.starts_at is None or series.status != Series.Status.SCHEDULED:
            return ""
        return format_meeting(series.starts_at, ZoneInfo(series.tournament.time_zone))

    @property
    def may_roll(self) -> bool:
        return self._is_open and not self.series.home_decided and self.viewer.may_play(self.series)

    @property
    def may_move(self) -> bool:
        return self._is_open and self.viewer.is_director

    @property
    def _is_open(self) -> bool:
        return self.is_due and self.series.status == Series.Status.SCHEDULED


def _home_html(meeting: ScheduleEntry) -> SafeString:
    by_d20 = ' <span class="quiet small">by d20</span>' if meeting.series.home_decided else ""
    return format_html("{}" + by_d20, meeting.series.home.name)


def _state_html(meeting: ScheduleEntry) -> SafeString:
    series, slug = meeting.series, meeting.series.tournament.slug
    html = link_html(
        series.get_absolute_url(),
        f"{meeting.score} {series.get_status_display().lower()}".strip(),
    )
    if meeting.may_roll:
        address = reverse("home_roll", args=(slug, series.pk))
        html += format_html(' <a class="nowrap" href="{}">roll d20</a>', address)
    if meeting.may_move:
        address = reverse("schedule_change", args=(slug, series.division_id))
        html += format_html(' <a href="{}?series={}">move</a>', address, series.pk)
    if meeting.time:
        html += format_html('<br><span class="small nowrap">{}</span>', meeting.time)
    return html + format_html('<br><span class="small">{}</span>', meeting.note) if meeting.note else html


_PAGE, _PAPER, _FILE, _API = Place.PAGE, Place.PAPER, Place.FILE, Place.API
_READ_OR_FILE = _PAGE | _PAPER | _FILE
_LEFT, _CENTER = Align.LEFT, Align.CENTER


def _place_getter(side: str) -> Callable[[ScheduleEntry], int | None]:
    return lambda meeting: getattr(meeting.series, f"{side}_place")


SCHEDULE: TableDefinition[ScheduleEntry] = TableDefinition(
    "schedule",
    (
        Column("id", "Series", lambda meeting: meeting.series.pk, _API),
        Column(
            "division",
            "Division",
            lambda meeting: meeting.series.division_id,
            _API,
            is_nullable=True,
        ),
        Column("stage", "Stage", lambda meeting: meeting.series.stage, _API, kind=Series.Stage),
        Column("stage_name", "Stage", lambda meeting: meeting.series.get_stage_display(), _FILE),
        Column(
            "division_name",
            "Division",
            lambda meeting: getattr(meeting.series.division, "name", ""),
            _FILE,
        ),
        Column("round", "Round", lambda meeting: meeting.series.round, _FILE | _API),
        Column(
            "table",
            "Table",
            lambda meeting: meeting.series.table,
            _READ_OR_FILE | _API,
            width=18,
            align_on_paper=_CENTER,
            is_nullable=True,
        ),
        Column(
            "bracket_place",
            "Bracket",
            lambda meeting: meeting.series.bracket_place,
            _API,
            kind=str,
        ),
        Column("home", "Home", lambda meeting: meeting.series.home_id, _API),
        Column("away", "Away", lambda meeting: meeting.series.away_id, _API),
        Column(
            "away_name",
            "Away",
            lambda meeting: meeting.series.away.name,
            _READ_OR_FILE | _API,
            _LEFT,
            98,
            kind=str,
        ),
        Column("at", "", lambda meeting: "at", _PAPER, _CENTER, 14),
        Column(
            "home_name",
            "Home",
            lambda meeting: meeting.series.home.name,
            _READ_OR_FILE | _API,
            _LEFT,
            98,
            cell=_home_html,
            kind=str,
        ),
        Column(
            "home_decided",
            "Home decided",
            lambda meeting: meeting.series.home_decided,
            _API,
            kind=bool,
        ),
        Column(
            "home_rolls",
            "Rolls",
            lambda meeting: meeting.series.home_rolls,
            _API,
            kind=list[list[int]],
            help="home and away rolls in pairs, tied rolls first",
        ),
        Column(
            "covered_by",
            "Played by",
            lambda meeting: meeting.series.covered_by_id,
            _API,
            is_nullable=True,
        ),
        Column("games_planned", "Games", lambda meeting: meeting.series.games_planned, _FILE | _API),
        Column(
            "home_by_game",
            "Home by game",
            lambda meeting: meeting.series.home_by_game,
            _API,
            kind=list[int],
            help="the home team of each planned game",
        ),
        Column("is_best_of", "Best of", lambda meeting: meeting.series.is_best_of, _API, kind=bool),
        Column("status", "State", lambda meeting: meeting.series.status, _API, kind=Series.Status),
        Column("state", "State", lambda meeting: meeting.series.get_status_display(), _FILE),
        Column("result", "Result", lambda meeting: meeting.result, _PAPER, _LEFT, 30),
        Column(
            "starts_at",
            "Time",
            lambda meeting: meeting.series.starts_at,
            _FILE | _API,
            kind=datetime,
            is_nullable=True,
            help="agreed on by both managers",
        ),
        Column(
            "series",
            "Series",
            lambda meeting: meeting.series.pk,
            _PAGE,
            _LEFT,
            cell=_state_html,
        ),
        Column(
            "outcomes",
            "Outcomes",
            lambda meeting: meeting.series.outcomes,
            _API,
            kind=str,
            help="H, A or T for each decided game, in the order played",
        ),
        Column("away_wins", "Away won", lambda meeting: meeting.series.away_wins, _FILE | _API),
        Column("home_wins", "Home won", lambda meeting: meeting.series.home_wins, _FILE | _API),
        Column("ties", "Ties", lambda meeting: meeting.series.ties, _FILE | _API),
        Column("away_runs", "Away runs", lambda meeting: meeting.series.away_runs, _FILE | _API),
        Column("home_runs", "Home runs", lambda meeting: meeting.series.home_runs, _FILE | _API),
        Column(
            "started_at",
            "Started",
            lambda meeting: meeting.series.started_at,
            _API,
            kind=datetime,
            is_nullable=True,
        ),
        *(
            Column(
                f"{side}_place",
                f"{side.title()} place",
                _place_getter(side),
                _FILE | _API,
                is_nullable=True,
                help=f"in the {side} team's play sequence (T10.2); empty until the series starts",
            )
            for side in ("home", "away")
        ),
        Column(
            "completed_at",
            "Completed",
            lambda meeting: meeting.series.completed_at,
            _API,
            kind=datetime,
            is_nullable=True,
        ),
        Column("version", "Version", lambda meeting: meeting.series.version, _API),
    ),
)
