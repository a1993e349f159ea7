"""Draw a game's scorecard, play by play. Each team's page shows its offense and the opposing pitchers."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from core.lettering import Box, draw_in_box, draw_text
from core.paper import BLACK, GRAY, HAIRLINE, HEAVY, MARGIN, RULE, Letterhead, draw_foot, draw_head, page_size
from play.queries.box import PITCHING_HEADS
from play.queries.scorecard import BATTING_HEADS, CardPage
from rules_engine.baseball.scorecard import OrderEntry, ScoredAppearance

# sizes in points
_NAMES: Final = 138.0
_TOTAL: Final = 19.0
_HEAD: Final = 14.0
_ROW: Final = 36.5
_PITCHER: Final = 11.0
_DIAMOND: Final = 9.5  # half the diamond's width
_MOST_COLUMNS: Final = 14  # columns per page; a longer game continues on another page
_NAME_LINE: Final = 8.6
_LEGEND: Final = (
    "Heavy line beside a cell: a substitute bats from here on. Heavy line above a cell: a new pitcher. "
    "Dot: a run batted in. Circled number: the out. Filled diamond: a run."
)
_BASES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))  # directions from the center to first, second, third and home


def scorecard_pdf(pages: Sequence[CardPage], letterhead: Letterhead, title: str) -> bytes:
    """Return the scorecards of both teams as landscape pages."""
    size = page_size(letterhead.paper, wide=True)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=size)
    canvas.setTitle(f"Scorecard: {title}")
    canvas.setAuthor("Pennant")
    sheets = [_CardSheet(page, columns) for page in pages for columns in _parts(page)]
    for number, sheet in enumerate(sheets, start=1):
        box = draw_head(canvas, size, letterhead, title, f"Offense of {sheet.page.team}", sheet.page.line)
        _draw_sheet(canvas, box, sheet)
        draw_foot(canvas, size, letterhead, f"Scorecard · {sheet.page.team} · page {number} of {len(sheets)}")
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


class _CardSheet(NamedTuple):
    """A scorecard page with its columns, each an inning and a turn through the order."""

    page: CardPage
    columns: Sequence[tuple[int, int]]


class _Layout(NamedTuple):
    box: Box
    left: float  # left edge of the first column
    width: float  # column width
    top: float  # top of the first row


def _parts(page: CardPage) -> list[Sequence[tuple[int, int]]]:
    columns = page.card.columns
    return [columns[first : first + _MOST_COLUMNS] for first in range(0, max(1, len(columns)), _MOST_COLUMNS)]


def _draw_sheet(canvas: Canvas, box: Box, sheet: _CardSheet) -> None:
    totals = _TOTAL * len(BATTING_HEADS)
    width = (box.width - _NAMES - totals) / max(9, len(sheet.columns))
    layout = _Layout(box, box.x + _NAMES, width, box.top - _HEAD)
    _draw_heads(canvas, layout, sheet)
    for place, entrants in enumerate(sheet.page.card.places):
        _draw_place(canvas, layout, sheet, place, entrants)
    for appearance in sheet.page.card.appearances:
        column = (appearance.inning, appearance.turn)
        if column in sheet.columns:
            _draw_appearance(canvas, _cell(layout, sheet, column, appearance.place), appearance, sheet.page)
    bottom = layout.top - _ROW * len(sheet.page.card.places)
    _draw_runs(canvas, layout, sheet, bottom)
    _draw_pitchers(canvas, Box(box.x, box.y, box.width, bottom - _HEAD - 12 - box.y), sheet.page)


def _cell(layout: _Layout, sheet: _CardSheet, column: tuple[int, int], place: int) -> Box:
    x = layout.left + layout.width * sheet.columns.index(column)
    return Box(x, layout.top - _ROW * (place + 1), layout.width, _ROW)


def _draw_heads(canvas: Canvas, layout: _Layout, sheet: _CardSheet) -> None:
    draw_text(canvas, layout.box.x, layout.top + 4, "Batting order", size=7.5, bold=True, width=_NAMES)
    for place, (inning, turn) in enumerate(sheet.columns):
        head = Box(layout.left + place * layout.width, layout.top, layout.width, _HEAD)
        draw_in_box(canvas, head, "" if turn else str(inning), size=8.5, bold=True)
    for place, title in enumerate(BATTING_HEADS):
        draw_in_box(canvas, _total_box(layout, place, layout.top, _HEAD), title, size=7, bold=True)


def _total_box(layout: _Layout, place: int, y: float, height: float) -> Box:
    left = layout.box.right - _TOTAL * len(BATTING_HEADS)
    return Box(left + place * _TOTAL, y, _TOTAL, height)


def _draw_place(canvas: Canvas, layout: _Layout, sheet: _CardSheet, place: int, entrants: Sequence[OrderEntry]) -> None:
    """Draw the players at a batting order place with their totals, and the empty cells."""
    bottom = layout.top - _ROW * (place + 1)
    canvas.setLineWidth(HAIRLINE if place else RULE)
    canvas.line(layout.box.x, bottom + _ROW, layout.box.right, bottom + _ROW)
    leading = min(_NAME_LINE, (_ROW - 2) / len(entrants))
    for number, entrant in enumerate(entrants):
        y = bottom + _ROW - leading * (number + 1)
        entered = f" ({entrant.inning})" if number else ""
        name = f"{sheet.page.names.get(entrant.player, entrant.player)}, {'-'.join(entrant.positions)}{entered}"
        indent = 8.0 if number else 0.0
        draw_text(canvas, layout.box.x + indent, y, name, size=leading - 1.4, width=_NAMES - indent - 3)
        for total, count in enumerate(sheet.page.batting.get(entrant.player, ())):
            draw_in_box(canvas, _total_box(layout, total, y - 1.2, leading), str(count), size=leading - 1.4)
    for column in sheet.columns:
        cell = _cell(layout, sheet, column, place)
        canvas.setLineWidth(HAIRLINE)
        canvas.line(cell.x, cell.y, cell.x, cell.top)
        _draw_diamond(canvas, cell, 0, has_scored=False)
    _mark_entrances(canvas, layout, sheet, place, entrants[1:])
    right = layout.left + layout.width * len(sheet.columns)
    canvas.line(right, bottom, right, bottom + _ROW)


def _mark_entrances(
    canvas: Canvas, layout: _Layout, sheet: _CardSheet, place: int, substitutes: Sequence[OrderEntry]
) -> None:
    """Draw a heavy line before each substitute's first column at this place."""
    for entrant in substitutes:
        column = next((column for column in sheet.columns if column[0] >= entrant.inning), None)
        if column is not None:
            cell = _cell(layout, sheet, column, place)
            canvas.setLineWidth(HEAVY)
            canvas.line(cell.x, cell.y + 1, cell.x, cell.top - 1)
    canvas.setLineWidth(HAIRLINE)


def _draw_appearance(canvas: Canvas, cell: Box, appearance: ScoredAppearance, page: CardPage) -> None:
    _draw_diamond(canvas, cell, appearance.base, has_scored=appearance.has_scored)
    draw_text(canvas, cell.x + 2.5, cell.top - 9, appearance.result, size=7.6, bold=True, width=cell.width - 4)
    if appearance.notes:
        draw_text(canvas, cell.x + 2.5, cell.y + 3, " ".join(appearance.notes), size=5.4, width=cell.width - 13)
    if appearance.runs_batted_in:
        dots = "\N{BLACK CIRCLE}" * appearance.runs_batted_in
        draw_text(canvas, cell.x + 2.5, cell.top - 16.5, dots, size=4.4, width=cell.width / 2)
    if appearance.out:
        x, y = cell.right - 7, cell.y + 7
        canvas.setLineWidth(HAIRLINE)
        canvas.circle(x, y, 4.6)
        draw_in_box(canvas, Box(x - 4.6, y - 4.6, 9.2, 9.2), str(appearance.out), size=6.4, bold=True, pad=0)
    if appearance.new_pitcher:
        canvas.setLineWidth(HEAVY)
        canvas.line(cell.x + 1, cell.top, cell.right - 1, cell.top)
        canvas.setLineWidth(HAIRLINE)
    if appearance.ends_half:
        canvas.setLineWidth(RULE)
        canvas.line(cell.right - 9, cell.y, cell.right, cell.y + 9)
        canvas.setLineWidth(HAIRLINE)


def _draw_diamond(canvas: Canvas, cell: Box, base: int, *, has_scored: bool) -> None:
    """Draw the diamond, with heavy lines up to the base that the batter reached. Fill it if he scored."""
    x, y = cell.x + cell.width / 2 + 2, cell.y + cell.height / 2 - 1.5
    corners = [(x + _DIAMOND * across, y + _DIAMOND * up) for across, up in _BASES]
    home = corners[3]
    path = canvas.beginPath()
    path.moveTo(*home)
    for corner in corners:
        path.lineTo(*corner)
    canvas.setStrokeColor(GRAY)
    canvas.setFillColor(GRAY)
    canvas.setLineWidth(HAIRLINE / 2)
    canvas.drawPath(path, stroke=1, fill=int(has_scored))
    canvas.setStrokeColor(BLACK)
    canvas.setFillColor(BLACK)
    canvas.setLineWidth(HEAVY)
    way = [home, *corners[:base]]
    for (from_x, from_y), (to_x, to_y) in zip(way, way[1:], strict=False):
        canvas.line(from_x, from_y, to_x, to_y)
    canvas.setLineWidth(HAIRLINE)


def _draw_runs(canvas: Canvas, layout: _Layout, sheet: _CardSheet, bottom: float) -> None:
    """Draw the team's runs by inning and its totals."""
    canvas.setLineWidth(RULE)
    canvas.line(layout.box.x, bottom, layout.box.right, bottom)
    canvas.setLineWidth(HAIRLINE)
    y = bottom - _HEAD
    draw_text(canvas, layout.box.x, y + 4, "Runs", size=7.5, bold=True, width=_NAMES)
    for place, (inning, turn) in enumerate(sheet.columns):
        if not turn:
            cell = Box(layout.left + place * layout.width, y, layout.width, _HEAD)
            draw_in_box(canvas, cell, str(sheet.page.card.runs.get(inning, 0)), size=8, bold=True)
    for column, total in enumerate(sheet.page.totals):
        draw_in_box(canvas, _total_box(layout, column, y, _HEAD), str(total), size=7.5, bold=True)


def _draw_pitchers(canvas: Canvas, box: Box, page: CardPage) -> None:
    y = box.top - 9
    draw_text(canvas, box.x, y, f"Pitchers of {page.opponent}", size=7.5, bold=True, width=_NAMES + 40)
    left, width = box.x + _NAMES + 40, 30.0
    for column, title in enumerate(PITCHING_HEADS):
        draw_in_box(canvas, Box(left + column * width, y - 2, width, 10), title, size=7, bold=True)
    canvas.line(box.x, y - 3, left + width * len(PITCHING_HEADS), y - 3)
    for name, counts in page.pitching:
        y -= min(_PITCHER, (box.height - 12) / len(page.pitching))
        draw_text(canvas, box.x, y - 2, name, size=7.2, width=_NAMES + 36)
        for column, count in enumerate(counts):
            draw_in_box(canvas, Box(left + column * width, y - 4, width, 10), str(count), size=7.2)
    draw_text(canvas, MARGIN, box.y - 1, _LEGEND, size=6, width=box.width)
