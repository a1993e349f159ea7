"""The heads of a pitching sheet's columns: opponents, games, home or away, results."""

from reportlab.pdfgen.canvas import Canvas

from core.lettering import Box, draw_block, draw_in_box, draw_text, text_width
from core.tables import Place
from games.queries.columns import GameColumn
from pitching.documents.sheet_layout import HEAD_HEIGHTS, SheetLayout
from pitching.queries.printed_sheet import PrintedBlock
from pitching.queries.sheet_table import GAME


def draw_left_head(canvas: Canvas, page: SheetLayout) -> None:
    y = page.box.top
    for label, height in zip(("Opponent", *GAME.titles(Place.PAPER)), HEAD_HEIGHTS, strict=True):
        y -= height
        at = y + (height - 7 if label == "Result" else 2.6)
        draw_text(canvas, page.first_column - 3, at, label, size=6, align="right")
    x = page.box.x + page.name_width
    draw_text(canvas, page.box.x + 1, y + 2.6, page.name.title, size=7, bold=True)
    for column in page.left:
        draw_in_box(canvas, Box(x, y, column.width, 9), column.title, size=6.2, bold=True)
        x += column.width


def draw_blocks(canvas: Canvas, page: SheetLayout) -> None:
    x = page.first_column
    for block in page.sheet.blocks:
        width = page.column * len(block.columns)
        _draw_block_head(canvas, block, Box(x, page.box.top - HEAD_HEIGHTS[0], width, HEAD_HEIGHTS[0]))
        for place, column in enumerate(block.columns):
            _draw_column_head(canvas, page, column, x + place * page.column)
        x += width


def _draw_block_head(canvas: Canvas, block: PrintedBlock, box: Box) -> None:
    label = block.heading if text_width(block.heading) * 5.6 < box.width - 2 else block.short
    draw_in_box(canvas, Box(box.x, box.top - 8, box.width, 8), label, size=5.6)
    draw_block(canvas, Box(box.x, box.y + 1, box.width, box.height - 9), block.opponent, size=7.2, bold=True)


def _draw_column_head(canvas: Canvas, page: SheetLayout, column: GameColumn, x: float) -> None:
    y = page.box.top - HEAD_HEIGHTS[0]
    *lines, result = GAME.at(Place.PAPER)
    for line in lines:
        y -= line.width
        room = Box(x, y, page.column, line.width)
        draw_in_box(canvas, room, line.written(column), size=6.6, bold=line.is_bold, pad=0.5)
    room = Box(x, y - result.width, page.column, result.width)
    draw_block(canvas, room, result.written(column), size=6.4, turned=page.column < 27)
