"""A series in the current round, and its columns on the dashboard, front page and big screen."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from core.crests import crest_and_name
from core.dates import format_clock
from core.tables import Align, Column, Place, TableDefinition, link_html
from core.templatetags.parts import state
from tournaments.models import Series, Team


@dataclass(frozen=True, slots=True)
class SeriesPace:
    """A series in the current round and the minutes it has taken.

    It starts with the roll for home or its first game, otherwise with its round. `started_at` and `minutes` are None
    if the start is unknown, or if the series is waiting, suspended or complete.
    """

    series: Series
    minutes_allowed: int
    started_at: datetime | None = None
    minutes: int | None = None
    waiting_for: Team | None = None  # this team is still playing a series in an earlier round
    is_from_earlier_round: bool = False
    has_started: bool = False  # because of a roll for home or a game

    @property
    def is_late(self) -> bool:
        return self.minutes is not None and self.minutes > self.minutes_allowed

    @property
    def minutes_over(self) -> int:
        return max(0, (self.minutes or 0) - self.minutes_allowed)

    @property
    def state(self) -> str:
        """Return the state as text, so that it doesn't depend on color."""
        return f"late by {self.minutes_over} min" if self.is_late else self.progress

    @property
    def progress(self) -> str:
        """Return the progress without the time."""
        if self.series.status == Series.Status.COMPLETE:
            return "complete"
        if self.waiting_for is not None:
            return f"waiting for {self.waiting_for}"
        if self.series.status == Series.Status.SUSPENDED:
            return f"{self.series.suspended_games} suspended"
        if self.series.status == Series.Status.PLAYING:
            return self._current_game
        return "playing" if self.has_started else "not started"

    @property
    def _current_game(self) -> str:
        series = self.series
        games_started = len(series.outcomes + series.suspended)
        current_game = f"game {min(games_started + 1, series.games_planned)} of {series.games_planned}"
        return f"{current_game}, {series.suspended_games} suspended" if series.suspended else current_game

    @property
    def tone(self) -> str:
        """Return the state's CSS class."""
        if self.is_late:
            return "bad"
        return "good" if self.series.status == Series.Status.COMPLETE else ""

    @property
    def teams(self) -> str:
        return f"{self.series.away.name} at {self.series.home.name}"


def _matchup(pace: SeriesPace) -> SafeString:
    link = link_html(pace.series.get_absolute_url(), pace.teams)
    if not pace.is_from_earlier_round:
        return link
    return link + format_html(' <span class="quiet small">round {}</span>', pace.series.round)


def _matchup_on_wall(pace: SeriesPace) -> SafeString:
    series = pace.series
    away = crest_and_name(series.away.badge, series.away.name)
    home = crest_and_name(series.home.badge, series.home.name)
    matchup = format_html('{}<br><span class="quiet">at</span> {}', away, home)
    if not pace.is_from_earlier_round:
        return matchup
    return matchup + format_html(' <span class="quiet">round {}</span>', series.round)


def _pace(pace: SeriesPace) -> SafeString:
    label = _unbroken(state(pace.state, pace.tone))
    if pace.minutes is None:
        return label
    return label + format_html(' <span class="nowrap">{} min</span>', pace.minutes)


def _unbroken(label: SafeString) -> SafeString:
    """Return a state that doesn't wrap, even on phones."""
    return format_html('<span class="nowrap">{}</span>', label)


def _progress(pace: SeriesPace) -> SafeString:
    """Return the progress and the start, without how late the series is."""
    label = _unbroken(state(pace.progress, "good" if pace.series.status == Series.Status.COMPLETE else ""))
    if pace.started_at is None or not pace.has_started:
        return label
    start = format_clock(localtime(pace.started_at).time())
    return label + format_html(' <span class="small quiet nowrap">since {}</span>', start)


def _pace_on_wall(pace: SeriesPace) -> SafeString:
    minutes = SafeString("")
    if pace.minutes is not None:
        minutes = format_html(' <span class="quiet">{} min</span>', pace.minutes)
    return format_html("{}<div>{}{}</div>", state(pace.state, pace.tone), pace.series.score, minutes)


_PAGE, _WALL, _FRONT = Place.PAGE, Place.WALL, Place.FRONT
_LEFT = Align.LEFT

ROUND: TableDefinition[SeriesPace] = TableDefinition(
    "round",
    (
        Column("table", "Table", lambda pace: pace.series.table, _PAGE | _WALL | _FRONT),
        Column("series", "Series", lambda pace: pace.teams, _PAGE | _FRONT, _LEFT, cell=_matchup, names_row=True),
        Column("teams", "Series", lambda pace: pace.teams, _WALL, _LEFT, cell=_matchup_on_wall, names_row=True),
        Column("games", "Games", lambda pace: pace.series.score, _PAGE | _FRONT),
        Column("pace", "State", lambda pace: pace.state, _PAGE, _LEFT, cell=_pace),
        Column("progress", "State", lambda pace: pace.progress, _FRONT, _LEFT, cell=_progress),
        Column("pace_on_wall", "State", lambda pace: pace.state, _WALL, cell=_pace_on_wall),
    ),
)
