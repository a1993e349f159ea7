"""Filled tables on paper, and tables drawn on sheets that must be exactly one page: every text keeps to its cell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from core.lettering import Box, draw_in
from core.paper import BLACK, GREY, HAIRLINE, HEAVY, PALE, RULE, ruled_table
from core.tables import Align, Column, Entry, FilledTable, Place, Remark
from core.tables import Table as DefinedTable


@dataclass(frozen=True, slots=True)
class Col:
    """A column: its head, its share of the width, and how its text stands."""

    head: str
    share: float
    align: str = "right"
    bold: bool = False


def widths_of(columns: Sequence[Col], width: float) -> list[float]:
    whole = sum(column.share for column in columns)
    return [width * column.share / whole for column in columns]


def draw_table(
    canvas: Canvas,
    box: Box,
    columns: Sequence[Col],
    rows: Sequence[Sequence[str]],
    *,
    row_height: float,
    size: float = 7.5,
    upright: bool = False,
) -> float:
    """Head and rows from the top of the box down; gives the y below the last row. `upright` rules columns too."""
    widths = widths_of(columns, box.width)
    y = box.top - row_height
    _draw_row(canvas, box.x, y, row_height, columns, widths, [column.head for column in columns], size - 1, head=True)
    canvas.setLineWidth(RULE)
    canvas.line(box.x, y, box.right, y)
    canvas.setLineWidth(HAIRLINE)
    canvas.setStrokeColor(GREY)
    for number, row in enumerate(rows):
        y -= row_height
        if number % 2:
            shade(canvas, Box(box.x, y, box.width, row_height))
        _draw_row(canvas, box.x, y, row_height, columns, widths, row, size)
        canvas.line(box.x, y, box.right, y)
    if upright:
        _rule_columns(canvas, box, widths, y)
    canvas.setStrokeColor(BLACK)
    return y


def shade(canvas: Canvas, box: Box) -> None:
    """A tint so pale that a pen and a copier ignore it; it leads the eye along a row."""
    canvas.setFillColor(PALE)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
    canvas.setFillColor(BLACK)


def _draw_row(
    canvas: Canvas,
    x: float,
    y: float,
    height: float,
    columns: Sequence[Col],
    widths: Sequence[float],
    texts: Sequence[str],
    size: float,
    *,
    head: bool = False,
) -> None:
    for column, width, text in zip(columns, widths, texts, strict=True):
        draw_in(
            canvas,
            Box(x, y, width, height),
            text,
            size=size,
            bold=head or column.bold,
            align=column.align,
            pad=1.5,
        )
        x += width


def _rule_columns(canvas: Canvas, box: Box, widths: Sequence[float], bottom: float) -> None:
    x = box.x
    for width in (0.0, *widths):
        x += width
        canvas.line(x, bottom, x, box.top)


def drawn_columns(table: DefinedTable[Any], *, heads: bool = True) -> list[Col]:
    """The columns of a table as a drawn one has them; without `heads` the first line stays empty for a title."""
    return [
        Col(column.title if heads else "", column.width, (column.align_on_paper or column.align).value)
        for column in table.at(Place.PAPER)
    ]


def filled_on_paper(filled: FilledTable[Any], width: float, size: float = 8) -> Table:
    """A table with its remarks, `width` points wide where one of its columns takes what the others leave."""
    columns, rows = filled.table.at(Place.PAPER), filled.rows_at(Place.PAPER)
    apart = [place for place, column in enumerate(columns) if column.align is Align.APART]
    cuts = [number for number, row in enumerate(rows, start=1) if isinstance(row, Entry) and row.is_cut]
    return ruled_table(
        filled.heads(Place.PAPER),
        [_texts(row, columns) for row in rows],
        widths=_points(columns, width),
        right=[place for place, column in enumerate(columns) if column.align is Align.RIGHT],
        size=size,
        extra=[
            *(("LINEBELOW", (0, number), (-1, number), HEAVY, BLACK) for number in cuts),
            *(("LEFTPADDING", (place, 0), (place, -1), 8) for place in apart),
        ],
    )


def written(table: DefinedTable[Any], items: Iterable[Any]) -> list[list[str]]:
    """The texts of a table without remarks."""
    columns = table.at(Place.PAPER)
    return [[column.written(item) for column in columns] for item in items]


def _texts(row: Entry[Any] | Remark, columns: Sequence[Column[Any]]) -> list[str]:
    if isinstance(row, Entry):
        return [column.written(row.item) for column in columns]
    return [row.beside, row.text, *[""] * (len(columns) - 2)]


def _points(columns: Sequence[Column[Any]], width: float) -> list[float]:
    left = width - sum(column.width for column in columns)
    return [column.width or left for column in columns]
