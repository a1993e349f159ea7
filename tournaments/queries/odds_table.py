"""Table of the latest odds."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from tournaments.access.viewers import Viewer
from tournaments.models import Odds, Tournament
from tournaments.models.odds import SEASONS
from tournaments.queries.round_in_play import round_tallies


class OddsLine(NamedTuple):
    """A team's chances between 0 and 1, each with its standard error."""

    team: int
    name: str
    division: str
    advance: float
    advance_error: float
    win: float
    win_error: float


_PAGE, _API, _FILE = Place.PAGE | Place.PAPER, Place.API, Place.FILE


def _percent_text(share: float, error: float) -> str:
    """Return a chance such as "63 ± 5 %". Never show 0 or 100 %, because a sample can't prove either."""
    if share in (0, 1) and not error:
        return "under 1 %" if not share else "over 99 %"
    return f"{100 * share:.0f} ± {max(1, round(100 * error))} %"


ODDS: TableDefinition[OddsLine] = TableDefinition(
    "odds",
    (
        Column("team", "Team", lambda line: line.team, _API),
        Column(
            "name",
            "Team",
            lambda line: line.name,
            _PAGE | _API | _FILE,
            Align.LEFT,
            0,
            names_row=True,
            kind=str,
        ),
        Column(
            "division",
            "Division",
            lambda line: line.division,
            Place.PAPER | _API | _FILE,
            Align.LEFT,
            120,
            kind=str,
        ),
        Column(
            "advance",
            "To advance",
            lambda line: line.advance,
            _PAGE | _API | _FILE,
            text=lambda line: _percent_text(line.advance, line.advance_error),
            width=80,
            kind=float,
            help="from 0 to 1",
        ),
        Column(
            "advance_error",
            "Error",
            lambda line: line.advance_error,
            _API | _FILE,
            kind=float,
            help="standard",
        ),
        Column(
            "win",
            "To win the title",
            lambda line: line.win,
            _PAGE | _API | _FILE,
            text=lambda line: _percent_text(line.win, line.win_error),
            width=80,
            kind=float,
            help="from 0 to 1",
        ),
        Column(
            "win_error",
            "Error",
            lambda line: line.win_error,
            _API | _FILE,
            kind=float,
            help="standard",
        ),
    ),
)


@dataclass(frozen=True)
class OddsReport:
    """The latest odds, best first. `is_old` is set if anything has happened since."""

    odds: Odds
    lines: list[OddsLine]
    is_old: bool

    @property
    def usual_error(self) -> float:
        """The typical standard error in percentage points: the root mean square of all errors in the table."""
        return usual_error(self.odds)

    @property
    def time(self) -> str:
        """The time that the worker needed."""
        return duration(self.odds.seconds)

    @property
    def caption(self) -> str:
        return f"Odds from {self.odds.seasons} simulated finishes, as of log entry {self.odds.rests_on}"

    @property
    def filled(self) -> FilledTable[OddsLine]:
        return FilledTable(ODDS, [Entry(line) for line in self.lines], caption=self.caption)


class PrecisionChoice(NamedTuple):
    """A precision with its expected standard error in percentage points, and its seconds if known."""

    key: int
    name: str
    error: float
    seconds: float

    @property
    def label(self) -> str:
        time = f", {duration(self.seconds)}" if self.seconds else ""
        return f"{self.name}: ±{self.error:.1f} points{time}"


_ERROR_AT_NORMAL: Final = 2.7  # percentage points, measured for 14 teams before their first series


def precision_choices(odds: Odds | None) -> list[PrecisionChoice]:
    """Return every precision, with its error and time estimated from the latest odds."""
    error, seconds = _ERROR_AT_NORMAL, 0.0
    if odds and odds.shares:
        present_precision = (odds.seasons / SEASONS) ** 0.5  # Older odds were always simulated at normal precision.
        error, seconds = (
            usual_error(odds) * present_precision,
            odds.seconds / present_precision**2,
        )
    return [
        PrecisionChoice(choice.value, choice.label, error / choice, seconds * choice**2) for choice in Odds.Precision
    ]


def usual_error(odds: Odds) -> float:
    squares = [error**2 for _, advance, _, win in odds.shares.values() for error in (advance, win)]
    return float(100 * (sum(squares) / len(squares)) ** 0.5) if squares else 0.0


def duration(seconds: float) -> str:
    """Return a duration such as "12 seconds" or "4 minutes"."""
    if seconds < 90:
        count, unit = max(1, round(seconds)), "second"
    else:
        count, unit = round(seconds / 60), "minute"
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def odds_report(tournament: Tournament, viewer: Viewer | None = None, newest: int = 0) -> OddsReport | None:
    """Return the odds that this viewer can see, or None. Staff always see them, and others if the director allows it.

    `newest` is the newest action's number, which shows whether the odds are outdated.
    """
    if not (viewer and viewer.is_staff) and not _is_public(tournament):
        return None
    odds = Odds.objects.filter(tournament=tournament).defer("scores").first()
    if odds is None or not odds.shares:
        return None
    teams = tournament.teams.filter(division__isnull=False).values_list("pk", "name", "division__name")
    lines = [
        OddsLine(team, name, division, *odds.shares[str(team)])
        for team, name, division in teams
        if str(team) in odds.shares
    ]
    lines.sort(key=lambda line: (-line.advance, -line.win, line.name))
    return OddsReport(odds, lines, newest > odds.rests_on)


def _is_public(tournament: Tournament) -> bool:
    if tournament.odds_shown == Tournament.OddsShown.BETWEEN_ROUNDS:
        return not _is_round_under_way(tournament)
    return tournament.odds_shown == Tournament.OddsShown.ALWAYS


def _is_round_under_way(tournament: Tournament) -> bool:
    """Return whether a series is in progress or a round is partly played."""
    rows = tournament.series.order_by().values_list("stage", "round", "status").distinct()
    by_stage: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for stage, number, status in rows:
        by_stage[stage].append((number, status))
    return any(tally.is_under_way for rounds in by_stage.values() for tally in round_tallies(rounds))
