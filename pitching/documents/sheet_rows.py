"""The rows of a pitching sheet: pitchers with their innings game by game, and what each may do in the next game."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_block, draw_in_box, draw_text, fit_font_size, text_width
from core.paper_tables import shade_row
from pitching.documents.sheet_layout import SheetLayout
from pitching.queries.printed_sheet import PrintedRow
from pitching.queries.sheets import SheetCell

_LOW_ROW = 11.0
_SMALLEST_INNINGS = 2.5  # innings are never cut, however narrow the column


def draw_rows(canvas: Canvas, page: SheetLayout) -> None:
    y = page.grid_top
    for number, row in enumerate(page.rows):
        y -= page.row
        if number % 2:
            shade_row(canvas, Box(page.box.x, y, page.end - page.box.x, page.row))
        if row is not None:
            _draw_row(canvas, page, row, y)
        else:
            labels = ("position player (T25.3):", "stand-in, 1WR (T25.3):")
            label = labels[min(number - len(page.sheet.rows), 1)]
            draw_text(canvas, page.box.x + 1, y + page.row - 6, label, size=min(4.8, page.row * 0.5))


def _draw_row(canvas: Canvas, page: SheetLayout, row: PrintedRow, y: float) -> None:
    size = min(7.8, page.row * 0.72)
    name = Box(page.box.x, y, page.name_width, page.row)
    draw_in_box(canvas, name, page.name.written(row), size=size, align="left")
    x = page.box.x + page.name_width
    for column in page.left:
        room = Box(x, y, column.width, page.row)
        draw_in_box(canvas, room, column.written(row), size=size - 0.6, bold=column.is_bold)
        x += column.width
    for cell in row.cells:
        _draw_cell(canvas, Box(x, y, page.column, page.row), cell)
        x += page.column


def _draw_cell(canvas: Canvas, box: Box, cell: SheetCell) -> None:
    if not cell.innings:
        return
    if cell.starts:
        canvas.setLineWidth(paper.RULE)
        canvas.rect(box.x + 0.8, box.y + 0.8, box.width - 1.6, box.height - 1.6)
    marks = ",".join(map(str, cell.marks))
    if box.height < _LOW_ROW:
        _draw_low_cell(canvas, box, cell, marks)
        return
    small = min(4.8, box.height * 0.36)
    head = small if marks or cell.starts or cell.runs else 0.0
    room = Box(box.x, box.y, box.width, box.height - head)
    draw_in_box(
        canvas,
        room,
        cell.innings,
        size=min(8, room.height * 0.8),
        bold=cell.starts,
        pad=1.3,
        smallest=_SMALLEST_INNINGS,
    )
    _draw_marks(canvas, Box(box.x + 2.2, box.top - small - 0.9, box.width - 4.4, small), cell, marks)


def _draw_marks(canvas: Canvas, box: Box, cell: SheetCell, marks: str) -> None:
    """Above the innings: S for a start, runs given up, the numbers of footnotes."""
    if cell.starts:
        draw_text(canvas, box.x, box.y, "S", size=box.height, bold=True)
    if cell.runs:
        past_s = text_width("S ", bold=True) * box.height if cell.starts else 0.0
        size = fit_font_size(cell.runs, box.width * (0.6 if marks else 1) - past_s, box.height, smallest=2.8)
        draw_text(canvas, box.x + past_s, box.y, cell.runs, size=size)
    if marks:
        size = fit_font_size(marks, box.width * (0.38 if cell.runs else 0.6), box.height, smallest=2.8)
        draw_text(canvas, box.right, box.y, marks, size=size, align="right")


def _draw_low_cell(canvas: Canvas, box: Box, cell: SheetCell, marks: str) -> None:
    """A row too low for two lines: figure and footnote side by side, the box alone marks a start."""
    width = box.width * (0.68 if marks else 1)
    room, size = Box(box.x, box.y, width, box.height), min(7, box.height * 0.8)
    shown = f"{cell.innings} {cell.runs}".rstrip()
    draw_in_box(canvas, room, shown, size=size, bold=cell.starts, smallest=_SMALLEST_INNINGS)
    if marks:
        size = fit_font_size(marks, box.width - width, box.height * 0.5, smallest=2.4)
        draw_text(canvas, box.right - 1, box.top - size - 0.2, marks, size=size, align="right")


def draw_available(canvas: Canvas, page: SheetLayout) -> None:
    """The last columns: what each may do in the next game."""
    if not page.right:
        return
    x = page.end
    width = sum(column.width for column in page.right)
    head = Box(x + 2, page.grid_top + 9.5, width - 2, 34)
    draw_block(canvas, head, f"Available for game {page.sheet.next_game}", size=7, bold=True, turned=False)
    for column in page.right:
        draw_in_box(canvas, Box(x, page.grid_top, column.width, 9.5), column.title, size=6.4, bold=True)
        x += column.width
    for number, row in enumerate(page.sheet.rows, start=1):
        at, y = page.end, page.grid_top - number * page.row
        for column in page.right:
            text = column.written(row)
            bold = text == "yes" or "." in text
            draw_in_box(canvas, Box(at, y, column.width, page.row), text, size=min(7.6, page.row * 0.72), bold=bold)
            at += column.width
    canvas.setLineWidth(paper.HAIRLINE)
    for number in range(len(page.rows) + 1):
        y = page.grid_top - number * page.row
        canvas.line(page.end, y, page.end + width, y)
    canvas.line(page.end + width, page.grid_bottom, page.end + width, page.grid_top)
    canvas.line(page.end + width / 2, page.grid_bottom, page.end + width / 2, page.grid_top)
