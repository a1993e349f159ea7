"""A card as text lines: heading, six columns of cells, ratings."""

from collections.abc import Iterator, Sequence

from rules_engine.systems.inside_pitch.card_files import batter_text, work_text
from rules_engine.systems.inside_pitch.cards import BatterCard, Card, Glove, PitcherCard
from rules_engine.systems.inside_pitch.ranges import Range, format_hits, format_range

GLOVES_PER_LINE = 4


def card_lines(card: Card) -> list[str]:
    """Return the whole card within 100 columns of text."""
    if isinstance(card, BatterCard):
        return list(_batter_lines(card, f"{card.name}, bats {card.bats}"))
    return [*_pitcher_lines(card), "", *_batter_lines(card.batting, f"{card.name} at bat ({card.bats})")]


def _batter_lines(card: BatterCard, head: str) -> Iterator[str]:
    yield head
    yield from _grid(batter_cells(card))
    yield from batter_ratings(card)


def batter_ratings(card: BatterCard) -> Iterator[str]:
    """Return the ratings printed beside a batter's cells."""
    yield f"LHP: K {card.k[0]}  W {card.w[0]}  HR {card.hr[0]}  H? {format_hits(card.hits[0]) or '-'}"
    yield f"RHP: K {card.k[1]}  W {card.w[1]}  HR {card.hr[1]}  H? {format_hits(card.hits[1]) or '-'}"
    yield (
        f"HBP {card.hbp}  BR {card.br}  GDP {card.gdp}  SF {card.sf}  ATT {card.att}  SB {card.sb}"
        f"  BNT {card.bnt}  INJ {card.inj}"
    )
    for index in range(0, len(card.fielding), GLOVES_PER_LINE):
        yield "  ".join(glove_text(glove) for glove in card.fielding[index : index + GLOVES_PER_LINE])


def glove_text(glove: Glove) -> str:
    """Return text such as "ss 4 e6 pivot +1": range, error and the position's ratings."""
    extras = f" pivot {glove.pivot:+d}" if glove.position in ("2b", "ss") else ""
    if glove.position in ("c", "lf", "cf", "rf"):
        extras += f" arm {glove.arm:+d}"
    return f"{glove.position} {glove.range} e{glove.error}{extras}" + (
        f"/{glove.passed_ball}" if glove.position == "c" else ""
    )


def _pitcher_lines(card: PitcherCard) -> Iterator[str]:
    yield f"{card.name}, throws {card.throws}"
    yield from _grid(pitcher_cells(card))
    yield from pitcher_ratings(card)


def pitcher_ratings(card: PitcherCard) -> Iterator[str]:
    """Return the ratings printed beside a pitcher's cells."""
    yield f"** {' '.join(cell.code for cell in card.line)}  WP {_span(card.wp)}  PB? {_span(card.pb)}  HBP {card.hbp}"
    yield from (_side_line(card, index, word) for index, word in enumerate(("LHB", "RHB")))
    yield (
        f"GDP {card.gdp}  SB {card.hold:+d}/{card.sb:+d}  BLK {_span(card.balk)}  PO {_span(card.pickoff)}"
        f"  POE {_span(card.pickoff_error)}"
    )
    work = f"START {work_text(card.start) or '-'}  RELIEF {work_text(card.relief) or '-'}"
    yield f"{work}  range {card.fielding.range}  error {card.fielding.error}"


def _side_line(card: PitcherCard, index: int, word: str) -> str:
    gives = f" {card.split_gives[index]}" if card.split[index] else ""
    extras = f"HR? {_span(card.hr[index])}  Special K {_span(card.special_k[index])}"
    return f"{word}: ?? {_span(card.split[index])}{gives}  {extras}"


def batter_cells(card: BatterCard) -> list[str]:
    """Return the cells column by column."""
    return [batter_text(left, right) for left, right in zip(*card.cells, strict=True)]


def pitcher_cells(card: PitcherCard) -> list[str]:
    """Return the cells column by column."""
    return [left if left == right else f"{left}/{right}" for left, right in zip(*card.cells, strict=True)]


def _span(span: Range) -> str:
    return format_range(span) or "-"


def _grid(cells: Sequence[str]) -> Iterator[str]:
    """Return six columns by the red die and six rows by the white die."""
    width = max(6, *(len(cell) for cell in cells)) + 2
    yield "   " + "".join(f"{red:<{width}}" for red in range(1, 7)).rstrip()
    for white in range(6):
        yield f"{white + 1}  " + "".join(f"{cells[6 * red + white]:<{width}}" for red in range(6)).rstrip()
