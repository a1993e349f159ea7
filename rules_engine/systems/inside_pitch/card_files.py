"""Cards as JSON values: parsing with validation of every field, and writing for an equal card."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules_engine.systems.inside_pitch.card_fields import Fields
from rules_engine.systems.inside_pitch.cards import (
    NEVER,
    ONLY_HIT_AND_RUN,
    Att,
    BatterCard,
    Card,
    Glove,
    Park,
    PitcherCard,
    Work,
)
from rules_engine.systems.inside_pitch.cells import (
    CELL_KEYS,
    FIELD_POSITIONS,
    RARE,
    Cell,
    parse_cell,
    split_batter_cell,
    split_pitcher_cell,
)
from rules_engine.systems.inside_pitch.ranges import Range, format_hits, format_range

MOST_BATTERS: Final = 99
LETTERS: Final = ("G", "P", "F", "L", "S", "D", "T", "?")  # two of them can share a position: S/G6


def read_card(document: Mapping[str, Any]) -> Card:
    """Return a pitcher's or batter's card. Raise SystemFileError with every error in it."""
    fields = Fields(document, str(document.get("name") or "a card without a name"))
    if fields.word("kind", ("batter", "pitcher")) == "pitcher":
        card: Card = _pitcher(fields)
    else:
        card = _batter(fields, fields.text("name"))
    fields.done()
    return card


def read_park(name: str, document: Mapping[str, Any]) -> Park:
    """Return a ballpark's card. Raise SystemFileError if it's invalid."""
    fields = Fields(document, f"ballpark {name}")
    park = Park(
        name=name,
        cells=fields.grid(lambda text: parse_cell(text, "ballpark"), RARE),
        k=fields.number("k", -10, 10),
        w=fields.number("w", -10, 10),
        hr=fields.number("hr", -10, 10),
        hits=(fields.hits("hits_lhb", "ballpark"), fields.hits("hits_rhb", "ballpark")),
    )
    fields.done()
    return park


def _batter(fields: Fields, name: str) -> BatterCard:
    cells = fields.grid(split_batter_cell, (Cell("P", 3), Cell("P", 3)))
    return BatterCard(
        name=name,
        bats=fields.word("bats", ("R", "L", "S")),
        cells=(tuple(left for left, _ in cells), tuple(right for _, right in cells)),
        k=fields.pair("k", -20, 20),
        w=fields.pair("w", -20, 20),
        hr=fields.pair("hr", -20, 20),
        hits=(fields.hits("hits_lhp", "batter"), fields.hits("hits_rhp", "batter")),
        hbp=fields.number("hbp", -20, 20),
        br=fields.number("br", 0, 6, 1),
        gdp=fields.number("gdp", -6, 6),
        sf=fields.number("sf", 0, 6),
        att=_att(fields),
        sb=fields.number("sb", -20, 40),
        bnt=fields.number("bnt", 0, 5),
        inj=fields.number("inj", 0, 7),
        fielding=_gloves(fields),
    )


def _att(fields: Fields) -> Att:
    value = fields.value("att", NEVER)
    if value == NEVER:
        return "N"
    if value == ONLY_HIT_AND_RUN:
        return "H"
    return fields.number("att", 0, 20)


def _gloves(fields: Fields) -> tuple[Glove, ...]:
    listed = fields.value("fielding", [])
    if not isinstance(listed, list) or not all(isinstance(entry, Mapping) for entry in listed):
        fields.fault("fielding", "must be a list of positions with their ratings")
        return ()
    return tuple(_glove(fields, entry) for entry in listed)


def _glove(fields: Fields, entry: Mapping[str, Any]) -> Glove:
    """Return the glove for a position. Errors include the position."""
    inner = Fields(entry, f"{fields.where}: fielding {entry.get('position')}", fields.faults)
    glove = Glove(
        inner.word("position", FIELD_POSITIONS[1:]),
        inner.number("range", 0, 6),
        inner.number("error", 0, 20),
        inner.number("pivot", -6, 6),
        inner.number("arm", -6, 6),
        inner.number("passed_ball", 0, 6),
    )
    for name in entry:
        if name not in inner.read:
            inner.fault(name, "unknown field")
    return glove


def _pitcher(fields: Fields) -> PitcherCard:
    name, cells = fields.text("name"), fields.grid(split_pitcher_cell, ("", ""))
    return PitcherCard(
        name=name,
        throws=fields.word("throws", ("R", "L")),
        cells=(tuple(left for left, _ in cells), tuple(right for _, right in cells)),
        line=fields.out_line("line"),
        batting=_batting(fields, name),
        wp=fields.span("wp"),
        pb=fields.span("pb"),
        split=(fields.span("lhb"), fields.span("rhb")),
        split_gives=(fields.word("lhb_gives", ("", "**", "S1")), fields.word("rhb_gives", ("", "**", "S1"))),
        hbp=fields.number("hbp", -20, 20),
        hr=(fields.span("hr_lhb"), fields.span("hr_rhb")),
        special_k=(fields.span("special_k_lhb"), fields.span("special_k_rhb")),
        gdp=fields.number("gdp", -6, 6),
        hold=fields.number("hld", -20, 20),
        sb=fields.number("sb", -20, 20),
        balk=fields.span("blk"),
        pickoff=fields.span("po"),
        pickoff_error=fields.span("poe"),
        start=_work(fields, "start"),
        relief=_work(fields, "relief"),
        fielding=Glove("p", fields.number("range", 0, 6), fields.number("error", 0, 20)),
        also_hits=fields.yes("also_hits"),
    )


def _batting(fields: Fields, name: str) -> BatterCard:
    """Return the batting card that a pitcher has of his own."""
    inner = Fields(fields.value("batting", {}) or {}, f"{fields.where}: batting", fields.faults)
    card = _batter(inner, name)
    for field in inner.document:
        if field not in inner.read:
            inner.fault(field, "unknown field")
    return card


def _work(fields: Fields, name: str) -> Work | None:
    """Return a pitcher's work from text such as "24/14": batters faced when tired, and the pull rating."""
    text = fields.text(name)
    if not text:
        return None
    batters, slash, pull = text.partition("/")
    if not (slash and batters.isdigit() and pull.isdigit() and int(batters) <= MOST_BATTERS):
        fields.fault(name, f"must be two numbers such as 24/14, not {text!r}")
        return None
    return Work(int(batters), int(pull))


def write_card(card: Card) -> dict[str, Any]:
    """Return values from which read_card restores an equal card."""
    if isinstance(card, BatterCard):
        return {"kind": "batter", "name": card.name, **_batter_values(card)}
    return {
        "kind": "pitcher",
        "name": card.name,
        "throws": card.throws,
        "cells": dict(zip(CELL_KEYS, map(_pitcher_text, *card.cells), strict=True)),
        "line": " ".join(cell.code for cell in card.line),
        "wp": format_range(card.wp),
        "pb": format_range(card.pb),
        **_by_side("", card.split),
        "lhb_gives": card.split_gives[0],
        "rhb_gives": card.split_gives[1],
        "hbp": card.hbp,
        **_by_side("hr_", card.hr),
        **_by_side("special_k_", card.special_k),
        "gdp": card.gdp,
        "hld": card.hold,
        "sb": card.sb,
        "blk": format_range(card.balk),
        "po": format_range(card.pickoff),
        "poe": format_range(card.pickoff_error),
        "start": work_text(card.start),
        "relief": work_text(card.relief),
        "range": card.fielding.range,
        "error": card.fielding.error,
        "batting": _batter_values(card.batting),
        **({"also_hits": True} if card.also_hits else {}),
    }


def _batter_values(card: BatterCard) -> dict[str, Any]:
    return {
        "bats": card.bats,
        "cells": dict(zip(CELL_KEYS, map(batter_text, *card.cells), strict=True)),
        "k": list(card.k),
        "w": list(card.w),
        "hr": list(card.hr),
        "hits_lhp": format_hits(card.hits[0]),
        "hits_rhp": format_hits(card.hits[1]),
        "hbp": card.hbp,
        "br": card.br,
        "gdp": card.gdp,
        "sf": card.sf,
        "att": card.att,
        "sb": card.sb,
        "bnt": card.bnt,
        "inj": card.inj,
        "fielding": [glove._asdict() for glove in card.fielding],
    }


def _by_side(prefix: str, spans: Sequence[Range]) -> dict[str, str]:
    return {f"{prefix}lhb": format_range(spans[0]), f"{prefix}rhb": format_range(spans[1])}


def _pitcher_text(left: str, right: str) -> str:
    return left if left == right else f"{left}/{right}"


def batter_text(left: Cell, right: Cell) -> str:
    """Return "S/G6" if both balls go to the same position, "S6/F9" if not, or "G6" if they are the same."""
    if left == right:
        return left.code
    if left.fielder == right.fielder and left.kind in LETTERS and right.kind in LETTERS:
        return f"{left.kind}/{right.code}"
    return f"{left.code}/{right.code}"


def work_text(work: Work | None) -> str:
    return f"{work.batters}/{work.pull}" if work else ""
