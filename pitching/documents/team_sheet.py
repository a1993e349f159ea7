"""The team sheet: the one page of information a manager may have at the table (T0.03)."""

from collections.abc import Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_paragraphs, draw_text, fit_font_size, paragraphs_height
from core.paper_tables import draw_table
from core.tables import TableDefinition
from pitching.queries.team_sheet import TeamSheet, team_sheet
from pitching.queries.team_sheet_tables import COVER, cover_of, hitters_of, pitchers_of
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_TALLEST_ROW = 15.0
_SECTION = 15.0  # a section's title with the space above it
_FEWEST_NOTES = 40.0
_NOTE_SIZE = 7.5


def team_sheet_pdf(tournament: Tournament, team_id: int) -> bytes:
    return draw_team_sheet(team_sheet(tournament, team_id))


def draw_team_sheet(sheet: TeamSheet) -> bytes:
    """The page of a team sheet that has been read."""
    who = " and ".join(sheet.managers)
    division = sheet.team.division.name if sheet.team.division else ""
    return paper.single_page(
        letterhead_of(sheet.tournament),
        sheet.team.name,
        lambda canvas, box: _draw(canvas, box, sheet),
        subject="Team sheet (T0.03)",
        under="   ·   ".join(part for part in (division, who, f"Park {sheet.park}" if sheet.park else "") if part),
    )


def _draw(canvas: Canvas, box: Box, sheet: TeamSheet) -> None:
    cover = cover_of(sheet)
    lines = len(sheet.hitters) + len(cover) + len(sheet.pitchers) + 3
    required = [str(each.ruling) for each in sheet.requirements]
    fewest_notes = _FEWEST_NOTES + _height_of(required, box.width)
    row = min(_TALLEST_ROW, (box.height - 3 * _SECTION - fewest_notes) / lines)
    tables: tuple[tuple[str, TableDefinition[Any], Sequence[Any]], ...] = (
        ("Position players", hitters_of(sheet), sheet.hitters),
        ("Who has the position on his card, most games first (T10.11, T31.10)", COVER, cover),
        (f"Pitchers, for game {sheet.next_game}", pitchers_of(sheet), sheet.pitchers),
    )
    y = box.top
    for title, table, items in tables:
        y -= _SECTION
        draw_text(canvas, box.x, y + 3, title, size=8.5, bold=True)
        room = Box(box.x, box.y, box.width, y - box.y)
        y = draw_table(canvas, room, table, items, row_height=row, size=min(8, row * 0.62))
    _draw_notes(canvas, Box(box.x, box.y, box.width, y - box.y), required)


def _height_of(required: Sequence[str], width: float) -> float:
    return paragraphs_height(required, width, columns=1, size=_NOTE_SIZE) + 4 if required else 0.0


def _draw_notes(canvas: Canvas, box: Box, required: Sequence[str]) -> None:
    """What rulings require of the team, the legend, and lines for the pen."""
    height = _height_of(required, box.width)
    if required:
        draw_paragraphs(canvas, Box(box.x, box.top - height, box.width, height - 2), required, size=_NOTE_SIZE)
        box = Box(box.x, box.y, box.width, box.height - height)
    told = "Start, relief: “yes” or the innings left for the next game; g9: not before game 9 (T10.2, T27.52)."
    draw_text(canvas, box.x, box.top - 8, told, size=fit_font_size(told, box.width, 6.2), width=box.width)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.setStrokeColor(paper.GRAY)
    for number in range(1, int((box.height - 12) / 16) + 1):
        canvas.line(box.x, box.top - 10 - number * 16, box.right, box.top - 10 - number * 16)
    canvas.setStrokeColor(paper.BLACK)
