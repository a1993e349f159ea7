"""Workbook sheets into which owners copy printed cards. Their columns use the terms on the cards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules_engine.baseball.card_sheets import CardField, CardSheet, Cell, as_text, as_typed, as_yes, from_yes
from rules_engine.systems.inside_pitch.cells import CELL_KEYS

_RATINGS: Final = ("range", "error", "pivot", "arm", "passed_ball")


def _pair(cell: Cell) -> Any:
    """Return text such as "3/5" against left-handers and right-handers, or a single number for both."""
    left, slash, right = as_text(cell).partition("/")
    return [as_typed(left), as_typed(right)] if slash else as_typed(left)


def _written_pair(value: Any) -> Cell:
    left, right = value if isinstance(value, list) else (value, value)
    return f"{left}/{right}"


def _gloves(cell: Cell) -> list[dict[str, Any]]:
    """Parse text such as "ss range 4 error 6 pivot 1; 2b range 3 error 8". Missing ratings are 0."""
    return [_glove(part.split()) for part in as_text(cell).split(";") if part.strip()]


def _glove(words: Sequence[str]) -> dict[str, Any]:
    names, values = words[1::2], words[2::2]
    if len(names) != len(values) or not set(names) <= {*_RATINGS}:
        raise ValueError(f"“{' '.join(words)}” is not a position with its ratings, such as ss range 4 error 6 pivot 1")
    return {"position": words[0], **{name: as_typed(value) for name, value in zip(names, values, strict=True)}}


def _written_gloves(value: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(
        f"{glove['position']} {' '.join(f'{name} {glove[name]}' for name in _RATINGS if glove.get(name))}".strip()
        for glove in value
    )


def _batter(*above: str) -> tuple[CardField, ...]:
    """Return the columns of a batting card. A pitcher's own batting columns are headed “batting”."""

    def field(name: str, help: str = "", **reading: Any) -> CardField:
        return CardField(" ".join((*above, name)), (*above, name), help, **reading)

    both = {"read": _pair, "write": _written_pair}
    return (
        field("bats", "R, L or S", needed=True),
        *(
            CardField(" ".join((*above, "cells", key)), (*above, "cells", key), _CELLS if key == "11" else "")
            for key in CELL_KEYS
        ),
        field("k", "K against left-handers and right-handers, such as 3/5", **both),
        field("w", "W, likewise", **both),
        field("hr", "HR, likewise", **both),
        field("hits_lhp", "H? against left-handers: S=1-8; D=9-16; T=17-18; HR=19"),
        field("hits_rhp", "H? against right-handers"),
        *(field(name, name.upper(), read=as_typed) for name in ("hbp", "br", "gdp", "sf")),
        field("att", "ATT: a number, N or H", read=as_typed),
        *(field(name, name.upper(), read=as_typed) for name in ("sb", "bnt", "inj")),
        field("fielding", "ss range 4 error 6 pivot 1; 2b range 3 error 8", read=_gloves, write=_written_gloves),
    )


_CELLS: Final = "the 36 cells, named by the red die, then the white die: S/G6 if the hands differ"
_OF_A_PITCHER: Final = (
    "the 36 cells, named by their two dice: S1, (S1), **, WLD, K/W if the sides differ; leave a blank cell empty"
)
_NAME: Final = CardField("name", ("name",), "as printed", needed=True)
_PITCHER: Final = (
    CardField("throws", ("throws",), "R or L", needed=True),
    *(CardField(f"cells {key}", ("cells", key), _OF_A_PITCHER if key == "11" else "", empty="") for key in CELL_KEYS),
    CardField("line", ("line",), "the ** line: six outs such as G4 F8 P3 G6 F7 L5", needed=True),
    *(
        CardField(name, (name,), help)
        for name, help in (
            ("wp", "WP: a range such as 4-9, empty for none"),
            ("pb", "PB?"),
            ("lhb", "?? against left-side batters"),
            ("rhb", "?? against right-side batters"),
            ("lhb_gives", "the result: ** or S1"),
            ("rhb_gives", "likewise"),
            ("hr_lhb", "HR?, left-side batters"),
            ("hr_rhb", "HR?, right-side batters"),
            ("special_k_lhb", "Special K, left-side batters"),
            ("special_k_rhb", "Special K, right-side batters"),
            ("blk", "BLK"),
            ("po", "PO"),
            ("poe", "POE"),
            ("start", "START: batters faced when tired and pull, such as 24/14; empty for none"),
            ("relief", "RELIEF, likewise"),
        )
    ),
    *(
        CardField(name, (name,), help, as_typed)
        for name, help in (
            ("hbp", "HBP"),
            ("gdp", "GDP"),
            ("hld", "HLD, left of the slash"),
            ("sb", "SB, right of the slash"),
            ("range", "range at 1"),
            ("error", "error at 1"),
        )
    ),
    CardField("also_hits", ("also_hits",), "yes for a two-way player, who also has a hitter's card", as_yes, from_yes),
)
SHEETS: Final = (
    CardSheet("Batters", (_NAME, *_batter()), {"kind": "batter"}),
    CardSheet("Pitchers", (_NAME, *_PITCHER, *_batter("batting")), {"kind": "pitcher"}),
)
