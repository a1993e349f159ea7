"""The spreadsheet columns for copying printed cards: ratings, then the lines of the three sides."""

from typing import Any, Final

from rules_engine.baseball.card_sheets import CardField, CardSheet, as_typed, as_yes, from_yes
from rules_engine.systems.strat_o_matic.cards.cards import BATTER_COLUMNS, PITCHER_COLUMNS, ROWS, SIDES

_HELP: Final = {
    "fielding": "as printed: ss-2e20, 2b-3e14",
    "steal": "as printed: *8-10/11,12 (19-14)",
    "endurance": "starter(7) relief(2)/3",
    "hitting": "#1WR",
    "basic 1-7": "the heading has a line's side, column and dice; enter HOMERUN 1-10 / DOUBLE 11-20, gb(ss)A+, "
    "fly(cf)B?, SINGLE**, CATCH-X or lomax",
    "left 1-7": "against left-handers (you can leave a whole side empty)",
    "basic 4-7": "column 4, dice 7",
    "left 4-7": "to left-handed batters (you can leave a whole side empty)",
}
_READING: Final[dict[str, dict[str, Any]]] = {
    **{name: {"read": as_typed} for name in ("at_bats_and_walks", "hold", "outs")},
    "asterisk": {"read": as_yes, "write": from_yes},
    "name": {"needed": True},
}


def _fields(names: str, columns: tuple[int, ...]) -> tuple[CardField, ...]:
    ratings = ((name,) for name in names.split())
    lines = ((side, f"{column}-{row}") for side in SIDES for column in columns for row in ROWS)
    return tuple(_field(path) for path in (*ratings, *lines))


def _field(path: tuple[str, ...]) -> CardField:
    heading = " ".join(path)
    return CardField(heading, path, _HELP.get(heading, ""), **_READING.get(heading, {}))


SHEETS: Final = (
    CardSheet(
        "Batters",
        _fields(
            "name bats power_left power_right running grade steal bunt hit_and_run fielding T pb at_bats_and_walks",
            BATTER_COLUMNS,
        ),
        {"kind": "batter"},
    ),
    CardSheet(
        "Pitchers",
        _fields(
            "name throws fielding hitting endurance hold bk wp bunt running grade steal asterisk outs",
            PITCHER_COLUMNS,
        ),
        {"kind": "pitcher"},
        joins="hitter",
    ),
)
