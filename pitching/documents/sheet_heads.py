"""The heads of a pitching sheet's columns: opponents, games, home or away, results."""

from reportlab.pdfgen.canvas import Canvas

from core.lettering import Box, draw_block, draw_in, draw_text, width_of
from games.queries.columns import Column
from pitching.documents.sheet_layout import HEAD_HEIGHTS, Layout
from pitching.queries.printed_sheet import PrintedBlock

_HEAD_LABELS = ("Opponent", "Game", "of the series", "Home or away", "Result")


def draw_left_head(canvas: Canvas, page: Layout) -> None:
    y = page.box.top
    for label, height in zip(_HEAD_LABELS, HEAD_HEIGHTS, strict=True):
        y -= height
        at = y + (height - 7 if label == "Result" else 2.6)
        draw_text(canvas, page.first_column - 3, at, label, size=6, align="right")
    x = page.box.x + page.name_width
    draw_text(canvas, page.box.x + 1, y + 2.6, "Pitcher", size=7, bold=True)
    for label, width in page.left:
        draw_in(canvas, Box(x, y, width, 9), label, size=6.2, bold=True)
        x += width


def draw_blocks(canvas: Canvas, page: Layout) -> None:
    x = page.first_column
    for block in page.sheet.blocks:
        width = page.column * len(block.columns)
        _draw_block_head(canvas, block, Box(x, page.box.top - HEAD_HEIGHTS[0], width, HEAD_HEIGHTS[0]))
        for place, column in enumerate(block.columns):
            _draw_column_head(canvas, page, column, x + place * page.column)
        x += width


def _draw_block_head(canvas: Canvas, block: PrintedBlock, box: Box) -> None:
    label = block.heading if width_of(block.heading) * 5.6 < box.width - 2 else block.short
    draw_in(canvas, Box(box.x, box.top - 8, box.width, 8), label, size=5.6)
    draw_block(canvas, Box(box.x, box.y + 1, box.width, box.height - 9), block.opponent, size=7.2, bold=True)


def _draw_column_head(canvas: Canvas, page: Layout, column: Column, x: float) -> None:
    y = page.box.top - HEAD_HEIGHTS[0]
    number, place = str(column.number or ""), "" if column.at_home is None else "H" if column.at_home else "A"
    for text, height, bold in ((number, 9.5, True), (str(column.game), 9.5, False), (place, 9.5, False)):
        y -= height
        draw_in(canvas, Box(x, y, page.column, height), text, size=6.6, bold=bold, pad=0.5)
    room = Box(x, y - HEAD_HEIGHTS[4], page.column, HEAD_HEIGHTS[4])
    result = f"susp. {column.result}".strip() if column.suspended else column.result
    draw_block(canvas, room, result, size=6.4, turned=page.column < 27)
