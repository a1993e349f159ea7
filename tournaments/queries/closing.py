"""Final results: the champion and each team's finish."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.competition.bracket import BestOf
from rules_engine.competition.points import Finish
from rules_engine.competition.standings import record_text
from tournaments.models import Manager, Series, Team, Tournament
from tournaments.queries.playoffs import BracketMatchup, PlayoffBracket, load_bracket
from tournaments.queries.standings import standings_of


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A team in the report. The first of `managers` gets the season points."""

    team: Team
    managers: Sequence[Manager]
    finish: Finish
    ties: int

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


@dataclass(frozen=True)
class FinalResults:
    """The playoffs and the teams, with the champion and runner-up first, then by name."""

    board: PlayoffBracket
    lines: list[ClubLine]
    consolation: PlayoffBracket


def final_results(tournament: Tournament) -> FinalResults:
    """Return the champion and each team's finish. Seven queries."""
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
    return FinalResults(board, sorted(lines, key=lambda line: line.finish.place or 3), consolation)


def points_manager_first(team: Team) -> list[Manager]:
    """Return a team's managers, starting with the one who gets the season points. Requires a prefetch of `managers`."""
    return sorted(team.managers.all(), key=lambda manager: (not manager.gets_points, manager.position))


def _playoff_wins(board: PlayoffBracket) -> tuple[Counter[int], int]:
    """Return the playoff wins by team, and the wins a champion needs. A bye counts as a series win."""
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
