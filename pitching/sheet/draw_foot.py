"""Draw the bottom of a pitching sheet, with signatures, footnotes, legend and QR code."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.dates import format_day_and_time
from core.lettering import (
    Box,
    draw_in_box,
    draw_paragraphs,
    draw_qr,
    draw_text,
    fit_font_size,
    text_width,
)
from pitching.sheet.layout import NOTE_COLUMNS, NOTE_SIZE, QR_WIDTH, SIGNATURE_HEIGHT, SheetLayout
from pitching.sheet.printed import SIGNED
from pitching.sheet.read import Signature
from rules_engine.eligibility.pitching import LAST_THIRD

_NOTES_HEADING = (
    f"Footnotes: accepted violations (T0.06, T31.2), an extra third on a double play ({LAST_THIRD}), injuries (T25.2)"
)
_LEGEND = (
    "Innings in thirds: 1.2 is one and two thirds. S in a box: started. 0.0: pitched but got no "
    "outs. Empty: did not pitch. Small figures: footnotes. Suspended games keep their column. "
    "Byes have none."
)
_BROKEN = "SEAL BROKEN"
_MIN_UNTURNED_WIDTH = 62
_MIN_HEIGHT_FOR_LINES = 15
_MAX_LINE_HEIGHT = 12.0
_WRITING_LINE_HEIGHT = 15


def draw_signatures(canvas: Canvas, page: SheetLayout) -> None:
    x = page.grid_left
    for block in page.sheet.blocks:
        width = page.column_width * len(block.columns)
        if block.signature is not None:
            box = Box(x, page.signatures_bottom, width, SIGNATURE_HEIGHT)
            _draw_signature(canvas, page, block.signature, box)
        x += width


def _draw_signature(canvas: Canvas, page: SheetLayout, signature: Signature, box: Box) -> None:
    """Draw a signature, rotated by 90 degrees if the column is narrow."""
    is_turned = box.width < _MIN_UNTURNED_WIDTH
    width, height = (box.height, box.width) if is_turned else (box.width, box.height)
    lines = _signature_lines(page, signature, width_for_names=max(box.width, box.height))
    if height < _MIN_HEIGHT_FOR_LINES:
        lines = [" ".join(reversed(lines))]
    canvas.saveState()
    if is_turned:
        canvas.translate(box.right, box.y)
        canvas.rotate(90)
    else:
        canvas.translate(box.x, box.y)
    line_height = min(height / len(lines), _MAX_LINE_HEIGHT)
    top = (height + line_height * len(lines)) / 2
    for number, line in enumerate(lines, start=1):
        line_box = Box(0, top - number * line_height, width, line_height)
        is_bold = line in (signature.code, _BROKEN)
        draw_in_box(canvas, line_box, line, size=6.6, bold=is_bold, pad=2)
    canvas.restoreState()


def _signature_lines(page: SheetLayout, signature: Signature, *, width_for_names: float) -> list[str]:
    if not signature.is_valid:
        return [_BROKEN, "sign again"]
    time = format_day_and_time(signature.signed_at, page.zone)
    lines = [*_signer_lines(signature.signer, width_for_names), time, signature.code]
    if signature.pin_set_by:
        lines.append("PIN set by staff")
    return lines


def _signer_lines(signer: str, width: float) -> list[str]:
    """Put two managers on separate lines if a single line is too small to read."""
    if text_width(signer) * 5.5 > width:
        return signer.split(" and ", 1)
    return [signer]


def draw_foot(canvas: Canvas, page: SheetLayout) -> None:
    _draw_signature_label(canvas, page)
    left, right = page.box.x, page.box.right
    if page.code:
        right -= QR_WIDTH
        _draw_qr_code(canvas, page, Box(right + 16, page.box.y, 62, 62))
    height = page.signatures_bottom - page.box.y - 12
    notes_left_out = _draw_notes(canvas, page, Box(left, page.box.y + 8, right - left, height))
    legend = _legend(page, notes_left_out)
    size = fit_font_size(legend, right - left, 5.8)
    draw_text(canvas, left, page.box.y, legend, size=size, width=right - left)


def _draw_signature_label(canvas: Canvas, page: SheetLayout) -> None:
    x = page.grid_left - 4
    y = page.signatures_bottom
    draw_text(canvas, x, y + 36, "Signed by the opponent", size=6.6, bold=True, align="right")
    draw_text(canvas, x, y + 28, "at the end of each series (T10.2):", size=6, align="right")
    draw_text(canvas, x, y + 20, "name, time", size=6, align="right")


def _legend(page: SheetLayout, notes_left_out: int) -> str:
    legend = _LEGEND
    if any(cell.runs for row in page.sheet.rows for cell in row.cells):
        legend += " r4: allowed four runs."
    if page.right_columns:
        legend += " g9: not before game 9."
    if notes_left_out:
        legend = f"And {notes_left_out} more footnotes on this sheet's page. {legend}"
    return legend


def _draw_notes(canvas: Canvas, page: SheetLayout, box: Box) -> int:
    """Draw the footnotes, or ruled lines for notes. Return the number of footnotes left out."""
    draw_text(canvas, box.x, box.top - 6, _NOTES_HEADING, size=6, bold=True, width=box.width)
    room = Box(box.x, box.y, box.width, box.height - 9)
    notes_left_out = draw_paragraphs(
        canvas,
        room,
        page.notes,
        columns=NOTE_COLUMNS,
        size=NOTE_SIZE,
    )
    if not page.notes and page.sheet.kind != SIGNED:
        canvas.setLineWidth(paper.HAIRLINE)
        lines = int(room.height / _WRITING_LINE_HEIGHT)
        for number in range(1, lines + 1):
            y = room.top - number * _WRITING_LINE_HEIGHT
            canvas.line(room.x, y, room.right, y)
    return notes_left_out


def _draw_qr_code(canvas: Canvas, page: SheetLayout, box: Box) -> None:
    text = f"check {page.code}"
    middle = box.x + box.width / 2
    draw_text(canvas, middle, box.y, text, size=6, bold=True, align="center")
    if page.site:
        # Phones need a white margin of four modules on each side.
        draw_qr(canvas, box.x + 6, box.y + 12, 50, check_url(page.site, page.code))


def check_url(site: str, code: str) -> str:
    """Return the URL of the public page that checks the signature with this code."""
    return f"{site.rstrip('/')}/check/{code}/"
