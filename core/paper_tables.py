"""Print tables in running documents or on a single page. Text is fitted to its cell."""

from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from core.lettering import Box, draw_in_box
from core.paper import BLACK, GRAY, HAIRLINE, HEAVY, PALE, RULE, ruled_table
from core.tables import Align, Column, Entry, FilledTable, Item, Place, Remark, TableDefinition


def draw_table(
    canvas: Canvas,
    box: Box,
    table: TableDefinition[Item],
    items: Iterable[Item],
    *,
    row_height: float,
    size: float = 7.5,
    has_header: bool = True,
    has_column_rules: bool = False,
) -> float:
    """Draw a table from the top of a box. Return the y-coordinate below its last row.

    Without a header, the first line is left empty for a title. `has_column_rules` adds vertical lines.
    """
    columns = table.at(Place.PAPER)
    widths = _proportional_widths(columns, box.width)
    y = box.top - row_height
    if has_header:
        _draw_row(canvas, box.x, y, row_height, columns, widths, table.titles(Place.PAPER), size - 1, head=True)
    canvas.setLineWidth(RULE)
    canvas.line(box.x, y, box.right, y)
    canvas.setLineWidth(HAIRLINE)
    canvas.setStrokeColor(GRAY)
    for number, item in enumerate(items):
        y -= row_height
        if number % 2:
            shade_row(canvas, Box(box.x, y, box.width, row_height))
        texts = [column.written(item) for column in columns]
        _draw_row(canvas, box.x, y, row_height, columns, widths, texts, size)
        canvas.line(box.x, y, box.right, y)
    if has_column_rules:
        _rule_columns(canvas, box, widths, y)
    canvas.setStrokeColor(BLACK)
    return y


def _proportional_widths(columns: Sequence[Column[Any]], width: float) -> list[float]:
    total = sum(column.width for column in columns)
    return [width * column.width / total for column in columns]


def shade_row(canvas: Canvas, box: Box) -> None:
    """Shade a row lightly enough for pens and copiers."""
    canvas.setFillColor(PALE)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
    canvas.setFillColor(BLACK)


def _draw_row(
    canvas: Canvas,
    x: float,
    y: float,
    height: float,
    columns: Sequence[Column[Any]],
    widths: Sequence[float],
    texts: Sequence[str],
    size: float,
    *,
    head: bool = False,
) -> None:
    for column, width, text in zip(columns, widths, texts, strict=True):
        draw_in_box(
            canvas,
            Box(x, y, width, height),
            text,
            size=size,
            bold=head or column.is_bold,
            align=(column.align_on_paper or column.align).value,
            pad=1.5,
        )
        x += width


def _rule_columns(canvas: Canvas, box: Box, widths: Sequence[float], bottom: float) -> None:
    x = box.x
    for width in (0.0, *widths):
        x += width
        canvas.line(x, bottom, x, box.top)


def printed_table(
    filled: FilledTable[Any], width: float, size: float = 8, extra: Sequence[tuple[Any, ...]] = ()
) -> Table:
    """Return a table with its remarks, `width` points wide. `extra` adds table style commands."""
    columns = filled.table.at(Place.PAPER)
    rows = filled.rows_at(Place.PAPER)
    style: list[tuple[Any, ...]] = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Entry) and row.is_cut:
            style.append(("LINEBELOW", (0, number), (-1, number), HEAVY, BLACK))
    for index, column in enumerate(columns):
        if column.align is Align.APART:
            style.append(("LEFTPADDING", (index, 0), (index, -1), 8))
    return ruled_table(
        filled.heads(Place.PAPER),
        [_texts(row, columns) for row in rows],
        widths=column_widths(columns, width),
        right=[index for index, column in enumerate(columns) if column.align is Align.RIGHT],
        size=size,
        remarks=[number for number, row in enumerate(rows) if isinstance(row, Remark)],
        extra=[*style, *extra],
    )


def _texts(row: Entry[Any] | Remark, columns: Sequence[Column[Any]]) -> list[str]:
    if isinstance(row, Entry):
        return [column.written(row.item) for column in columns]
    return [row.row_name, row.text, *[""] * (len(columns) - 2)]


def column_widths(columns: Sequence[Column[Any]], width: float) -> list[float]:
    """Return each column's width in points. A column with width 0 fills the remaining space."""
    width_left = width - sum(column.width for column in columns)
    return [column.width or width_left for column in columns]
