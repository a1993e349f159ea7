"""Draw a pitching sheet on exactly one page, either blank, current or as signed."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_block, draw_in_box, draw_text, fit_font_size, text_width
from core.paper_tables import shade_row
from core.tables import Column, Place
from games.queries.columns import GameColumn
from pitching.sheet.columns import GAME
from pitching.sheet.draw_foot import draw_foot, draw_signatures
from pitching.sheet.layout import HEADER_HEIGHTS, OPPONENT_HEIGHT, SheetLayout
from pitching.sheet.printed import (
    BLANK,
    CURRENT,
    SIGNED,
    PrintedBlock,
    PrintedRow,
    PrintedSheet,
    read_printed_sheet,
)
from pitching.sheet.read import SheetCell
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_TITLES = {
    BLANK: "Pitching sheet",
    CURRENT: "Pitching sheet, current",
    SIGNED: "Pitching sheet, signed",
}
_SPARE_ROW_LABELS = ("position player (T25.3):", "stand-in, 1WR (T25.3):")
_LOW_ROW = 11.0
_MIN_INNINGS_SIZE = 2.5  # innings are never cut off, even in the narrowest column
_BLANK_LINE = "______________________"


def sheet_pdf(tournament: Tournament, team_id: int, kind: str, site: str = "") -> bytes:
    """Return a team's sheet as a PDF.

    Args:
        kind: BLANK, CURRENT or SIGNED.
        site: Base URL for the QR code of the newest signature.
    """
    return draw_sheet(read_printed_sheet(tournament, team_id, kind), site)


def draw_sheet(sheet: PrintedSheet, site: str = "") -> bytes:
    return paper.single_page(
        letterhead_of(sheet.tournament),
        sheet.team.name,
        lambda canvas, box: _draw_page(canvas, SheetLayout(box, sheet, site)),
        subject=_TITLES[sheet.kind],
        under=_subtitle(sheet),
        wide=True,
    )


def _draw_page(canvas: Canvas, page: SheetLayout) -> None:
    """Draw the rows first, so that their shading doesn't cover the lines."""
    _draw_rows(canvas, page)
    _draw_left_header(canvas, page)
    _draw_block_headers(canvas, page)
    draw_signatures(canvas, page)
    _draw_lines(canvas, page)
    _draw_availability(canvas, page)
    draw_foot(canvas, page)


def _subtitle(sheet: PrintedSheet) -> str:
    label = "Managers" if len(sheet.managers) > 1 else "Manager"
    managers = " and ".join(sheet.managers) or _BLANK_LINE
    parts = [f"{label}: {managers}", f"Park: {sheet.park or _BLANK_LINE}"]
    if sheet.team.division:
        parts.insert(0, sheet.team.division.name)
    if sheet.kind == SIGNED and not sheet.blocks:
        parts.append("None of this team's series have been signed yet")
    return "   ·   ".join(parts)


def _draw_rows(canvas: Canvas, page: SheetLayout) -> None:
    y = page.grid_top
    for index, row in enumerate(page.rows):
        y -= page.row_height
        if index % 2:
            width = page.grid_right - page.box.x
            shade_row(canvas, Box(page.box.x, y, width, page.row_height))
        if row is not None:
            _draw_row(canvas, page, row, y)
        else:
            spare_index = min(index - len(page.sheet.rows), 1)
            label = _SPARE_ROW_LABELS[spare_index]
            size = min(4.8, page.row_height * 0.5)
            draw_text(canvas, page.box.x + 1, y + page.row_height - 6, label, size=size)


def _draw_row(canvas: Canvas, page: SheetLayout, row: PrintedRow, y: float) -> None:
    size = min(7.8, page.row_height * 0.72)
    name_box = Box(page.box.x, y, page.name_width, page.row_height)
    draw_in_box(canvas, name_box, page.name_column.written(row), size=size, align="left")
    x = page.box.x + page.name_width
    for column in page.left_columns:
        box = Box(x, y, column.width, page.row_height)
        draw_in_box(
            canvas,
            box,
            column.written(row),
            size=size - 0.6,
            bold=column.is_bold,
        )
        x += column.width
    for cell in row.cells:
        _draw_cell(canvas, Box(x, y, page.column_width, page.row_height), cell)
        x += page.column_width


def _draw_cell(canvas: Canvas, box: Box, cell: SheetCell) -> None:
    if not cell.innings:
        return
    if cell.starts:
        canvas.setLineWidth(paper.RULE)
        canvas.rect(box.x + 0.8, box.y + 0.8, box.width - 1.6, box.height - 1.6)
    marks = ",".join(str(mark) for mark in cell.marks)
    if box.height < _LOW_ROW:
        _draw_low_cell(canvas, box, cell, marks)
        return
    small_size = min(4.8, box.height * 0.36)
    has_small_print = bool(marks or cell.starts or cell.runs)
    innings_height = box.height - (small_size if has_small_print else 0.0)
    innings_box = Box(box.x, box.y, box.width, innings_height)
    draw_in_box(
        canvas,
        innings_box,
        cell.innings,
        size=min(8, innings_box.height * 0.8),
        bold=cell.starts,
        pad=1.3,
        smallest=_MIN_INNINGS_SIZE,
    )
    small_print_box = Box(
        box.x + 2.2,
        box.top - small_size - 0.9,
        box.width - 4.4,
        small_size,
    )
    _draw_small_print(canvas, small_print_box, cell, marks)


def _draw_small_print(canvas: Canvas, box: Box, cell: SheetCell, marks: str) -> None:
    """Draw the line above the innings, with S for a start, runs and footnote numbers."""
    if cell.starts:
        draw_text(canvas, box.x, box.y, "S", size=box.height, bold=True)
    if cell.runs:
        indent = text_width("S ", bold=True) * box.height if cell.starts else 0.0
        width = box.width * (0.6 if marks else 1) - indent
        size = fit_font_size(cell.runs, width, box.height, smallest=2.8)
        draw_text(canvas, box.x + indent, box.y, cell.runs, size=size)
    if marks:
        width = box.width * (0.38 if cell.runs else 0.6)
        size = fit_font_size(marks, width, box.height, smallest=2.8)
        draw_text(canvas, box.right, box.y, marks, size=size, align="right")


def _draw_low_cell(canvas: Canvas, box: Box, cell: SheetCell, marks: str) -> None:
    """Draw the innings and footnote number on a single line. Only the box marks a start."""
    width = box.width * (0.68 if marks else 1)
    text = f"{cell.innings} {cell.runs}".rstrip()
    draw_in_box(
        canvas,
        Box(box.x, box.y, width, box.height),
        text,
        size=min(7, box.height * 0.8),
        bold=cell.starts,
        smallest=_MIN_INNINGS_SIZE,
    )
    if marks:
        size = fit_font_size(marks, box.width - width, box.height * 0.5, smallest=2.4)
        y = box.top - size - 0.2
        draw_text(canvas, box.right - 1, y, marks, size=size, align="right")


def _draw_left_header(canvas: Canvas, page: SheetLayout) -> None:
    y = page.box.top
    labels = ("Opponent", *GAME.titles(Place.PAPER))
    for label, height in zip(labels, HEADER_HEIGHTS, strict=True):
        y -= height
        text_y = y + (height - 7 if label == "Result" else 2.6)
        draw_text(canvas, page.grid_left - 3, text_y, label, size=6, align="right")
    draw_text(canvas, page.box.x + 1, y + 2.6, page.name_column.title, size=7, bold=True)
    x = page.box.x + page.name_width
    for column in page.left_columns:
        box = Box(x, y, column.width, 9)
        draw_in_box(canvas, box, column.title, size=6.2, bold=True)
        x += column.width


def _draw_block_headers(canvas: Canvas, page: SheetLayout) -> None:
    x = page.grid_left
    y = page.box.top - OPPONENT_HEIGHT
    for block in page.sheet.blocks:
        width = page.column_width * len(block.columns)
        _draw_block_header(canvas, block, Box(x, y, width, OPPONENT_HEIGHT))
        for index, column in enumerate(block.columns):
            _draw_column_header(canvas, page, column, x + index * page.column_width)
        x += width


def _draw_block_header(canvas: Canvas, block: PrintedBlock, box: Box) -> None:
    fits = text_width(block.heading) * 5.6 < box.width - 2
    label = block.heading if fits else block.short_heading
    draw_in_box(canvas, Box(box.x, box.top - 8, box.width, 8), label, size=5.6)
    opponent_box = Box(box.x, box.y + 1, box.width, box.height - 9)
    draw_block(canvas, opponent_box, block.opponent, size=7.2, bold=True)


def _draw_column_header(canvas: Canvas, page: SheetLayout, column: GameColumn, x: float) -> None:
    y = page.box.top - OPPONENT_HEIGHT
    *lines, result = GAME.at(Place.PAPER)
    for line in lines:
        y -= line.width
        box = Box(x, y, page.column_width, line.width)
        text = line.written(column)
        draw_in_box(canvas, box, text, size=6.6, bold=line.is_bold, pad=0.5)
    box = Box(x, y - result.width, page.column_width, result.width)
    is_narrow = page.column_width < 27
    draw_block(canvas, box, result.written(column), size=6.4, is_rotated=is_narrow)


def _draw_lines(canvas: Canvas, page: SheetLayout) -> None:
    canvas.setLineWidth(paper.HAIRLINE)
    y = page.box.top
    canvas.line(page.grid_left, y, page.grid_right, y)
    for height in HEADER_HEIGHTS[:-1]:
        y -= height
        canvas.line(page.grid_left, y, page.grid_right, y)
    for index in range(1, len(page.rows)):
        y = page.grid_top - index * page.row_height
        canvas.line(page.box.x, y, page.grid_right, y)
    _draw_vertical_lines(canvas, page)
    canvas.setLineWidth(paper.RULE)
    for y in (page.grid_top, page.grid_bottom):
        canvas.line(page.box.x, y, page.grid_right, y)
    canvas.line(page.grid_left, page.signatures_bottom, page.grid_right, page.signatures_bottom)


def _draw_vertical_lines(canvas: Canvas, page: SheetLayout) -> None:
    canvas.setLineWidth(paper.HAIRLINE)
    x = page.box.x + page.name_width
    for column in page.left_columns:
        canvas.line(x, page.grid_bottom, x, page.grid_top)
        x += column.width
    x = page.grid_left
    canvas.setLineWidth(paper.RULE)
    canvas.line(x, page.signatures_bottom, x, page.box.top)
    for block in page.sheet.blocks:
        canvas.setLineWidth(paper.HAIRLINE)
        for index in range(1, len(block.columns)):
            inner_x = x + index * page.column_width
            canvas.line(inner_x, page.grid_bottom, inner_x, page.box.top - OPPONENT_HEIGHT)
        x += page.column_width * len(block.columns)
        canvas.setLineWidth(paper.RULE)
        canvas.line(x, page.signatures_bottom, x, page.box.top)


def _draw_availability(canvas: Canvas, page: SheetLayout) -> None:
    """Draw the last columns with each pitcher's availability in the next game."""
    if not page.right_columns:
        return
    left = page.grid_right
    width = sum(column.width for column in page.right_columns)
    right = left + width
    title = f"Available for game {page.sheet.next_game}"
    title_box = Box(left + 2, page.grid_top + 9.5, width - 2, 34)
    draw_block(canvas, title_box, title, size=7, bold=True, is_rotated=False)
    x = left
    for column in page.right_columns:
        _draw_availability_column(canvas, page, column, x)
        x += column.width
    canvas.setLineWidth(paper.HAIRLINE)
    for index in range(len(page.rows) + 1):
        y = page.grid_top - index * page.row_height
        canvas.line(left, y, right, y)
    for x in (right, left + width / 2):
        canvas.line(x, page.grid_bottom, x, page.grid_top)


def _draw_availability_column(canvas: Canvas, page: SheetLayout, column: Column[PrintedRow], x: float) -> None:
    title_box = Box(x, page.grid_top, column.width, 9.5)
    draw_in_box(canvas, title_box, column.title, size=6.4, bold=True)
    size = min(7.6, page.row_height * 0.72)
    for index, row in enumerate(page.sheet.rows, start=1):
        y = page.grid_top - index * page.row_height
        text = column.written(row)
        is_available = text == "yes" or "." in text
        box = Box(x, y, column.width, page.row_height)
        draw_in_box(canvas, box, text, size=size, bold=is_available)
