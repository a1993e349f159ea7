"""PDF with a division's bullpens: bars for outs, a frame around the games that count, a gauge for relief left."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import TEXT, Box, draw_text, fit_text
from core.paper import BLACK, GRAY, PALE
from pitching.queries.bullpen import (
    GAUGE_WIDTH,
    LABEL_WIDTH,
    MAX_NAME_WIDTH,
    NAME_WIDTH,
    ROW_HEIGHT,
    WIDTH,
    Bullpen,
    Strip,
    division_bullpens,
)
from tournaments.documents import letterhead_of
from tournaments.models import Division, Tournament

_TITLE_HEIGHT = 15.0
_GAP = 16.0
_MAX_COLUMNS = 4
_MAX_SCALE = 1.3
_LEGEND = (
    "Black = start. Frame = counts toward relief (T10.2). Gauge = relief left, or eligible from game g. S = can start."
)


def bullpen_pdf(tournament: Tournament, division: Division) -> bytes:
    bullpens = division_bullpens(division)
    return paper.single_page(
        letterhead_of(tournament),
        division.name,
        lambda canvas, box: _draw_bullpens(canvas, box, bullpens),
        subject="Eligible pitchers",
        under=_LEGEND,
    )


def _draw_bullpens(canvas: Canvas, box: Box, bullpens: list[Bullpen]) -> None:
    """Draw the bullpens in as many columns as make them largest."""
    if not bullpens:
        return
    columns = max(
        range(1, _MAX_COLUMNS + 1),
        key=lambda columns: _scale(box, bullpens, columns),
    )
    scale = _scale(box, bullpens, columns)
    per_column = _per_column(bullpens, columns)
    width = _column_width(box, columns)
    for index, bullpen in enumerate(bullpens):
        column = index // per_column
        bullpens_above = bullpens[column * per_column : index]
        height_above = sum(_height(above) for above in bullpens_above)
        canvas.saveState()
        canvas.translate(box.x + column * (width + _GAP), box.top - height_above * scale)
        canvas.scale(scale, scale)
        _draw_bullpen(canvas, bullpen)
        canvas.restoreState()


def _per_column(bullpens: list[Bullpen], columns: int) -> int:
    return -(-len(bullpens) // columns)


def _column_width(box: Box, columns: int) -> float:
    return (box.width - _GAP * (columns - 1)) / columns


def _height(bullpen: Bullpen) -> float:
    return bullpen.height + _TITLE_HEIGHT + 6


def _scale(box: Box, bullpens: list[Bullpen], columns: int) -> float:
    per_column = _per_column(bullpens, columns)
    heights = []
    for first in range(0, len(bullpens), per_column):
        in_column = bullpens[first : first + per_column]
        heights.append(sum(_height(bullpen) for bullpen in in_column))
    scale_by_width = _column_width(box, columns) / WIDTH
    scale_by_height = box.height / max(heights)
    return float(min(scale_by_width, scale_by_height, _MAX_SCALE))


def _draw_bullpen(canvas: Canvas, bullpen: Bullpen) -> None:
    """Draw from the upper left corner down, in the picture's units."""
    title = f"{bullpen.board.team} before game {bullpen.board.game}"
    draw_text(canvas, 0, -10, title, size=8.5, bold=True, width=WIDTH)
    canvas.translate(0, -_TITLE_HEIGHT)
    for number, middle in bullpen.games:
        draw_text(canvas, middle - 4, -9, str(number), size=6, width=14)
    for strip in bullpen.strips:
        _draw_strip(canvas, bullpen, strip)
    left, width = bullpen.window
    if width:
        canvas.setLineWidth(paper.RULE)
        canvas.rect(left, -bullpen.height + 1, width, bullpen.height - 2)


def _draw_strip(canvas: Canvas, bullpen: Bullpen, strip: Strip) -> None:
    canvas.setStrokeColor(GRAY)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.line(0, -strip.bottom, WIDTH, -strip.bottom)
    name = fit_text(strip.row.name, TEXT, 7, MAX_NAME_WIDTH)
    text = f"{name} {strip.row.throws}"
    draw_text(canvas, 0, -strip.text_y, text, size=7, width=NAME_WIDTH - 2)
    for bar in strip.bars:
        canvas.setFillColor(BLACK if bar.is_start else PALE)
        canvas.rect(
            bar.x,
            -bar.y - bar.height,
            bullpen.bar_width,
            bar.height,
            stroke=1,
            fill=1,
        )
    if strip.gauge_fill:
        canvas.setFillColor(GRAY)
        canvas.rect(
            bullpen.gauge_x,
            -strip.y - ROW_HEIGHT + 3,
            strip.gauge_fill,
            ROW_HEIGHT - 6,
            stroke=0,
            fill=1,
        )
    canvas.setFillColor(BLACK)
    canvas.setStrokeColor(BLACK)
    draw_text(
        canvas,
        bullpen.gauge_x + GAUGE_WIDTH + 4,
        -strip.text_y,
        strip.relief_label,
        size=7,
        bold=strip.row.can_relieve,
        width=LABEL_WIDTH,
    )
    draw_text(
        canvas,
        WIDTH - 14,
        -strip.text_y,
        strip.start_label,
        size=7,
        bold=strip.row.can_start,
        width=16,
    )
