"""Draw text on printouts in the two bundled fonts: fit, wrap or rotate it to stay in its box. Draw QR codes.

Arabic letters are joined, and Arabic and Hebrew run right to left inside a left-to-right line.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import segno
from arabic_reshaper import ArabicReshaper
from bidi import get_display
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

TEXT: Final = "Pennant"
BOLD: Final = "Pennant-Bold"
SMALLEST: Final = 4.2  # in points; smaller text is unreadable, so longer text is cut instead

_FONTS = Path(__file__).parent / "fonts"
FONT_FILES: Final = {TEXT: _FONTS / "DejaVuSansCondensed.ttf", BOLD: _FONTS / "DejaVuSansCondensed-Bold.ttf"}
for _name, _file in FONT_FILES.items():
    pdfmetrics.registerFont(TTFont(_name, _file))
pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=TEXT, boldItalic=BOLD)


class Box(NamedTuple):
    """A rectangle on the page, in points, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_RESHAPER = ArabicReshaper(configuration={"delete_harakat": False, "ARABIC LIGATURE ALLAH": False, "RIAL SIGN": False})
_GLYPHS = frozenset(pdfmetrics.getFont(TEXT).face.charToGlyph)


def unprintable_letters(text: str) -> str:
    """Return the characters that the printout font lacks, such as Chinese ones. Each appears once, in order."""
    characters = visual_order(text)
    missing = [char for char in characters if ord(char) not in _GLYPHS and not char.isspace()]
    return "".join(dict.fromkeys(missing))


@lru_cache(maxsize=5_000)
def visual_order(text: str) -> str:
    """Return a line in drawing order, left to right, with Arabic letters in their joined forms."""
    if not _RIGHT_TO_LEFT.search(text):
        return text
    return str(get_display(_RESHAPER.reshape(text), base_dir="L"))


@lru_cache(maxsize=20_000)
def text_width(text: str, bold: bool = False) -> float:
    """Return a line's width at a font size of one point."""
    return float(pdfmetrics.stringWidth(visual_order(text), BOLD if bold else TEXT, 1))


def fit_text(text: str, font: str, size: float, width: float) -> str:
    """Return the text, cut with an ellipsis if it is wider than `width` points."""
    bold = font == BOLD
    if text_width(text, bold) * size <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + "…", bold) * size <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def fit_font_size(text: str, width: float, largest: float, *, bold: bool = False, smallest: float = SMALLEST) -> float:
    """Return the largest font size, within bounds, that fits the text on one line of `width` points."""
    natural = text_width(text, bold)
    return largest if natural * largest <= width else max(smallest, width / natural)


def draw_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    size: float = 8.5,
    bold: bool = False,
    align: str = "left",
    width: float = 0,
) -> None:
    """Draw a line with its baseline at y. Text wider than `width` is cut."""
    if not text:
        return
    font = BOLD if bold else TEXT
    line = fit_text(text, font, size, width) if width else text
    canvas.setFont(font, size)
    draw: dict[str, Callable[[float, float, str], Any]] = {
        "left": canvas.drawString,
        "right": canvas.drawRightString,
        "center": canvas.drawCentredString,
    }
    draw[align](x, y, visual_order(line))


def draw_in_box(
    canvas: Canvas,
    box: Box,
    text: str,
    *,
    size: float = 7,
    bold: bool = False,
    align: str = "center",
    pad: float = 1,
    smallest: float = SMALLEST,
) -> None:
    """Draw a line in the middle of a box. Shrink it to fit, and cut it if it is still too wide."""
    room = box.width - 2 * pad
    if not text or room <= 0:
        return
    size = fit_font_size(text, room, min(size, box.height * 0.92), bold=bold, smallest=smallest)
    x = {"left": box.x + pad, "right": box.right - pad, "center": box.x + box.width / 2}[align]
    # slightly wider than the space available, so that rounding doesn't cut text that fits
    y = box.y + (box.height - size * 0.73) / 2
    draw_text(canvas, x, y, text, size=size, bold=bold, align=align, width=room + 0.05)


def draw_block(
    canvas: Canvas, box: Box, text: str, *, size: float = 7, bold: bool = False, is_rotated: bool | None = None
) -> None:
    """Draw words in a box on as many lines as fit. Rotate them upward if the box is too narrow for a word."""
    if not text:
        return
    if is_rotated is None:
        is_rotated = box.height > box.width and _longest_word(text, bold) * size * 0.8 > box.width - 2
    if is_rotated:
        canvas.saveState()
        canvas.translate(box.right, box.y)
        canvas.rotate(90)
        _draw_lines(canvas, Box(0, 0, box.height, box.width), text, size, bold)
        canvas.restoreState()
    else:
        _draw_lines(canvas, box, text, size, bold)


def _longest_word(text: str, bold: bool) -> float:
    return max((text_width(word, bold) for word in text.split()), default=0)


def _draw_lines(canvas: Canvas, box: Box, text: str, size: float, bold: bool) -> None:
    room = box.width - 2
    while size > SMALLEST and not _fits(text, room, box.height, size, bold):
        size -= 0.4
    size = max(SMALLEST, min(size, box.height * 0.95))
    lines = wrap_text(text, room, size, bold=bold)
    max_lines = max(1, int(box.height / (size * 1.12)))
    if len(lines) > max_lines:
        last_line = " ".join(lines[max_lines - 1 :])
        lines = [*lines[: max_lines - 1], last_line]
    y = box.y + (box.height + len(lines) * size * 1.12) / 2 - size * 0.9
    for line in lines:
        draw_text(canvas, box.x + box.width / 2, y, line, size=size, bold=bold, align="center", width=room)
        y -= size * 1.12


def _fits(text: str, width: float, height: float, size: float, bold: bool) -> bool:
    if _longest_word(text, bold) * size > width:
        return False
    return len(wrap_text(text, width, size, bold=bold)) * size * 1.12 <= height


def wrap_text(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Split a paragraph into lines. A word wider than a line isn't split, but cut when drawn."""
    return list(simpleSplit(text, BOLD if bold else TEXT, size, width)) or [""]


def draw_paragraphs(
    canvas: Canvas, box: Box, texts: Sequence[str], *, columns: int = 1, size: float = 6.5, gap: float = 10
) -> int:
    """Draw small paragraphs down a box's columns, shrunk to fit. Return the number that didn't fit."""
    width = (box.width - gap * (columns - 1)) / columns
    while size > SMALLEST and _columns_needed(texts, width, box.height, size) > columns:
        size -= 0.2
    leading = size * 1.22
    column, y = 0, box.top - size
    for index, text in enumerate(texts):
        lines = wrap_text(text, width, size)
        if y - leading * (len(lines) - 1) < box.y - 0.5 and y < box.top - size:
            column, y = column + 1, box.top - size
        if column >= columns:
            return len(texts) - index
        for line in lines:
            draw_text(canvas, box.x + column * (width + gap), y, line, size=size, width=width)
            y -= leading
    return 0


def _columns_needed(texts: Sequence[str], width: float, height: float, size: float) -> int:
    leading = size * 1.22
    column, used = 1, 0.0
    for text in texts:
        needed = len(wrap_text(text, width, size)) * leading
        if used and used + needed > height + 0.5:
            column, used = column + 1, 0.0
        used += needed
    return column


def paragraphs_height(texts: Sequence[str], width: float, *, columns: int, size: float, gap: float = 10) -> float:
    """Estimate the height, in points, that draw_paragraphs needs at this font size."""
    column_width = (width - gap * (columns - 1)) / columns
    line_counts = [len(wrap_text(text, column_width, size)) for text in texts]
    lines = sum(line_counts) / columns
    if columns > 1:
        lines += max(line_counts, default=0)
    return lines * size * 1.22


def draw_qr(canvas: Canvas, x: float, y: float, size: float, text: str) -> None:
    """Draw a QR code with its lower left corner at x, y. Each run of dark modules is a single rectangle."""
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    module = size / len(rows)
    path = canvas.beginPath()
    for number, row in enumerate(rows):
        start = None
        for column, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                bottom = y + size - (number + 1) * module
                path.rect(x + start * module, bottom, (column - start) * module, module)
                start = None
    canvas.drawPath(path, stroke=0, fill=1)
