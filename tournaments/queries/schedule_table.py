"""A series in the schedule, and the columns in which the page, paper and files show it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, Table, linked
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.models import Series


@dataclass(frozen=True, slots=True)
class Meeting:
    """A series, with what the page says and offers beside it. `is_due`: its round is in play or over."""

    series: Series
    note: str = ""
    is_due: bool = False
    viewer: Viewer = PUBLIC

    @property
    def score(self) -> str:
        """Games won, away and home, and ties where there are any; "" before the first game."""
        series = self.series
        ties = f"-{series.ties}" if series.ties else ""
        return f"{series.away_wins}-{series.home_wins}{ties}" if series.outcomes else ""

    @property
    def result(self) -> str:
        """The score; before it, whether the d20 has still to say who is home (T0.16)."""
        return self.score or ("" if self.series.home_decided else "roll")

    @property
    def may_roll(self) -> bool:
        return self._is_open and not self.series.home_decided and self.viewer.may_play(self.series)

    @property
    def may_move(self) -> bool:
        return self._is_open and self.viewer.is_director

    @property
    def _is_open(self) -> bool:
        return self.is_due and self.series.status == Series.Status.SCHEDULED


def _home(meeting: Meeting) -> SafeString:
    by_d20 = ' <span class="quiet small">by d20</span>' if meeting.series.home_decided else ""
    return format_html("{}" + by_d20, meeting.series.home.name)


def _state(meeting: Meeting) -> SafeString:
    series, slug = meeting.series, meeting.series.tournament.slug
    shown = linked(series.get_absolute_url(), f"{meeting.score} {series.get_status_display().lower()}".strip())
    if meeting.may_roll:
        address = reverse("home_roll", args=(slug, series.pk))
        shown += format_html(' <a class="nowrap" href="{}">roll d20</a>', address)
    if meeting.may_move:
        address = reverse("schedule_change", args=(slug, series.division_id))
        shown += format_html(' <a href="{}?series={}">move</a>', address, series.pk)
    return shown + format_html('<br><span class="small">{}</span>', meeting.note) if meeting.note else shown


_PAGE, _PAPER, _FILE = Place.PAGE, Place.PAPER, Place.FILE
_EVERYWHERE = _PAGE | _PAPER | _FILE
_LEFT, _CENTER = Align.LEFT, Align.CENTER

SCHEDULE: Table[Meeting] = Table(
    "schedule",
    (
        Column("stage", "Stage", lambda meeting: meeting.series.get_stage_display(), _FILE),
        Column("division", "Division", lambda meeting: getattr(meeting.series.division, "name", ""), _FILE),
        Column("round", "Round", lambda meeting: meeting.series.round, _FILE),
        Column(
            "table", "Table", lambda meeting: meeting.series.table, _EVERYWHERE, width=18, align_on_paper=Align.CENTER
        ),
        Column("away", "Away", lambda meeting: meeting.series.away.name, _EVERYWHERE, _LEFT, 98),
        Column("at", "", lambda meeting: "at", _PAPER, _CENTER, 14),
        Column("home", "Home", lambda meeting: meeting.series.home.name, _EVERYWHERE, _LEFT, 98, cell=_home),
        Column("games", "Games", lambda meeting: meeting.series.games_planned, _FILE),
        Column("state", "State", lambda meeting: meeting.series.get_status_display(), _FILE),
        Column("result", "Result", lambda meeting: meeting.result, _PAPER, _LEFT, 30),
        Column("series", "Series", lambda meeting: meeting.series.pk, _PAGE, _LEFT, cell=_state),
        Column("away_won", "Away won", lambda meeting: meeting.series.away_wins, _FILE),
        Column("home_won", "Home won", lambda meeting: meeting.series.home_wins, _FILE),
        Column("ties", "Ties", lambda meeting: meeting.series.ties, _FILE),
        Column("away_runs", "Away runs", lambda meeting: meeting.series.away_runs, _FILE),
        Column("home_runs", "Home runs", lambda meeting: meeting.series.home_runs, _FILE),
    ),
)
