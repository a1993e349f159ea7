"""Workbook fields for copying printed cards."""

from typing import Final

from rules_engine.baseball.card_sheets import (
    CardField,
    CardSheet,
    as_list,
    as_typed,
    as_yes,
    from_list,
    from_yes,
)
from rules_engine.systems.pine_tar.cards.outcomes import GROUND_OUT_TO_CATCHER, PRINTED_ORDER

_OUTCOME_LABELS: Final = tuple(str(line) for line in PRINTED_ORDER if line != GROUND_OUT_TO_CATCHER)
_COLUMNS: Final = {
    "single": "the only column of an unsplit card: this line's numbers, such as 8-20, 77 or 0-3, 77",
    "vs_lhp": "the column against left-handed pitchers; each number from 0 to 99 is in one line of a column",
    "vs_rhp": "the column against right-handed pitchers",
}
_COMMON_FIELDS: Final = (
    CardField("name", ("name",), "as printed", needed=True),
    CardField("bats", ("bats",), "R, L or S", needed=True),
    CardField("throws", ("throws",), "R or L", needed=True),
    CardField("br", ("br",), "BR: S, M or F", needed=True),
    CardField("sbc", ("sbc",), "0 to 99", as_typed),
    CardField("sbo", ("sbo",), "AA, A, B, C, D, E or N"),
    CardField("shc", ("shc",), "0 to 99, or N", as_typed),
    CardField("inj", ("inj",), "such as 54C; -- for a player who is never injured"),
    CardField("rg", ("rg",), "Pos, Neu or Neg"),
    CardField("ec", ("ec",), "0 to 9", as_typed),
)
_FIELDER_FIELDS: Final = (
    CardField("positions", ("positions",), "3B, 2B; his main position first", as_list, from_list),
    CardField("arm", ("arm",), "outfielders: W, A or E"),
    CardField("ar", ("ar",), "catchers: such as -9", as_typed),
)
_PITCHER_FIELDS: Final = (
    CardField("role", ("role",), "S, R or C, or two of them: S R", needed=True),
    CardField("gs", ("gs",), "the number after (S)", as_typed),
    CardField("home", ("home",), "the grade at home: A+/B, or C", needed=True),
    CardField("away", ("away",), "the grade away", needed=True),
    CardField("mip", ("mip",), "6, or 5/2*", needed=True),
    CardField("bk_wp", ("bk_wp",), "21/99, --/99 or --/--"),
    CardField("so_bb", ("so_bb",), "a rating such as SO 77 or BB 55, 77; otherwise NC"),
    CardField("also_hits", ("also_hits",), "yes for a two-way player, who also has a hitter's card", as_yes, from_yes),
)


def _column_fields(*columns: str) -> tuple[CardField, ...]:
    return tuple(
        CardField(f"{column} {line}", (column, line), _COLUMNS[column] if line == _OUTCOME_LABELS[0] else "")
        for column in columns
        for line in _OUTCOME_LABELS
    )


SHEETS: Final = (
    CardSheet("Batters", (*_COMMON_FIELDS, *_FIELDER_FIELDS, *_column_fields("vs_lhp", "vs_rhp", "single"))),
    CardSheet("Pitchers", (*_COMMON_FIELDS, *_FIELDER_FIELDS, *_PITCHER_FIELDS, *_column_fields("single"))),
)
