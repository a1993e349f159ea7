"""Schedule and standings on paper."""

from itertools import groupby

from reportlab.platypus import Flowable, KeepTogether, Spacer

from core import paper
from core.lettering import Box, draw_text
from core.paper import Letterhead
from core.paper_tables import draw_table, drawn_columns, filled_on_paper, written
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.best_ofs import crowned
from tournaments.queries.schedule_table import SCHEDULE, Meeting
from tournaments.queries.standings import DivisionStandings, standings_of

_STANDINGS_WIDTH = 552.0  # points, the wider of the two papers between its margins
_ONE_COLUMN = 44  # lines of a schedule that stand well in one column
_LOWEST_ROW, _TALLEST_ROW = 9.6, 14.5
_HEIGHT = 690.0  # of a page's column, on the shorter of the two papers


def letterhead_of(tournament: Tournament) -> Letterhead:
    """What stands on every sheet of this tournament."""
    return Letterhead(tournament.name, tournament.place, tournament.starts_on, tournament.paper, tournament.time_zone)


def standings_pdf(tournament: Tournament, division_id: int | None = None) -> bytes:
    """The champion once there is one, then the table of every division with the proof of its ties."""
    story: list[Flowable] = []
    if (board := crowned(tournament)) is not None:
        story.append(paper.paragraph(f"Champion: {board.champion}", paper.HEADING))
        if board.final_told:
            story.append(paper.paragraph(f"Won the final {board.final_told}.", paper.BODY))
    for table in standings_of(tournament, division_id):
        story += _division_standings(table)
    return paper.listing(letterhead_of(tournament), "Standings", story)


def _division_standings(table: DivisionStandings) -> list[Flowable]:
    parts: list[Flowable] = [
        paper.paragraph(table.division.name, paper.HEADING),
        filled_on_paper(table.filled(), _STANDINGS_WIDTH, size=8.8),
    ]
    for team in table.removed:
        parts.append(paper.paragraph(f"{team.name} dropped out; games thrown out (T0.08).", paper.SMALL))
    if table.proof:
        title = "How the ties were broken" if table.is_complete else "How the ties would be broken as it stands"
        parts += [Spacer(1, 6), paper.paragraph(title, paper.BODY)]
        parts += [paper.paragraph(f"{n}. {sentence}", paper.SMALL) for n, sentence in enumerate(table.proof, 1)]
    parts.append(Spacer(1, 6))
    return [KeepTogether(parts)] if len(table.proof) < 20 else parts


class _Round(Flowable):  # type: ignore[misc]
    """One round of a schedule: tables, teams, results, byes; kept together."""

    row = 12.0  # points; set by the document, so that a whole round robin stands on one page

    def __init__(self, number: int, meetings: list[Series], byes: list[str]) -> None:
        super().__init__()
        self.number, self.meetings, self.byes = number, meetings, byes

    @property
    def lines(self) -> float:
        return len(self.meetings) + 1.7 + bool(self.byes)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, self.lines * self.row
        return width, self.height

    def draw(self) -> None:
        top = self.height - self.row * 0.4
        draw_text(self.canv, 0, top - self.row * 0.8, f"Round {self.number}", size=9.5, bold=True)
        rows = written(SCHEDULE, map(Meeting, self.meetings))
        bottom = draw_table(
            self.canv,
            Box(0, 0, self.width, top),
            drawn_columns(SCHEDULE, heads=False),
            rows,
            row_height=self.row,
            size=min(9, self.row * 0.68),
        )
        if self.byes:
            told = f"Bye: {', '.join(self.byes)}"
            draw_text(self.canv, 1.5, bottom - self.row * 0.75, told, size=min(9, self.row * 0.68), width=self.width)


def schedule_pdf(tournament: Tournament, division: Division) -> bytes:
    """Every round of a division with its tables and byes, a whole round robin on one page."""
    teams = list(division.teams.all())
    rounds = [
        _Round(number, meetings, _byes(teams, meetings))
        for number, meetings in (
            (n, list(group)) for n, group in groupby(_round_robin(division), key=lambda s: s.round)
        )
    ]
    columns = 2 if sum(one.lines for one in rounds) > _ONE_COLUMN else 1
    lines = -(-len(rounds) // columns) * max((one.lines for one in rounds), default=1)
    for one in rounds:
        one.row = max(_LOWEST_ROW, min(_TALLEST_ROW, _HEIGHT / lines))
    told = "table · visitors at home · games won"
    return paper.listing(letterhead_of(tournament), f"Schedule, {division.name}", rounds, columns=columns, right=told)


def team_schedule_pdf(tournament: Tournament, team: Team) -> bytes:
    """One team's way through the rounds: opponent, table, home for game 1, room for the result."""
    series = _round_robin(team.division) if team.division is not None else []
    mine = {one.round: one for one in series if team.pk in (one.home_id, one.away_id)}
    last = max([one.round for one in series], default=0)
    rows = [_team_round(team, number, mine.get(number)) for number in range(1, last + 1)]
    head = ["Round", "Table", "Opponent", "Game 1", "Won", "Lost", "Notes"]
    widths = [38.0, 38.0, 200.0, 56.0, 40.0, 40.0, 140.0]
    pen = [("TOPPADDING", (0, 1), (-1, -1), 5), ("BOTTOMPADDING", (0, 1), (-1, -1), 5)]
    table = paper.ruled_table(head, rows, widths=widths, right=(0, 1, 4, 5), size=10, extra=pen)
    division = team.division.name if team.division is not None else ""
    return paper.listing(letterhead_of(tournament), f"{team.name}: schedule", [table] if rows else [], right=division)


def _team_round(team: Team, number: int, series: Series | None) -> list[str]:
    if series is None:
        return [str(number), "", "bye", "", "", "", ""]
    at_home = series.home_id == team.pk
    opponent = series.away if at_home else series.home
    first = ("home" if at_home else "away") if series.home_decided else "roll"
    won, lost = (series.home_wins, series.away_wins) if at_home else (series.away_wins, series.home_wins)
    result = [str(won), str(lost)] if series.outcomes else ["", ""]
    ties = f"{series.ties} tied" if series.ties else ""
    return [str(number), str(series.table or ""), opponent.name, first, *result, ties]


def _round_robin(division: Division) -> list[Series]:
    chosen = division.series.filter(stage=Series.Stage.ROUND_ROBIN).exclude(status=Series.Status.VOID)
    return list(chosen.select_related("home", "away").order_by("round", "table", "pk"))


def _byes(teams: list[Team], meetings: list[Series]) -> list[str]:
    playing = {number for one in meetings for number in (one.home_id, one.away_id)}
    return [team.name for team in teams if team.pk not in playing and team.dropped_after_round is None]
