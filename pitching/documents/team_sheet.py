"""PDF of the team sheet, the single page of information that a manager can have at the table (T0.03)."""

from collections.abc import Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_paragraphs, draw_text, fit_font_size, paragraphs_height
from core.paper_tables import draw_table
from core.tables import TableDefinition
from pitching.queries.team_sheet import (
    DEPTH_CHART,
    TeamSheet,
    depth_chart_rows,
    hitters_table,
    pitchers_table,
    read_team_sheet,
)
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_MAX_ROW_HEIGHT = 15.0
_TITLE_HEIGHT = 15.0  # including the space above it
_MIN_NOTES_HEIGHT = 40.0
_NOTE_SIZE = 7.5
_WRITING_LINE_HEIGHT = 16
_LEGEND = "Start, relief: “yes” or the innings left for the next game; g9: not before game 9 (T10.2, T27.52)."


def team_sheet_pdf(tournament: Tournament, team_id: int) -> bytes:
    return draw_team_sheet(read_team_sheet(tournament, team_id))


def draw_team_sheet(sheet: TeamSheet) -> bytes:
    parts = [" and ".join(sheet.managers)]
    if sheet.team.division:
        parts.insert(0, sheet.team.division.name)
    if sheet.park:
        parts.append(f"Park {sheet.park}")
    return paper.single_page(
        letterhead_of(sheet.tournament),
        sheet.team.name,
        lambda canvas, box: _draw(canvas, box, sheet),
        subject="Team sheet (T0.03)",
        under="   ·   ".join(part for part in parts if part),
    )


def _draw(canvas: Canvas, box: Box, sheet: TeamSheet) -> None:
    depth_chart = depth_chart_rows(sheet)
    requirements = [str(requirement.ruling) for requirement in sheet.requirements]
    tables: tuple[tuple[str, TableDefinition[Any], Sequence[Any]], ...] = (
        ("Position players", hitters_table(sheet), sheet.hitters),
        (
            "Players rated at each position, most games first (T10.11, T31.10)",
            DEPTH_CHART,
            depth_chart,
        ),
        (f"Pitchers, for game {sheet.next_game}", pitchers_table(sheet), sheet.pitchers),
    )
    lines = sum(len(rows) + 1 for _, _, rows in tables)
    notes_height = _MIN_NOTES_HEIGHT + _requirements_height(requirements, box.width)
    room = box.height - len(tables) * _TITLE_HEIGHT - notes_height
    row_height = min(_MAX_ROW_HEIGHT, room / lines)
    y = box.top
    for title, table, rows in tables:
        y -= _TITLE_HEIGHT
        draw_text(canvas, box.x, y + 3, title, size=8.5, bold=True)
        y = draw_table(
            canvas,
            Box(box.x, box.y, box.width, y - box.y),
            table,
            rows,
            row_height=row_height,
            size=min(8, row_height * 0.62),
        )
    _draw_notes(canvas, Box(box.x, box.y, box.width, y - box.y), requirements)


def _requirements_height(requirements: Sequence[str], width: float) -> float:
    if not requirements:
        return 0.0
    return paragraphs_height(requirements, width, columns=1, size=_NOTE_SIZE) + 4


def _draw_notes(canvas: Canvas, box: Box, requirements: Sequence[str]) -> None:
    """Draw the rulings' requirements, the legend and ruled lines for notes."""
    height = _requirements_height(requirements, box.width)
    if requirements:
        room = Box(box.x, box.top - height, box.width, height - 2)
        draw_paragraphs(canvas, room, requirements, size=_NOTE_SIZE)
        box = Box(box.x, box.y, box.width, box.height - height)
    size = fit_font_size(_LEGEND, box.width, 6.2)
    draw_text(canvas, box.x, box.top - 8, _LEGEND, size=size, width=box.width)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.setStrokeColor(paper.GRAY)
    lines = int((box.height - 12) / _WRITING_LINE_HEIGHT)
    for number in range(1, lines + 1):
        y = box.top - 10 - number * _WRITING_LINE_HEIGHT
        canvas.line(box.x, y, box.right, y)
    canvas.setStrokeColor(paper.BLACK)
