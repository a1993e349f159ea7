"""Player cards on paper, four to a sheet: ratings on top, then the three sides, a tally beside each sum of the dice."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from core.lettering import Box, draw_in, draw_text, size_for, width_of
from core.paper import BLACK, GREY, HAIRLINE, HEAVY, MARGIN, PALE, RULE, page_size
from rules_engine.systems.strat_o_matic.cards.cards import ROWS, BatterCard, Card, CardSide
from rules_engine.systems.strat_o_matic.cards.notation import write_line
from rules_engine.systems.strat_o_matic.cards.ratings import format_catcher_throw, format_fielding

_GAP: Final = 12.0
_HEAD: Final = 46.0
_TITLE: Final = 10.0  # the heading of a side
_MARGIN_OF_DICE: Final = 15.0
_PAD: Final = 2.2
_READABLE: Final = 5.0  # points; a line of homeruns that must be smaller is set in the narrower letters, or it is cut
_WAYS: Final = {row: 6 - abs(row - 7) for row in ROWS}
_BATTER_SIDES: Final[Mapping[CardSide, str]] = {
    "left": "against left-handers",
    "right": "against right-handers",
    "basic": "basic",
}
_PITCHER_SIDES: Final[Mapping[CardSide, str]] = {
    "left": "to left-handed batters",
    "right": "to right-handed batters",
    "basic": "basic",
}


def cards_pdf(cards: Iterable[tuple[Card, str]], title: str, paper: str = "letter") -> bytes:
    """(card, line under the name) in the order in which they are printed. The paper is "letter" or "a4"."""
    out, size = BytesIO(), page_size(paper)
    canvas = Canvas(out, pagesize=size)
    canvas.setTitle(title)
    canvas.setAuthor("Pennant")
    places = _places(size)
    for number, (card, under) in enumerate(cards):
        if number and number % len(places) == 0:
            canvas.showPage()
        _draw_card(canvas, places[number % len(places)], card, under)
    canvas.save()
    return out.getvalue()


def _places(size: tuple[float, float]) -> list[Box]:
    width, height = (size[0] - 2 * MARGIN - _GAP) / 2, (size[1] - 2 * MARGIN - _GAP) / 2
    ys = (MARGIN + height + _GAP, MARGIN)
    return [Box(x, y, width, height) for y in ys for x in (MARGIN, MARGIN + width + _GAP)]


def _draw_card(canvas: Canvas, box: Box, card: Card, under: str) -> None:
    canvas.setLineWidth(RULE)
    canvas.roundRect(box.x, box.y, box.width, box.height, 6)
    inner = Box(box.x + 6, box.y + 5, box.width - 12, box.height - 9)
    _draw_head(canvas, inner, card, under)
    names = _BATTER_SIDES if isinstance(card, BatterCard) else _PITCHER_SIDES
    sides: list[CardSide] = [side for side in names if side in card.columns]
    height = (inner.height - _HEAD) / len(sides)
    for place, side in enumerate(sides):
        top = inner.top - _HEAD - place * height
        _draw_side(canvas, Box(inner.x, top - height, inner.width, height - 3), card, side, names[side])


def _draw_head(canvas: Canvas, box: Box, card: Card, under: str) -> None:
    right = _hands(card)
    room = box.width * 0.72
    size = size_for(card.name, room, 13, bold=True, smallest=7)
    draw_text(canvas, box.x, box.top - 12, card.name, size=size, bold=True, width=room)
    draw_text(canvas, box.right, box.top - 11, right, size=8, bold=True, align="right", width=box.width - room - 4)
    for place, text in enumerate((under, *rating_lines(card))):
        draw_in(canvas, Box(box.x, box.top - 22.5 - 8.6 * place, box.width, 8), text, size=7, align="left", pad=0)
    canvas.setLineWidth(HEAVY)
    canvas.line(box.x, box.top - _HEAD + 3.4, box.right, box.top - _HEAD + 3.4)


def _hands(card: Card) -> str:
    return f"bats {card.bats}" if isinstance(card, BatterCard) else f"throws {card.throws}"


def rating_lines(card: Card) -> tuple[str, str]:
    """The ratings in the printed notation, in two lines."""
    steal = f" {card.steal}" if card.steal else ""
    if not isinstance(card, BatterCard):
        first = f"{card.endurance} · hold {card.hold:+d} · bk {card.balk} · wp {card.wild_pitch}"
        rested = " · *" if card.asterisk else ""
        stealing = f" · stealing ({card.grade}){steal}" if steal or card.grade != "E" else ""
        own = f"bats {card.hitting} · bunting {card.bunt} · running 1-{card.running}{stealing}"
        return first, f"{card.fielding} · {own}{rested}"
    power = f"power {card.power['left']} vs L, {card.power['right']} vs R"
    moving = f"stealing ({card.grade}){steal} · running 1-{card.running}"
    behind = f" · {format_catcher_throw(card.catcher_throw)} pb {card.passed_ball}" if card.fielding_at("c") else ""
    fielding = format_fielding(card.fielding) or "no position"
    return (
        f"{moving} · bunting {card.bunt} · hit and run {card.hit_and_run}",
        f"{fielding}{behind} · {power}",
    )


def _draw_side(canvas: Canvas, box: Box, card: Card, side: CardSide, name: str) -> None:
    columns = card.columns[side]
    first = 1 if isinstance(card, BatterCard) else 4
    width = (box.width - _MARGIN_OF_DICE) / 3
    height = (box.height - _TITLE) / len(ROWS)
    draw_text(canvas, box.x, box.top - 7, name, size=6.2, width=_MARGIN_OF_DICE + width * 0.86)
    for place in range(3):
        middle = box.x + _MARGIN_OF_DICE + (place + 0.5 + 0.42 * (place == 0)) * width
        _draw_die(canvas, middle, box.top - 4.6, first + place)
    for row in ROWS:
        y = box.top - _TITLE - (row - 1) * height
        _draw_margin(canvas, Box(box.x, y, _MARGIN_OF_DICE, height), row, box.width)
        texts = [write_line(column[row - 2]) for column in columns]  # the short notation, so that nothing is cut
        _draw_row(canvas, Box(box.x + _MARGIN_OF_DICE, y, width * 3, height), texts)


def _draw_die(canvas: Canvas, x: float, y: float, number: int) -> None:
    """The face of the white die that sends a reader to this column."""
    half = 4.0
    canvas.setLineWidth(RULE)
    canvas.roundRect(x - half, y - half, 2 * half, 2 * half, 1.6)
    pips = {1: "c", 2: "ai", 3: "aci", 4: "agdi", 5: "agcdi", 6: "agbhdi"}[number]
    spots = {"a": (-1, 1), "g": (1, 1), "b": (-1, 0), "c": (0, 0), "h": (1, 0), "d": (-1, -1), "i": (1, -1)}
    for pip in pips:
        across, up = spots[pip]
        canvas.circle(x + across * 2.1, y + up * 2.1, 0.72, stroke=0, fill=1)


def _draw_margin(canvas: Canvas, box: Box, row: int, whole: float) -> None:
    """The sum, and a bar as long as the ways of throwing it; the rows of 6, 7 and 8 are shaded."""
    if row in (6, 7, 8):
        canvas.setFillColor(PALE)
        canvas.rect(box.x, box.y, whole, box.height, stroke=0, fill=1)
    canvas.setFillColor(GREY)
    canvas.rect(box.x + 8.6, box.y + box.height / 2 - 0.9, 0.85 * _WAYS[row], 1.8, stroke=0, fill=1)
    canvas.setFillColor(BLACK)
    draw_in(canvas, Box(box.x, box.y, 8.2, box.height), str(row), size=6.4, bold=True, align="right", pad=0.3)


def _draw_row(canvas: Canvas, box: Box, texts: Sequence[str]) -> None:
    width = box.width / 3
    canvas.setLineWidth(HAIRLINE)
    for place, text in enumerate(texts):
        cell = Box(box.x + place * width, box.y, width, box.height)
        if place:
            canvas.line(cell.x, cell.y, cell.x, cell.top)
        bold = "HOMERUN" in text and width_of(text, bold=True) * _READABLE <= cell.width - 2 * _PAD
        draw_in(canvas, cell, text, size=6.2, bold=bold, align="left", pad=_PAD)
