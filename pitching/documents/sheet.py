"""The pitching sheet on exactly one page: blank, as it stands, or as it was signed."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from pitching.documents.sheet_foot import draw_bottom, draw_signatures
from pitching.documents.sheet_heads import draw_blocks, draw_left_head
from pitching.documents.sheet_layout import SheetLayout
from pitching.documents.sheet_rows import draw_available, draw_rows
from pitching.documents.sheet_rules import draw_rules
from pitching.queries.printed_sheet import BLANK, CURRENT, SIGNED, PrintedSheet, printed_sheet
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_TITLES = {BLANK: "Pitching sheet", CURRENT: "Pitching sheet, as it stands", SIGNED: "Pitching sheet, as signed"}


def sheet_pdf(tournament: Tournament, team_id: int, kind: str, site: str = "") -> bytes:
    """One team's sheet; `kind` is blank, current or signed, `site` the address that the QR code begins with."""
    return draw_sheet(printed_sheet(tournament, team_id, kind), site)


def draw_sheet(sheet: PrintedSheet, site: str = "") -> bytes:
    """The page of a sheet that has been read."""
    return paper.single_page(
        letterhead_of(sheet.tournament),
        sheet.team.name,
        lambda canvas, box: _draw(canvas, SheetLayout(box, sheet, site)),
        subject=_TITLES[sheet.kind],
        under=_under(sheet),
        wide=True,
    )


def _draw(canvas: Canvas, page: SheetLayout) -> None:
    """The rows come first, as their shading would cover the rules."""
    for draw in (draw_rows, draw_left_head, draw_blocks, draw_signatures, draw_rules, draw_available, draw_bottom):
        draw(canvas, page)


def _under(sheet: PrintedSheet) -> str:
    who = "Managers" if len(sheet.managers) > 1 else "Manager"
    parts = (
        sheet.team.division.name if sheet.team.division else "",
        f"{who}: {' and '.join(sheet.managers) or '______________________'}",
        f"Park: {sheet.park or '______________________'}",
    )
    return "   ·   ".join(part for part in parts if part)
