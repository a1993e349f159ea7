"""Shared layout for printouts: black on white, hairlines, title and page number on every page, Letter or A4."""

from collections.abc import Callable, Collection, Sequence
from datetime import date
from html import escape
from io import BytesIO
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.text import slugify
from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle

from core.lettering import BOLD, TEXT, Box, draw_text, fit_font_size, fit_text, visual_order

MARGIN = 30.0  # wide enough for any printer and for punched holes
# line widths in points
HAIRLINE = 0.35
RULE = 0.9
HEAVY = 1.6
BLACK = Color(0, 0, 0)
GRAY = Color(0.35, 0.35, 0.35)
PALE = Color(0.95, 0.95, 0.95)
_HEAD_HEIGHT = 36.0  # from the top margin down to the content
_COLUMN_GAP = 18.0

BODY = ParagraphStyle("body", fontName=TEXT, fontSize=8.5, leading=11, alignment=TA_LEFT)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=7.2, leading=9)
HEADING = ParagraphStyle("heading", parent=BODY, fontName=BOLD, fontSize=11, leading=14, spaceBefore=8, spaceAfter=3)


class Letterhead(NamedTuple):
    """An event's header and footer data. `paper` is "a4" or "letter"."""

    name: str
    place: str
    day: date | None
    paper: str
    time_zone: str
    director: str = ""

    @property
    def place_and_day(self) -> str:
        day = f"{self.day:%A, %B} {self.day.day}, {self.day:%Y}" if self.day else ""
        return " · ".join(part for part in (self.place, day) if part)


def page_size(paper: str, *, wide: bool = False) -> tuple[float, float]:
    width, height = A4 if paper == "a4" else letter
    return (height, width) if wide else (width, height)


def draw_head(
    canvas: Canvas, size: tuple[float, float], letterhead: Letterhead, title: str, right: str = "", under: str = ""
) -> Box:
    """Draw the title and event above a double line. Return the remaining box for the content."""
    width, height = size
    top = height - MARGIN
    right_edge = width - MARGIN
    title_width = (width - 2 * MARGIN) * 0.64
    name_width = width - 2 * MARGIN - title_width - 8
    title_size = fit_font_size(title, title_width, 14, bold=True, smallest=8)
    draw_text(canvas, MARGIN, top - 11, title, size=title_size, bold=True, width=title_width)
    if under:
        under_size = fit_font_size(under, title_width, 8, smallest=5.5)
        draw_text(canvas, MARGIN, top - 22, under, size=under_size, width=title_width)
    name_size = fit_font_size(letterhead.name, name_width, 8.5, bold=True, smallest=6)
    draw_text(canvas, right_edge, top - 9, letterhead.name, size=name_size, bold=True, align="right", width=name_width)
    subtitle = right or letterhead.place_and_day
    draw_text(canvas, right_edge, top - 21, subtitle, size=7.5, align="right", width=name_width)
    for y, line_width in ((top - 27, RULE), (top - 29.2, HAIRLINE)):
        canvas.setLineWidth(line_width)
        canvas.line(MARGIN, y, right_edge, y)
    return Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN - _HEAD_HEIGHT)


def draw_foot(canvas: Canvas, size: tuple[float, float], letterhead: Letterhead, text: str) -> None:
    width, _ = size
    canvas.setFillColor(GRAY)
    printed_at = date_format(timezone.localtime(timezone=ZoneInfo(letterhead.time_zone)), "M j, Y, g:i A")
    director = f"Director: {letterhead.director} · " if letterhead.director else ""
    draw_text(canvas, MARGIN, MARGIN - 13, f"{director}Pennant · printed {printed_at}", size=6.5)
    draw_text(canvas, width - MARGIN, MARGIN - 13, text, size=6.5, align="right", width=width * 0.7)
    canvas.setFillColor(BLACK)


def single_page(
    letterhead: Letterhead,
    title: str,
    draw: Callable[[Canvas, Box], None],
    *,
    subject: str,
    under: str = "",
    wide: bool = False,
) -> bytes:
    """Return a PDF with exactly one page. `draw` fills the box between header and footer."""
    size = page_size(letterhead.paper, wide=wide)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=size)
    canvas.setTitle(f"{title}: {subject}, {letterhead.name}")
    canvas.setAuthor("Pennant")
    box = draw_head(canvas, size, letterhead, title, subject, under)
    draw(canvas, box)
    draw_foot(canvas, size, letterhead, f"{title} · {subject} · page 1 of 1")
    canvas.save()
    return stream.getvalue()


class _NumberedCanvas(Canvas):  # type: ignore[misc]
    """Canvas that draws its pages at the end, so that each page can show "page 2 of 5"."""

    def __init__(self, *args: Any, foot: Callable[[Canvas, int, int], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pages: list[dict[str, Any]] = []
        self._draw_foot = foot

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, state in enumerate(self._pages, start=1):
            self.__dict__.update(state)
            self._draw_foot(self, number, len(self._pages))
            super().showPage()
        super().save()


def multi_page(
    letterhead: Letterhead,
    title: str,
    story: Sequence[Flowable],
    *,
    wide: bool = False,
    right: str = "",
    columns: int = 1,
) -> bytes:
    """Return a PDF with tables and paragraphs, with a header and page number on every page."""
    size = page_size(letterhead.paper, wide=wide)
    stream = BytesIO()

    def draw_page_head(canvas: Canvas, document: BaseDocTemplate) -> None:
        draw_head(canvas, size, letterhead, title, right)

    def draw_page_foot(canvas: Canvas, number: int, last: int) -> None:
        draw_foot(canvas, size, letterhead, f"{title} · page {number} of {last}")

    def numbered_canvas(*args: Any, **kwargs: Any) -> _NumberedCanvas:
        return _NumberedCanvas(*args, foot=draw_page_foot, **kwargs)

    document = BaseDocTemplate(stream, pagesize=size, title=f"{title}, {letterhead.name}", author="Pennant")
    frames = _column_frames(size, columns)
    document.addPageTemplates(PageTemplate(frames=frames, onPage=draw_page_head, pagesize=size))
    empty = [Paragraph("Nothing to print yet.", BODY)]
    document.build(list(story) or empty, canvasmaker=numbered_canvas)
    return stream.getvalue()


def _column_frames(size: tuple[float, float], columns: int) -> list[Frame]:
    """Return a frame for each of the page's columns, below the header."""
    page_width, page_height = size
    width = (page_width - 2 * MARGIN - _COLUMN_GAP * (columns - 1)) / columns
    height = page_height - 2 * MARGIN - _HEAD_HEIGHT + 4
    return [
        Frame(
            MARGIN + column * (width + _COLUMN_GAP),
            MARGIN,
            width,
            height,
            leftPadding=0,
            rightPadding=0,
            topPadding=2,
            bottomPadding=0,
        )
        for column in range(columns)
    ]


def ruled_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    widths: Sequence[float] | None = None,
    right: Sequence[int] = (),
    size: float = 8,
    remarks: Collection[int] = (),
    extra: Sequence[tuple[Any, ...]] = (),
) -> Table:
    """Return a table with hairlines. `right` lists right-aligned columns. Text is cut to `widths` (points).

    Args:
        remarks: The indexes of rows whose second cell spans all columns to its right.
    """
    cells = [list(row) for row in rows]
    if widths:
        remark_widths = [widths[0], sum(widths[1:]), *widths[2:]]
        cells = [
            _fit_cells(row, remark_widths if number in remarks else widths, size) for number, row in enumerate(cells)
        ]
    table = Table([list(head), *cells], colWidths=widths, repeatRows=1, hAlign="LEFT")
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), TEXT, size),
        ("FONT", (0, 0), (-1, 0), BOLD, size - 0.8),
        ("LEADING", (0, 0), (-1, -1), size + 2),
        ("LINEBELOW", (0, 0), (-1, 0), RULE, BLACK),
        ("LINEBELOW", (0, 1), (-1, -1), HAIRLINE, GRAY),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        *[("ALIGN", (column, 0), (column, -1), "RIGHT") for column in right],
        *[("SPAN", (1, number + 1), (-1, number + 1)) for number in remarks],
        *[("ALIGN", (1, number + 1), (1, number + 1), "LEFT") for number in remarks],
        *extra,
    ]
    table.setStyle(TableStyle(style))
    return table


def _fit_cells(row: Sequence[str], widths: Sequence[float], size: float) -> list[str]:
    return [fit_text(cell, TEXT, size, width - 5) for cell, width in zip(row, widths, strict=False)]


def paragraph(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    """Return a paragraph of plain text. Markup in it is escaped."""
    return Paragraph(escape(visual_order(text), quote=False), style)


def pdf_response(content: bytes, *parts: str) -> HttpResponse:
    """Return a PDF response that opens in the browser, with a file name made from `parts`."""
    name = slugify("-".join(parts))[:120] or "pennant"
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'}
    )
