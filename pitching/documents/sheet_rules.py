"""The lines of a pitching sheet's grid."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from pitching.documents.sheet_layout import HEAD_HEIGHTS, SheetLayout


def draw_rules(canvas: Canvas, page: SheetLayout) -> None:
    canvas.setLineWidth(paper.HAIRLINE)
    left = page.first_column
    y = page.box.top
    canvas.line(left, y, page.end, y)
    for height in HEAD_HEIGHTS[:-1]:
        y -= height
        canvas.line(left, y, page.end, y)
    for number in range(1, len(page.rows)):
        canvas.line(page.box.x, page.grid_top - number * page.row, page.end, page.grid_top - number * page.row)
    _draw_upright_rules(canvas, page)
    canvas.setLineWidth(paper.RULE)
    for y in (page.grid_top, page.grid_bottom):
        canvas.line(page.box.x, y, page.end, y)
    canvas.line(left, page.sign_bottom, page.end, page.sign_bottom)


def _draw_upright_rules(canvas: Canvas, page: SheetLayout) -> None:
    x = page.first_column
    canvas.setLineWidth(paper.HAIRLINE)
    at = page.box.x + page.name_width
    for column in page.left:
        canvas.line(at, page.grid_bottom, at, page.grid_top)
        at += column.width
    canvas.setLineWidth(paper.RULE)
    canvas.line(x, page.sign_bottom, x, page.box.top)
    for block in page.sheet.blocks:
        canvas.setLineWidth(paper.HAIRLINE)
        for place in range(1, len(block.columns)):
            inner = x + place * page.column
            canvas.line(inner, page.grid_bottom, inner, page.box.top - HEAD_HEIGHTS[0])
        x += page.column * len(block.columns)
        canvas.setLineWidth(paper.RULE)
        canvas.line(x, page.sign_bottom, x, page.box.top)
