"""A team's path through the tournament: its series in order of play, and its byes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Max, Q
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, FilledTable, Place, TableDefinition, link_html
from core.templatetags.parts import state
from core.typed_times import format_meeting
from rules_engine.competition.standings import record_text
from tournaments.models import Series, Team
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.snapshot import TournamentSnapshot


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A team's round. A bye has no series and no opponent."""

    round: int
    stage: str
    series: Series | None = None
    opponent: Team | None = None
    is_first_home: bool | None = None  # home in game 1; None until the d20 is rolled (T0.16)
    won: int = 0
    lost: int = 0
    tied: int = 0
    planned: str = ""  # planned start of the round, such as "Sat 2:20 PM"

    @property
    def record(self) -> str:
        """Games won, lost and tied in this series, or "" before the first game."""
        return record_text(self.won, self.lost, self.tied) if self.won or self.lost or self.tied else ""

    @property
    def table(self) -> int | None:
        return self.series.table if self.series else None

    @property
    def starts_at(self) -> datetime | None:
        """The agreed time of a series that hasn't started, or None."""
        is_to_play = self.series is not None and self.series.status == Series.Status.SCHEDULED
        return self.series.starts_at if is_to_play and self.series is not None else None

    @property
    def is_to_come(self) -> bool:
        return self.series is None or self.series.status == Series.Status.SCHEDULED

    @property
    def label(self) -> str:
        return self.series.round_title if self.series else f"Round {self.round}"

    @property
    def outcome(self) -> str:
        """The result in a single word, or the state of an unfinished series."""
        if self.series is None:
            return "bye"
        if self.series.status != Series.Status.COMPLETE:
            return self.series.get_status_display().lower()
        return "won" if self.won > self.lost else "lost" if self.lost > self.won else "even"


_TONE_BY_OUTCOME = {"won": "good", "void": "bad"}


def _home_or_away(point: TeamRound, undecided: str) -> str:
    if point.series is None or point.outcome == "void":
        return ""
    return {True: "home", False: "away", None: undecided}[point.is_first_home]


def _opponent_html(point: TeamRound) -> SafeString:
    if point.series is None or point.opponent is None:
        return SafeString('<span class="quiet">bye</span>')
    return link_html(point.series.get_absolute_url(), point.opponent.name)


def _result_html(point: TeamRound) -> SafeString:
    if point.series is None:
        return SafeString()
    tone = (
        _TONE_BY_OUTCOME["void"]
        if point.series.status == Series.Status.VOID
        else _TONE_BY_OUTCOME.get(point.outcome, "")
    )
    html = format_html("{} {}", state(point.outcome, tone), point.record)
    if point.starts_at is not None:
        when = format_meeting(point.starts_at, ZoneInfo(point.series.tournament.time_zone))
        html += format_html('<br><span class="small">{}</span>', when)
    return html


def _notes(point: TeamRound) -> str:
    """Return notes about ties and the covering team (T0.08)."""
    noted = [f"{point.tied} tied"] if point.tied else []
    if point.series is not None and point.series.covered_team is not None:
        noted.append(f"{point.series.covered_by} for {point.series.covered_team} (T0.08)")
    return "; ".join(noted)


_PAGE, _PAPER = Place.PAGE, Place.PAPER
_READ = _PAGE | _PAPER
_LEFT = Align.LEFT


def _round_column(width: int) -> Column[TeamRound]:
    return Column("round", "Round", lambda point: point.label, _READ, _LEFT, width, tone="nowrap")


def _notes_column(width: int) -> Column[TeamRound]:
    return Column("notes", "Notes", _notes, _PAPER, _LEFT, width)


TEAM_SCHEDULE: TableDefinition[TeamRound] = TableDefinition(
    "way",
    (
        _round_column(84),
        Column("planned", "Time", lambda point: point.planned, _READ, _LEFT, 78, tone="nowrap"),
        Column("table", "Table", lambda point: point.table, _PAPER, width=38),
        Column(
            "opponent",
            "Opponent",
            lambda point: str(point.opponent or "bye"),
            _READ,
            _LEFT,
            0,
            cell=_opponent_html,
            names_row=True,
        ),
        Column("first", "Game 1", lambda point: _home_or_away(point, "d20"), _PAGE, _LEFT),
        Column("first", "Game 1", lambda point: _home_or_away(point, "roll"), _PAPER, _LEFT, 56),
        Column("table", "Table", lambda point: point.table, _PAGE, tone="hide-phone"),
        Column("won", "Won", lambda point: point.won if point.record else None, _PAPER),
        Column("lost", "Lost", lambda point: point.lost if point.record else None, _PAPER),
        _notes_column(110),
        Column(
            "result",
            "Result",
            lambda point: point.outcome,
            _PAGE,
            _LEFT,
            cell=_result_html,
            tone="nowrap",
        ),
    ),
)


def series_of(team: Team) -> list[Series]:
    """Return the team's series in order of play, including void series. One query."""
    team_series = Series.objects.filter(Q(home=team) | Q(away=team)).select_related(
        "home", "away", "division", "covered_by", "agreed_time"
    )
    series = in_order_of_play(team_series, team.pk)
    for each_series in series:
        each_series.tournament = team.tournament
    return series


def round_robin_of(team: Team) -> list[Series]:
    """Return the team's round-robin series."""
    return [each_series for each_series in series_of(team) if each_series.stage == Series.Stage.ROUND_ROBIN]


def last_round(division_id: int | None) -> int:
    """Return the last round of the round robin, or 0 before there is a schedule."""
    division_series = Series.objects.filter(division=division_id, stage=Series.Stage.ROUND_ROBIN)
    return division_series.aggregate(last=Max("round"))["last"] or 0 if division_id else 0


def last_round_in(snapshot: TournamentSnapshot, division_id: int | None) -> int:
    """Return the last round of a division's round robin, or 0 before there is a schedule."""
    return max((series.round for series in snapshot.series if _is_round_robin_of(series, division_id)), default=0)


def _is_round_robin_of(series: Series, division_id: int | None) -> bool:
    return series.stage == Series.Stage.ROUND_ROBIN and series.division_id == division_id


def team_rounds(team: Team, series: Iterable[Series] | None = None, last: int | None = None) -> list[TeamRound]:
    """Return every series and bye in the team's order of play. At most two queries.

    Args:
        series: The team's series, if they are already loaded.
        last: The last round of the round robin, if it is known.
    """
    team_series = series_of(team) if series is None else in_order_of_play(series, team.pk)
    last = last_round(team.division_id) if last is None else last
    if team.dropped_after_round is not None:
        last = min(last, team.dropped_after_round)
    rounds_played = {each_series.round for each_series in team_series if each_series.stage == Series.Stage.ROUND_ROBIN}
    byes = [number for number in range(1, last + 1) if number not in rounds_played]
    points: list[TeamRound] = []
    for each_series in team_series:
        while byes and (each_series.stage != Series.Stage.ROUND_ROBIN or byes[0] < each_series.round):
            points.append(TeamRound(byes.pop(0), Series.Stage.ROUND_ROBIN))
        points.append(team_round(team, each_series))
    return [*points, *(TeamRound(number, Series.Stage.ROUND_ROBIN) for number in byes)]


def team_round(team: Team, series: Series) -> TeamRound:
    """Return a series from this team's perspective."""
    at_home = series.home_id == team.pk
    wins = (series.home_wins, series.away_wins)
    won, lost = wins if at_home else wins[::-1]
    decided = series.home_decided or bool(series.outcomes) or series.stage != Series.Stage.ROUND_ROBIN
    opponent = series.away if at_home else series.home
    return TeamRound(
        series.round,
        series.stage,
        series,
        opponent,
        at_home if decided else None,
        won,
        lost,
        series.ties,
    )


_WITHOUT_TIMES: Final = (
    TEAM_SCHEDULE.without("planned")
    .replace_column("round", _round_column(110))
    .replace_column("notes", _notes_column(140))
)


def add_planned_starts(points: Iterable[TeamRound], starts: Mapping[tuple[str, int], str]) -> list[TeamRound]:
    """Return the rounds, adding the planned times of rounds still to be played."""
    return [
        replace(point, planned=starts.get((point.stage, point.round), "")) if point.is_to_come else point
        for point in points
    ]


def team_schedule_table(points: Iterable[TeamRound], **options: Any) -> FilledTable[TeamRound]:
    """Return the schedule. It has a column for times only if any round has a planned time."""
    points = list(points)
    has_times = any(point.planned for point in points)
    table = TEAM_SCHEDULE if has_times else _WITHOUT_TIMES
    return table.filled(points, caption="Schedule", is_caption_hidden=True, **options)
