"""Print player cards for any system, four to a sheet, with ratings above the columns."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from core.lettering import Box, draw_in_box, draw_text, fit_font_size, text_width
from core.paper import BLACK, GRAY, HAIRLINE, HEAVY, MARGIN, PALE, RULE, page_size
from rules_engine.baseball.card_faces import CardFace, DiceGrid, GridRow

# in points
_GAP: Final = 12.0
_HEAD_HEIGHT: Final = 46.0
_TITLE_HEIGHT: Final = 10.0
_DICE_MARGIN: Final = 15.0
_PADDING: Final = 2.2
_SMALLEST_BOLD: Final = 5.0  # smaller text is printed in the narrower regular font
_RATING_LEADING: Final = 8.6
# positions of the pips on each face of a die
_PIPS: Final = {1: "c", 2: "ai", 3: "aci", 4: "agdi", 5: "agcdi", 6: "agbhdi"}


def cards_pdf(faces: Iterable[tuple[CardFace, str]], title: str, paper: str = "letter") -> bytes:
    """Return a PDF of cards.

    Args:
        faces: Each card's face, and the line to print below its name.
        paper: "letter" or "a4".
    """
    size = page_size(paper)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=size)
    canvas.setTitle(title)
    canvas.setAuthor("Pennant")
    places = _places(size)
    for number, (face, under) in enumerate(_all_faces(faces)):
        if number and number % len(places) == 0:
            canvas.showPage()
        _draw_card(canvas, places[number % len(places)], face, under)
    canvas.save()
    return stream.getvalue()


def _all_faces(faces: Iterable[tuple[CardFace, str]]) -> Iterator[tuple[CardFace, str]]:
    """Yield each face. For a two-way player, yield the hitter's card next."""
    for face, under in faces:
        yield face, under
        if face.hitter:
            yield face.hitter, under


def _places(size: tuple[float, float]) -> list[Box]:
    width = (size[0] - 2 * MARGIN - _GAP) / 2
    height = (size[1] - 2 * MARGIN - _GAP) / 2
    left_edges = (MARGIN, MARGIN + width + _GAP)
    bottom_edges = (MARGIN + height + _GAP, MARGIN)
    return [Box(x, y, width, height) for y in bottom_edges for x in left_edges]


def _draw_card(canvas: Canvas, box: Box, face: CardFace, under: str) -> None:
    canvas.setLineWidth(RULE)
    canvas.roundRect(box.x, box.y, box.width, box.height, 6)
    inner = Box(box.x + 6, box.y + 5, box.width - 12, box.height - 9)
    top = _draw_head(canvas, inner, face, under)
    rows = sum(len(grid.rows) for grid in face.grids)
    row_height = (top - inner.y - len(face.grids) * (_TITLE_HEIGHT + 3)) / rows
    for grid in face.grids:
        height = _TITLE_HEIGHT + len(grid.rows) * row_height
        _draw_grid(canvas, Box(inner.x, top - height, inner.width, height), grid)
        top -= height + 3


def _draw_head(canvas: Canvas, box: Box, face: CardFace, under: str) -> float:
    """Draw the name and ratings. Return the y-coordinate below them."""
    room = box.width * 0.72
    size = fit_font_size(face.name, room, 13, bold=True, smallest=7)
    draw_text(canvas, box.x, box.top - 12, face.name, size=size, bold=True, width=room)
    draw_text(
        canvas, box.right, box.top - 11, face.corner, size=8, bold=True, align="right", width=box.width - room - 4
    )
    for place, text in enumerate((under, *face.ratings)):
        draw_in_box(
            canvas,
            Box(box.x, box.top - 22.5 - _RATING_LEADING * place, box.width, 8),
            text,
            size=7,
            align="left",
            pad=0,
        )
    end = box.top - _HEAD_HEIGHT - _RATING_LEADING * (len(face.ratings) - 2)
    canvas.setLineWidth(HEAVY)
    canvas.line(box.x, end + 3.4, box.right, end + 3.4)
    return end


def _draw_grid(canvas: Canvas, box: Box, grid: DiceGrid) -> None:
    margin = _margin_of(grid)
    width = (box.width - margin) / len(grid.heads)
    height = (box.height - _TITLE_HEIGHT) / len(grid.rows)
    draw_text(canvas, box.x, box.top - 7, grid.title, size=6.2, width=margin + width * 0.86)
    for place, head in enumerate(grid.heads):
        if isinstance(head, int):
            overlaps_title = place == 0 and text_width(grid.title) * 6.2 > margin + width / 2 - 6
            center = 0.92 if overlaps_title else 0.5
            _draw_die(canvas, box.x + margin + (place + center) * width, box.top - 4.6, head)
        else:
            draw_text(canvas, box.x + margin + place * width + _PADDING, box.top - 7, head, size=6.2, width=width)
    for number, row in enumerate(grid.rows, 1):
        y = box.top - _TITLE_HEIGHT - number * height
        _draw_margin(canvas, Box(box.x, y, margin, height), row, box.width)
        _draw_row(canvas, Box(box.x + margin, y, box.width - margin, height), row.cells, grid.strong)


def _margin_of(grid: DiceGrid) -> float:
    """Return the width for the longest label, and for probability bars if rows have weights."""
    bars = _DICE_MARGIN if any(row.weight for row in grid.rows) else 0.0
    return max(bars, 8.2, max(text_width(row.label, bold=True) for row in grid.rows) * 6.4 + 3)


def _draw_die(canvas: Canvas, x: float, y: float, number: int) -> None:
    """Draw the face of the white die that selects this column."""
    half = 4.0
    canvas.setLineWidth(RULE)
    canvas.roundRect(x - half, y - half, 2 * half, 2 * half, 1.6)
    spots = {"a": (-1, 1), "g": (1, 1), "b": (-1, 0), "c": (0, 0), "h": (1, 0), "d": (-1, -1), "i": (1, -1)}
    for pip in _PIPS[number]:
        column, row = spots[pip]
        canvas.circle(x + column * 2.1, y + row * 2.1, 0.72, stroke=0, fill=1)


def _draw_margin(canvas: Canvas, box: Box, row: GridRow, card_width: float) -> None:
    """Draw a row's label and a bar for the probability of its roll."""
    if row.shaded:
        canvas.setFillColor(PALE)
        canvas.rect(box.x, box.y, card_width, box.height, stroke=0, fill=1)
    room = box.width
    if row.weight:
        room = 8.2
        canvas.setFillColor(GRAY)
        canvas.rect(box.x + 8.6, box.y + box.height / 2 - 0.9, 0.85 * row.weight, 1.8, stroke=0, fill=1)
    canvas.setFillColor(BLACK)
    draw_in_box(canvas, Box(box.x, box.y, room, box.height), row.label, size=6.4, bold=True, align="right", pad=0.3)


def _draw_row(canvas: Canvas, box: Box, texts: Sequence[str], strong: str) -> None:
    width = box.width / len(texts)
    canvas.setLineWidth(HAIRLINE)
    for place, text in enumerate(texts):
        cell = Box(box.x + place * width, box.y, width, box.height)
        if place:
            canvas.line(cell.x, cell.y, cell.x, cell.top)
        is_strong = bool(strong) and strong in text
        bold = is_strong and text_width(text, bold=True) * _SMALLEST_BOLD <= cell.width - 2 * _PADDING
        draw_in_box(canvas, cell, text, size=6.2, bold=bold, align="left", pad=_PADDING)
