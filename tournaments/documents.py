"""PDFs of the schedule, the standings and the rules."""

from itertools import groupby

from reportlab.platypus import Flowable, KeepTogether, Spacer

from core import paper
from core.lettering import Box, draw_text
from core.paper import Letterhead
from core.paper_tables import draw_table, printed_table
from tournaments.bracket_paper import Bracket
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.bracket_picture import Runs, bracket_picture
from tournaments.queries.cross_table import cross_table
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.invitations import director_name
from tournaments.queries.odds_table import odds_report
from tournaments.queries.playoffs import decided_playoffs, load_bracket
from tournaments.queries.rules_in_force import (
    base_profile,
    effective_profile,
    format_in_words,
    rules_in_words,
)
from tournaments.queries.schedule_table import SCHEDULE, ScheduleEntry
from tournaments.queries.standings import standings_of
from tournaments.queries.team_schedule import add_planned_starts, series_of, team_rounds, team_schedule_table
from tournaments.queries.timetable import planned_starts

_WIDTH = 552.0  # points between the margins on the wider paper size
_CROSS_TABLE_LEGEND = (
    "Every pairing, in standings order: the row team's wins and losses. h: home in game 1. …: not finished."
)
_LINES_PER_COLUMN = 44  # A longer schedule gets two columns.
_MIN_ROW_HEIGHT, _MAX_ROW_HEIGHT = 9.6, 14.5
_COLUMN_HEIGHT = 690.0  # points per column on the shorter paper size


def letterhead_of(tournament: Tournament) -> Letterhead:
    """Return the letterhead for all of this tournament's printouts."""
    return Letterhead(
        tournament.name,
        tournament.place,
        tournament.starts_on,
        tournament.paper,
        tournament.time_zone,
        director_name(tournament),
    )


def standings_pdf(tournament: Tournament, division_id: int | None = None, runs: Runs | None = None) -> bytes:
    """Return the champion and every division's standings, with an explanation of every tiebreaker.

    `runs` contains the playoff games. If it is given, the PDF includes the bracket.
    """
    story: list[Flowable] = []
    if (board := decided_playoffs(tournament)) is not None:
        story.append(paper.paragraph(f"Champion: {board.champion}", paper.HEADING))
        if board.final_score:
            story.append(paper.paragraph(f"Won the final {board.final_score}.", paper.BODY))
    if runs is not None:
        story += _playoff_bracket(tournament, runs)
    if runs is not None and tournament.consolation_size:
        consolation = load_bracket(tournament, Series.Stage.CONSOLATION)
        story.append(paper.paragraph("Consolation bracket", paper.HEADING))
        if (picture := bracket_picture(consolation, runs)) is not None:
            story += [Bracket(picture), Spacer(1, 10)]
    tables = standings_of(tournament, division_id)
    for table in tables:
        story += _division_standings(table)
    if tables and tables[0].wild_card_proof:
        story.append(paper.paragraph("How the wild cards are decided", paper.HEADING))
        story += [paper.paragraph(f"{n}. {step}", paper.SMALL) for n, step in enumerate(tables[0].wild_card_proof, 1)]
    if division_id is None and (odds := odds_report(tournament)) is not None:
        story.append(paper.paragraph(f"{odds.caption}; ± is the standard error", paper.HEADING))
        story.append(printed_table(odds.filled, _WIDTH, size=8.8))
    return paper.multi_page(letterhead_of(tournament), "Standings", story)


def _playoff_bracket(tournament: Tournament, runs: Runs) -> list[Flowable]:
    board = load_bracket(tournament)
    picture = bracket_picture(board, runs)
    return [Bracket(picture), paper.paragraph(board.seeding, paper.SMALL), Spacer(1, 10)] if picture else []


def rules_pdf(tournament: Tournament) -> bytes:
    """Return the format and the current rules, with all changes and their reasons (T0.09)."""
    profile = effective_profile(tournament)
    base = base_profile(profile)
    edition = f"{profile.title} ({profile.key})" + (
        f"; based on the printed text: {base.title} ({base.key})" if base else ""
    )
    story: list[Flowable] = [paper.paragraph(edition, paper.BODY)]
    settings = [f"{line.title}{line.rule and f' ({line.rule})'}: {line.value}" for line in format_in_words(tournament)]
    sections = [(title, [f"{line.rule}  {line.in_full}" for line in lines]) for title, lines in rules_in_words(profile)]
    for title, lines in (("Tournament format", settings), *sections):
        if not lines:
            continue
        first_rule, *other_rules = (paper.paragraph(line, paper.SMALL) for line in lines)
        story += [
            KeepTogether([paper.paragraph(title, paper.HEADING), first_rule]),
            *other_rules,
        ]
    return paper.multi_page(letterhead_of(tournament), "Rules in force (T0.09)", story, columns=2)


def _division_standings(table: DivisionStandings) -> list[Flowable]:
    parts: list[Flowable] = [
        paper.paragraph(table.division.name, paper.HEADING),
        printed_table(table.filled(), _WIDTH, size=8.8),
    ]
    for team in table.removed:
        parts.append(paper.paragraph(f"{team.name} dropped out; games thrown out (T0.08).", paper.SMALL))
    if table.outcome is not None:
        cross = cross_table(table)
        parts += [
            Spacer(1, 6),
            paper.paragraph(_CROSS_TABLE_LEGEND, paper.SMALL),
            printed_table(cross, _WIDTH, size=7),
        ]
    if table.proof:
        title = "How ties were broken" if table.is_complete else "Tiebreakers if the round robin ended now"
        parts += [Spacer(1, 6), paper.paragraph(title, paper.BODY)]
        parts += [paper.paragraph(f"{n}. {sentence}", paper.SMALL) for n, sentence in enumerate(table.proof, 1)]
    parts.append(Spacer(1, 6))
    return [KeepTogether(parts)] if len(table.proof) < 20 else parts


class _Round(Flowable):  # type: ignore[misc]
    """A round of a schedule, kept together on a page."""

    row_height = 12.0  # Points. Reduced so that a whole round robin fits on one page.

    def __init__(self, number: int, meetings: list[Series], byes: list[str], planned: str = "") -> None:
        super().__init__()
        self.title = f"Round {number}, {planned}" if planned else f"Round {number}"
        self.meetings, self.byes = meetings, byes

    @property
    def lines(self) -> float:
        return len(self.meetings) + 1.7 + bool(self.byes)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, self.lines * self.row_height
        return width, self.height

    def draw(self) -> None:
        top = self.height - self.row_height * 0.4
        draw_text(
            self.canv,
            0,
            top - self.row_height * 0.8,
            self.title,
            size=9.5,
            bold=True,
        )
        bottom = draw_table(
            self.canv,
            Box(0, 0, self.width, top),
            SCHEDULE,
            map(ScheduleEntry, self.meetings),
            row_height=self.row_height,
            size=min(9, self.row_height * 0.68),
            has_header=False,
        )
        if self.byes:
            byes_text = f"Bye: {', '.join(self.byes)}"
            draw_text(
                self.canv,
                1.5,
                bottom - self.row_height * 0.75,
                byes_text,
                size=min(9, self.row_height * 0.68),
                width=self.width,
            )


def schedule_pdf(tournament: Tournament, division: Division) -> bytes:
    """Return all rounds for a division. A whole round robin fits on one page."""
    teams = list(division.teams.all())
    starts = planned_starts(tournament)
    rounds = [
        _Round(number, meetings, _byes(teams, meetings), starts.get((Series.Stage.ROUND_ROBIN, number), ""))
        for number, meetings in (
            (round_number, list(group))
            for round_number, group in groupby(_round_robin(division), key=lambda s: s.round)
        )
    ]
    columns = 2 if sum(round_block.lines for round_block in rounds) > _LINES_PER_COLUMN else 1
    lines = -(-len(rounds) // columns) * max((round_block.lines for round_block in rounds), default=1)
    for round_block in rounds:
        round_block.row_height = max(_MIN_ROW_HEIGHT, min(_MAX_ROW_HEIGHT, _COLUMN_HEIGHT / lines))
    legend = "table · visitors at home · games won"
    return paper.multi_page(
        letterhead_of(tournament),
        f"Schedule, {division.name}",
        rounds,
        columns=columns,
        right=legend,
    )


def team_schedule_pdf(tournament: Tournament, team: Team) -> bytes:
    """Return one team's schedule, with room for results."""
    points = team_rounds(
        team,
        [team_series for team_series in series_of(team) if team_series.status != Series.Status.VOID],
    )
    row_padding = [("TOPPADDING", (0, 1), (-1, -1), 5), ("BOTTOMPADDING", (0, 1), (-1, -1), 5)]
    points = add_planned_starts(points, planned_starts(tournament))
    table = printed_table(team_schedule_table(points), _WIDTH, size=10, extra=row_padding)
    division = team.division.name if team.division is not None else ""
    return paper.multi_page(
        letterhead_of(tournament),
        f"{team.name}: schedule",
        [table] if points else [],
        right=division,
    )


def _round_robin(division: Division) -> list[Series]:
    chosen = division.series.filter(stage=Series.Stage.ROUND_ROBIN).exclude(status=Series.Status.VOID)
    return list(chosen.select_related("home", "away").order_by("round", "table", "pk"))


def _byes(teams: list[Team], meetings: list[Series]) -> list[str]:
    playing = {number for series in meetings for number in (series.home_id, series.away_id)}
    return [team.name for team in teams if team.pk not in playing and team.dropped_after_round is None]
