"""The foot of a pitching sheet: signatures, footnotes, legend and the code that proves a signature."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_in_box, draw_paragraphs, draw_qr, draw_text, fit_font_size, text_width
from pitching.documents.sheet_layout import SIGN_HEIGHT, SheetLayout
from pitching.queries.printed_sheet import SIGNED
from pitching.queries.sheets import Signature
from rules_engine.eligibility.pitching import LAST_THIRD

_NOTES_HEADING = (
    f"Footnotes: violations accepted (T0.06, T31.2), an extra third on a double play ({LAST_THIRD}), injuries (T25.2)"
)
_LEGEND = (
    "Innings in thirds: 1.2 is one and two thirds. Start: a box and S. 0.0: pitched without an out; empty: did not "
    "pitch. Small figures: footnotes. A suspended game keeps its column; a bye has none."
)


def draw_signatures(canvas: Canvas, page: SheetLayout) -> None:
    x = page.first_column
    for block in page.sheet.blocks:
        width = page.column * len(block.columns)
        if block.signature is not None:
            _draw_signature(canvas, page, block.signature, Box(x, page.sign_bottom, width, SIGN_HEIGHT))
        x += width


def _draw_signature(canvas: Canvas, page: SheetLayout, signature: Signature, box: Box) -> None:
    moment = signature.signed_at.astimezone(page.zone)
    at = f"{moment:%b} {moment.day} {moment:%H:%M}"
    told = [*_signers(signature.signer, max(box.width, box.height)), at, signature.code]
    if signature.pin_set_by:
        told.append("PIN set by the desk")
    if not signature.stands:
        told = ["SEAL BROKEN", "sign again", ""]
    turned = box.width < 62
    long, short = (box.height, box.width) if turned else (box.width, box.height)
    lines = [line for line in told if line] if short >= 15 else [" ".join(told[::-1])]
    canvas.saveState()
    if turned:
        canvas.translate(box.right, box.y)
        canvas.rotate(90)
    else:
        canvas.translate(box.x, box.y)
    height = min(short / len(lines), 12.0)
    top = (short + height * len(lines)) / 2
    for number, line in enumerate(lines, start=1):
        room = Box(0, top - number * height, long, height)
        draw_in_box(canvas, room, line, size=6.6, bold=line in (signature.code, "SEAL BROKEN"), pad=2)
    canvas.restoreState()


def draw_bottom(canvas: Canvas, page: SheetLayout) -> None:
    label = Box(page.box.x, page.sign_bottom, page.first_column - page.box.x - 4, SIGN_HEIGHT)
    draw_text(canvas, label.right, label.y + 36, "Signed by the opponent", size=6.6, bold=True, align="right")
    draw_text(canvas, label.right, label.y + 28, "at the end of each series (T10.2):", size=6, align="right")
    draw_text(canvas, label.right, label.y + 20, "name, time", size=6, align="right")
    right = page.box.right
    if page.code:
        right -= 78
        _draw_check(canvas, page, Box(right + 16, page.box.y, 62, 62))
    notes = Box(page.box.x, page.box.y + 8, right - page.box.x, page.sign_bottom - page.box.y - 12)
    left_out = _draw_notes(canvas, page, notes)
    legend = _LEGEND
    if any(cell.runs for row in page.sheet.rows for cell in row.cells):
        legend += " r4: gave up four runs."
    if page.right:
        legend += " g9: not before game 9."
    if left_out:
        legend = f"And {left_out} more footnotes on this sheet's page. {legend}"
    size = fit_font_size(legend, right - page.box.x, 5.8)
    draw_text(canvas, page.box.x, page.box.y, legend, size=size, width=right - page.box.x)


def _draw_notes(canvas: Canvas, page: SheetLayout, box: Box) -> int:
    """Footnotes under their heading, with lines for the pen where there is room; gives how many found none."""
    draw_text(canvas, box.x, box.top - 6, _NOTES_HEADING, size=6, bold=True, width=box.width)
    room = Box(box.x, box.y, box.width, box.height - 9)
    left_out = draw_paragraphs(canvas, room, page.notes, columns=3, size=6.4)
    if not page.notes and page.sheet.kind != SIGNED:
        canvas.setLineWidth(paper.HAIRLINE)
        for line in range(1, int(room.height / 15) + 1):
            canvas.line(room.x, room.top - line * 15, room.right, room.top - line * 15)
    return left_out


def _draw_check(canvas: Canvas, page: SheetLayout, box: Box) -> None:
    draw_text(canvas, box.x + box.width / 2, box.y, f"check {page.code}", size=6, bold=True, align="center")
    if page.site:
        # four modules of white on every side, or phones do not read it
        draw_qr(canvas, box.x + 6, box.y + 12, 50, check_address(page.site, page.code))


def check_address(site: str, code: str) -> str:
    """The public page that says whether the signature with this code stands."""
    return f"{site.rstrip('/')}/check/{code}/"


def _signers(signer: str, room: float) -> list[str]:
    """The two managers of one team on a line each, where one line would be too small to read."""
    return signer.split(" and ", 1) if text_width(signer) * 5.5 > room else [signer]
