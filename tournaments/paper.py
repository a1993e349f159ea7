"""The house style on paper: black on white, hairlines, team and page on every sheet, Letter or A4."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle

from tournaments.models import Tournament

MARGIN = 36.0  # half an inch, which every printer can print to
TEXT, BOLD = "Pennant", "Pennant-Bold"
HAIRLINE, RULE = 0.35, 0.9
GREY = Color(0.35, 0.35, 0.35)

_FONTS = Path(__file__).parent / "fonts"
pdfmetrics.registerFont(TTFont(TEXT, _FONTS / "DejaVuSansCondensed.ttf"))
pdfmetrics.registerFont(TTFont(BOLD, _FONTS / "DejaVuSansCondensed-Bold.ttf"))
pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=TEXT, boldItalic=BOLD)

BODY = ParagraphStyle("body", fontName=TEXT, fontSize=8.5, leading=11, alignment=TA_LEFT)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=7.2, leading=9)
HEADING = ParagraphStyle("heading", parent=BODY, fontName=BOLD, fontSize=11, leading=14, spaceBefore=8, spaceAfter=3)


def page_size(paper: str, *, wide: bool = False) -> tuple[float, float]:
    width, height = A4 if paper == Tournament.Paper.A4 else letter
    return (height, width) if wide else (width, height)


def fitted(text: str, font: str, size: float, width: float) -> str:
    """The text, cut with an ellipsis where it is wider than `width` points."""
    if pdfmetrics.stringWidth(text, font, size) <= width:
        return text
    while text and pdfmetrics.stringWidth(text + "…", font, size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


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
    """One line of text; with a `width` it is cut rather than run into its neighbour."""
    font = BOLD if bold else TEXT
    shown = fitted(text, font, size, width) if width else text
    canvas.setFont(font, size)
    draw: dict[str, Callable[[float, float, str], Any]] = {
        "left": canvas.drawString,
        "right": canvas.drawRightString,
        "center": canvas.drawCentredString,
    }
    draw[align](x, y, shown)


def draw_qr(canvas: Canvas, x: float, y: float, size: float, text: str) -> None:
    """A QR code with its lower left corner at x, y."""
    code = QrCodeWidget(text, barLevel="M")
    x0, y0, x1, y1 = code.getBounds()
    drawing = Drawing(size, size, transform=[size / (x1 - x0), 0, 0, size / (y1 - y0), 0, 0])
    drawing.add(code)
    renderPDF.draw(drawing, canvas, x, y)


def draw_head(canvas: Canvas, size: tuple[float, float], tournament: Tournament, title: str, right: str = "") -> float:
    """Tournament, title and a double rule atop a page; gives the y below it."""
    width, height = size
    top = height - MARGIN
    draw_text(canvas, MARGIN, top - 12, title, size=14, bold=True, width=width - 2 * MARGIN - 150)
    draw_text(canvas, width - MARGIN, top - 8, tournament.name, size=8.5, bold=True, align="right", width=220)
    draw_text(canvas, width - MARGIN, top - 18, right or _place_and_day(tournament), size=7.5, align="right", width=220)
    canvas.setLineWidth(RULE)
    canvas.line(MARGIN, top - 24, width - MARGIN, top - 24)
    canvas.setLineWidth(HAIRLINE)
    canvas.line(MARGIN, top - 26.5, width - MARGIN, top - 26.5)
    return top - 34


def draw_foot(canvas: Canvas, size: tuple[float, float], text: str) -> None:
    width, _ = size
    canvas.setFillColor(GREY)
    printed = timezone.localtime().strftime("%Y-%m-%d %H:%M")
    draw_text(canvas, MARGIN, MARGIN - 14, f"Pennant · printed {printed}", size=6.5)
    draw_text(canvas, width - MARGIN, MARGIN - 14, text, size=6.5, align="right")
    canvas.setFillColor(Color(0, 0, 0))


def _place_and_day(tournament: Tournament) -> str:
    day = tournament.starts_on.strftime("%A, %B %-d, %Y") if tournament.starts_on else ""
    return " · ".join(part for part in (tournament.place, day) if part)


def listing(
    tournament: Tournament, title: str, story: Sequence[Flowable], *, wide: bool = False, right: str = ""
) -> bytes:
    """A document of running tables and paragraphs, with head and page number on every sheet."""
    size = page_size(tournament.paper, wide=wide)
    out = BytesIO()

    def furnish(canvas: Canvas, document: BaseDocTemplate) -> None:
        draw_head(canvas, size, tournament, title, right)
        draw_foot(canvas, size, f"{title} · page {document.page}")

    document = BaseDocTemplate(out, pagesize=size, title=f"{title}, {tournament.name}", author="Pennant")
    frame = Frame(
        MARGIN, MARGIN, size[0] - 2 * MARGIN, size[1] - 2 * MARGIN - 34, leftPadding=0, rightPadding=0, topPadding=2
    )
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=furnish, pagesize=size))
    document.build(list(story) or [Paragraph("Nothing to print yet.", BODY)])
    return out.getvalue()


def ruled_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    widths: Sequence[float] | None = None,
    right: Sequence[int] = (),
    size: float = 8,
    extra: Sequence[tuple[Any, ...]] = (),
) -> Table:
    """A table with hairlines; `right` names the columns of figures, `widths` are points (text is cut to fit)."""
    cells = [list(row) for row in rows]
    if widths:
        cells = [[fitted(cell, TEXT, size, widths[i] - 5) for i, cell in enumerate(row)] for row in cells]
    table = Table([list(head), *cells], colWidths=widths, repeatRows=1, hAlign="LEFT")
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), TEXT, size),
        ("FONT", (0, 0), (-1, 0), BOLD, size - 0.8),
        ("LEADING", (0, 0), (-1, -1), size + 2),
        ("LINEBELOW", (0, 0), (-1, 0), RULE, Color(0, 0, 0)),
        ("LINEBELOW", (0, 1), (-1, -1), HAIRLINE, GREY),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        *[("ALIGN", (column, 0), (column, -1), "RIGHT") for column in right],
        *extra,
    ]
    table.setStyle(TableStyle(style))
    return table


def paragraph(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    """A paragraph of plain text; what looks like markup in a name is printed as it stands."""
    return Paragraph(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), style)


def pdf_response(content: bytes, *parts: str) -> HttpResponse:
    """The PDF as a download named after its parts, opened in the browser where it can."""
    name = slugify("-".join(parts)) or "pennant"
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'}
    )
