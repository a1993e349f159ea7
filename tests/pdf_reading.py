"""Parse PDFs: the text of each page, each word's position, and the paper size."""

import re
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader

from core.lettering import text_width


class Word(NamedTuple):
    """A piece of text that runs from left to right: its middle, its baseline, and its end."""

    middle: float
    y: float
    right: float
    text: str


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of every page, with single spaces."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def only_page(pdf: bytes) -> str:
    """Return the text of a document that must have one page."""
    pages = pages_of(pdf)
    assert len(pages) == 1, f"{len(pages)} pages"
    return pages[0]


def words_of(pdf: bytes) -> list[Word]:
    """Return every piece of horizontal text on the first page."""
    words: list[Word] = []

    def note(text, page, matrix, font, size):
        if text.strip() and matrix[1] == 0 and page[1] == 0:
            x, y = matrix[4] * page[0] + page[4], matrix[5] * page[3] + page[5]
            wide = text_width(text.strip(), "Bold" in font["/BaseFont"]) * size
            words.append(Word(x + wide / 2, y, x + wide, text.strip()))

    PdfReader(BytesIO(pdf)).pages[0].extract_text(visitor_text=note)
    return words


def paper_of(pdf: bytes) -> tuple[int, int]:
    """Return the width and height in points."""
    box = PdfReader(BytesIO(pdf)).pages[0].mediabox
    return round(box.width), round(box.height)


def cells_of_grid(pdf: bytes, rows: list[str], heads: dict[str, float], pattern: str) -> dict[tuple[str, str], str]:
    """Map (row, column) to text for every word that matches the pattern and is to the right of the row names.

    `heads` gives the middle of each column. A word belongs to the nearest column and the nearest row.
    """
    words = words_of(pdf)
    lines = {word.text: word.y for word in words if word.text in rows}
    assert set(lines) == set(rows), f"not on the page: {set(rows) - set(lines)}"
    step = min((abs(a - b) for a in heads.values() for b in heads.values() if a != b), default=30)
    cells: dict[tuple[str, str], str] = {}
    for word in words:
        row, y = min(lines.items(), key=lambda line: abs(line[1] - word.y))
        column, x = min(heads.items(), key=lambda head: abs(head[1] - word.middle))
        if re.fullmatch(pattern, word.text) and abs(y - word.y) < 9 and abs(x - word.middle) < step / 2:
            cells[row, column] = word.text
    return cells


def heads_on_line(pdf: bytes, label: str, pattern: str = r"\d+") -> dict[str, float]:
    """Return the middles of the matching words on the line that starts with this label."""
    words = words_of(pdf)
    line = next(word for word in words if word.text == label)
    return {
        word.text: word.middle
        for word in words
        if abs(word.y - line.y) < 2 and word.middle > line.right and re.fullmatch(pattern, word.text)
    }
