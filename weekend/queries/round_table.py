"""A series of the current round, and its columns on dashboard, front page and big screen."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from core.crests import crest_and_name
from core.tables import Align, Column, Place, TableDefinition, link_html
from core.templatetags.parts import state
from tournaments.models import Series, Team


@dataclass(frozen=True, slots=True)
class SeriesNow:
    """One series of the round in play, with its pace.

    It `began` at the roll for home or with its first game, else with its round; None where neither is known, once it
    is complete or suspended, and while it waits, and then there are no `minutes`. `waits_for`: the team that is still
    in a series of an earlier round.
    """

    series: Series
    allowed: int  # minutes
    began: datetime | None = None
    minutes: int | None = None
    waits_for: Team | None = None
    is_behind: bool = False  # of a round before the one in play

    @property
    def is_late(self) -> bool:
        return self.minutes is not None and self.minutes > self.allowed

    @property
    def minutes_over(self) -> int:
        return max(0, (self.minutes or 0) - self.allowed)

    @property
    def state(self) -> str:
        """Return the state as text, so that it doesn't depend on color."""
        return f"late by {self.minutes_over} min" if self.is_late else self.progress

    @property
    def progress(self) -> str:
        """Return the progress without the time."""
        if self.series.status == Series.Status.COMPLETE:
            return "complete"
        if self.waits_for is not None:
            return f"waits for {self.waits_for}"
        if self.series.status == Series.Status.SUSPENDED:
            return f"{self.series.suspended_games} suspended"
        begun = len(self.series.outcomes + self.series.suspended)
        if self.series.status == Series.Status.PLAYING:
            return f"game {min(begun + 1, self.series.games_planned)} of {self.series.games_planned}"
        return "playing" if self.began is not None else "not begun"

    @property
    def tone(self) -> str:
        """Return the CSS class of the state."""
        return "bad" if self.is_late else "good" if self.series.status == Series.Status.COMPLETE else ""

    @property
    def is_home_open(self) -> bool:
        """Return whether the d20 roll for home in game 1 is still open (T0.16)."""
        return not self.series.home_decided and self.series.status == Series.Status.SCHEDULED

    @property
    def joint(self) -> str:
        """Return the text between the two teams."""
        return "and" if self.is_home_open else "at"

    @property
    def teams(self) -> str:
        return f"{self.series.away.name} {self.joint} {self.series.home.name}"


def _meeting(now: SeriesNow) -> SafeString:
    said = link_html(now.series.get_absolute_url(), now.teams)
    return said + format_html(' <span class="quiet small">round {}</span>', now.series.round) if now.is_behind else said


def _meeting_on_wall(now: SeriesNow) -> SafeString:
    series = now.series
    away, home = (crest_and_name(team.badge, team.name) for team in (series.away, series.home))
    said = format_html('{}<br><span class="quiet">{}</span> {}', away, now.joint, home)
    return said + format_html(' <span class="quiet">round {}</span>', series.round) if now.is_behind else said


def _pace(now: SeriesNow) -> SafeString:
    shown = state(now.state, now.tone)
    if now.minutes is None:
        return shown
    return shown + format_html(' <span class="nowrap">{} min</span>', now.minutes)


def _progress(now: SeriesNow) -> SafeString:
    """Return columns for everyone: progress and start, not who is late."""
    shown = state(now.progress, "good" if now.series.status == Series.Status.COMPLETE else "")
    if now.began is None:
        return shown
    return shown + format_html(
        ' <span class="small quiet nowrap">since {}</span>', date_format(localtime(now.began), "H:i")
    )


def _pace_on_wall(now: SeriesNow) -> SafeString:
    minutes = format_html(' <span class="quiet">{} min</span>', now.minutes) if now.minutes is not None else ""
    return format_html("{}<div>{}{}</div>", state(now.state, now.tone), now.series.score, minutes)


_PAGE, _WALL, _FRONT = Place.PAGE, Place.WALL, Place.FRONT
_LEFT = Align.LEFT

ROUND: TableDefinition[SeriesNow] = TableDefinition(
    "round",
    (
        Column("table", "Table", lambda now: now.series.table, _PAGE | _WALL | _FRONT),
        Column("series", "Series", lambda now: now.teams, _PAGE | _FRONT, _LEFT, cell=_meeting, names_row=True),
        Column("teams", "Series", lambda now: now.teams, _WALL, _LEFT, cell=_meeting_on_wall, names_row=True),
        Column("games", "Games", lambda now: now.series.score, _PAGE | _FRONT),
        Column("pace", "State", lambda now: now.state, _PAGE, _LEFT, cell=_pace),
        Column("progress", "State", lambda now: now.progress, _FRONT, _LEFT, cell=_progress),
        Column("pace_on_wall", "State", lambda now: now.state, _WALL, cell=_pace_on_wall),
    ),
)
