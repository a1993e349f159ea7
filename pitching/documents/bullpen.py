"""The bullpens of a division on one sheet: outs as bars, the games that count framed, what is left as a gauge."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import TEXT, Box, draw_text, fit_text
from core.paper import BLACK, GRAY, PALE
from pitching.queries.bullpen import (
    BEFORE_HAND,
    FIGURE,
    GAUGE,
    NAME,
    ROW,
    WIDTH,
    Bullpen,
    Strip,
    bullpens_of_division,
)
from tournaments.documents import letterhead_of
from tournaments.models import Division, Tournament

_TITLE = 15.0
_GAP = 16.0
_UNDER = "Black: a start. Framed: what counts in relief (T10.2). Gauge: left in relief, or from game g. S: may start."


def bullpen_pdf(tournament: Tournament, division: Division) -> bytes:
    pens = bullpens_of_division(division)
    return paper.single_page(
        letterhead_of(tournament),
        division.name,
        lambda canvas, box: _draw(canvas, box, pens),
        subject="Who may pitch next",
        under=_UNDER,
    )


def _draw(canvas: Canvas, box: Box, pens: list[Bullpen]) -> None:
    """As many beside one another as make them largest."""
    if not pens:
        return
    columns = max(range(1, 5), key=lambda columns: _scale(box, pens, columns))
    scale = _scale(box, pens, columns)
    per_column = -(-len(pens) // columns)
    width = (box.width - _GAP * (columns - 1)) / columns
    for place, pen in enumerate(pens):
        across, down = divmod(place, per_column)
        above = sum(_height(one) for one in pens[across * per_column : place])
        canvas.saveState()
        canvas.translate(box.x + across * (width + _GAP), box.top - above * scale)
        canvas.scale(scale, scale)
        _draw_pen(canvas, pen)
        canvas.restoreState()


def _height(pen: Bullpen) -> float:
    return pen.height + _TITLE + 6


def _scale(box: Box, pens: list[Bullpen], columns: int) -> float:
    per_column = -(-len(pens) // columns)
    tallest = max(
        sum(_height(pen) for pen in pens[first : first + per_column]) for first in range(0, len(pens), per_column)
    )
    wide = (box.width - _GAP * (columns - 1)) / columns / WIDTH
    return float(min(wide, box.height / tallest, 1.3))


def _draw_pen(canvas: Canvas, pen: Bullpen) -> None:
    """From the upper left corner down, in the picture's own units."""
    draw_text(canvas, 0, -10, f"{pen.board.team} before game {pen.board.game}", size=8.5, bold=True, width=WIDTH)
    canvas.translate(0, -_TITLE)
    for number, middle in pen.games:
        draw_text(canvas, middle - 4, -9, str(number), size=6, width=14)
    for strip in pen.strips:
        _draw_strip(canvas, pen, strip)
    left, width = pen.window
    if width:
        canvas.setLineWidth(paper.RULE)
        canvas.rect(left, -pen.height + 1, width, pen.height - 2)


def _draw_strip(canvas: Canvas, pen: Bullpen, strip: Strip) -> None:
    canvas.setStrokeColor(GRAY)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.line(0, -strip.base, WIDTH, -strip.base)
    name = fit_text(strip.row.name, TEXT, 7, BEFORE_HAND)
    draw_text(canvas, 0, -strip.foot, f"{name} {strip.row.throws}", size=7, width=NAME - 2)
    for bar in strip.bars:
        canvas.setFillColor(BLACK if bar.is_start else PALE)
        canvas.rect(bar.x, -bar.y - bar.height, pen.game_width, bar.height, stroke=1, fill=1)
    if strip.left:
        canvas.setFillColor(GRAY)
        canvas.rect(pen.gauge, -strip.y - ROW + 3, strip.left, ROW - 6, stroke=0, fill=1)
    canvas.setFillColor(BLACK)
    canvas.setStrokeColor(BLACK)
    draw_text(canvas, pen.gauge + GAUGE + 4, -strip.foot, strip.may, size=7, bold=strip.row.relieve_now, width=FIGURE)
    draw_text(canvas, WIDTH - 14, -strip.foot, strip.start, size=7, bold=strip.row.start_now, width=16)
