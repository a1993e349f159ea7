"""The end of a tournament: the champion, season points, and the report for the club."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from rules_engine.competition.bracket import BestOf
from rules_engine.competition.points import Finish, season_points
from rules_engine.competition.standings import record_text
from tournaments.models import Manager, Series, Team, Tournament
from tournaments.queries.playoffs import BracketMatchup, PlayoffBracket, load_bracket
from tournaments.queries.standings import standings_of


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A team in the report. `managers` begins with the manager who gets the points."""

    team: Team
    managers: Sequence[Manager]
    finish: Finish
    ties: int

    @property
    def points(self) -> Fraction:
        return season_points(self.finish)

    @property
    def points_shown(self) -> str:
        return f"{_round_half_up(self.points, 1):.1f}"

    @property
    def points_in_file(self) -> float:
        return _round_half_up(self.points, 2)

    @property
    def record(self) -> str:
        return record_text(self.finish.wins, self.finish.losses, self.ties)

    @property
    def name(self) -> str:
        return self.managers[0].name if self.managers else self.team.name

    @property
    def partner(self) -> str:
        return self.managers[1].name if len(self.managers) > 1 else ""

    @property
    def home_town(self) -> str:
        return self.managers[0].home_town if self.managers else ""

    @property
    def region(self) -> str:
        return self.managers[0].region if self.managers else ""


def _round_half_up(points: Fraction, places: int) -> float:
    """Round half up, as people do."""
    unit: int = 10**places
    return int(points * unit + Fraction(1, 2)) / unit


_SHOWN, _FILE = Place.PAGE | Place.PAPER, Place.FILE
_LEFT = Align.LEFT
REPORT: TableDefinition[ClubLine] = TableDefinition(
    "report",
    (
        Column("name", "Full name", lambda line: line.name, _FILE, _LEFT, kind=str),
        Column("home_town", "Home town", lambda line: line.home_town, _FILE, _LEFT, kind=str),
        Column("region", "Region", lambda line: line.region, _FILE, _LEFT, kind=str),
        Column("partner", "Partner", lambda line: line.partner, _FILE, _LEFT, kind=str),
        Column(
            "team",
            "Team",
            lambda line: line.team.name,
            _SHOWN,
            _LEFT,
            0,
            names_row=True,
            kind=str,
        ),
        Column("record", "W-L", lambda line: line.record, _SHOWN, width=50, kind=str),
        Column("wins", "W", lambda line: line.finish.wins, _FILE),  # separate, because spreadsheets read 11-3 as a date
        Column("losses", "L", lambda line: line.finish.losses, _FILE),
        Column("ties", "T", lambda line: line.ties, _FILE),
        Column(
            "playoff_wins",
            "Play-off wins",
            lambda line: line.finish.playoff_wins,
            _SHOWN | _FILE,
        ),
        Column("entrants", "Entrants", lambda line: line.finish.entrants, _FILE),
        Column(
            "points",
            "Points",
            lambda line: line.points_in_file,
            _SHOWN | _FILE,
            text=lambda line: line.points_shown,
            kind=float,
            meaning="season points",
        ),
        Column(
            "gets_points",
            "Points go to",
            lambda line: line.name,
            _SHOWN | _FILE,
            _LEFT,
            kind=str,
        ),
        Column("team_name", "Team", lambda line: line.team.name, _FILE, _LEFT, kind=str),
    ),
)


@dataclass(frozen=True)
class Closing:
    board: PlayoffBracket
    lines: list[ClubLine]
    consolation: PlayoffBracket

    @property
    def filled(self) -> FilledTable[ClubLine]:
        return REPORT.filled(self.lines, caption="Season points", label="Season points")

    @property
    def pairs(self) -> list[ClubLine]:
        """The teams with two managers, of whom the director chooses one for the points."""
        return [line for line in self.lines if len(line.managers) > 1]


def closing_report(tournament: Tournament) -> Closing:
    """Return the final report: champion and runner-up first, then by points. Seven queries."""
    board = load_bracket(tournament)
    wins, wins_needed = _playoff_wins(board)
    consolation = load_bracket(tournament, Series.Stage.CONSOLATION)
    if tournament.consolation_counts:
        for meeting in consolation.meetings:
            wins.update(_wins_by_team(meeting))
    runner_up = _runner_up(board)
    rows = {row.team: row for table in standings_of(tournament) for row in table.rows}
    teams = list(tournament.teams.filter(kind=Team.Kind.MANAGED).prefetch_related("managers").order_by("name"))
    lines = []
    for team in teams:
        row = rows.get(team.pk)
        place = 1 if team == board.champion else 2 if team == runner_up else 0
        record = (row.wins, row.losses, row.played + row.remaining) if row else (0, 0, 0)
        finish = Finish(*record, wins[team.pk], wins_needed, place, len(teams))
        lines.append(ClubLine(team, points_manager_first(team), finish, row.ties if row else 0))
    sorted_lines = sorted(lines, key=lambda line: (line.finish.place or 3, -line.points, line.team.name))
    return Closing(board, sorted_lines, consolation)


def report_lines(tournament: Tournament) -> Iterator[ClubLine]:
    return iter(closing_report(tournament).lines)


def points_manager_first(team: Team) -> list[Manager]:
    """Return a team's managers, first the one who gets the points. Prefetch `managers`."""
    return sorted(team.managers.all(), key=lambda manager: (not manager.gets_points, manager.position))


def _playoff_wins(board: PlayoffBracket) -> tuple[Counter[int], int]:
    """Return the playoff wins by team, with a bye counted as a won series, and the wins a champion needs."""
    wins_by_team: Counter[int] = Counter()
    wins_needed = 0
    for place, (_, length, meetings) in enumerate(board.rounds):
        wins = BestOf(length).needed
        wins_needed += wins
        if place == 0:
            wins_by_team.update({team.pk: wins for team in board.byes})
        for meeting in meetings:
            wins_by_team.update(_wins_by_team(meeting))
    return wins_by_team, wins_needed


def _wins_by_team(meeting: BracketMatchup) -> dict[int, int]:
    return {line.team.pk: line.wins for line in meeting.lines if line.team is not None}


def _runner_up(board: PlayoffBracket) -> Team | None:
    if board.champion is None or not board.meetings:
        return None
    return next((line.team for line in board.meetings[-1].lines if not line.is_winner), None)
