"""Innings stored as outs. "1.2" is one inning and two outs, or five outs, and never a float."""

import re
from typing import Final

OUTS_PER_INNING: Final = 3
_THIRDS: Final = {"": 0, "⅓": 1, "⅔": 2, "1/3": 1, "2/3": 2}
# whole innings, then a point or comma and the thirds, or a fraction; static/js/entry/cards.js accepts the same
NOTATION: Final = r"[0-9]{1,5}(?:[.,][0-9]+|\s*[⅓⅔]|\s+[12]/3)?|[.,][0-9]+|[⅓⅔]|[12]/3"
_WRITTEN: Final = re.compile(r"(?P<whole>[0-9]{1,5})?\s*(?:[.,](?P<thirds>[0-9]+)|(?P<fraction>[⅓⅔]|[12]/3))?")


class InningsError(ValueError):
    """The text isn't a number of innings. The message shows what would be accepted."""


def parse_innings(text: str) -> int:
    """Return the outs in innings as people write them: "6.2", "6,2", "6 2/3", "6⅔", ".2" or "7".

    Raises InningsError for text such as "1.3", "-1" or "".
    """
    plain = text.strip().replace("\N{FRACTION SLASH}", "/")
    if re.fullmatch(NOTATION, plain) is None:
        raise InningsError(
            f"“{text}” is not a number of innings: enter full innings, a point and the thirds, such as 1.2"
        )
    written = _WRITTEN.fullmatch(plain)
    assert written is not None
    thirds = written["thirds"] or "0"
    if thirds not in ("0", "1", "2"):
        raise InningsError(f"“{text}” ends in .{thirds}, but thirds of an inning are .0, .1 or .2")
    return int(written["whole"] or 0) * OUTS_PER_INNING + int(thirds) + _THIRDS[written["fraction"] or ""]


def format_innings(outs: int) -> str:
    """Return outs as a scorer writes innings: 5 is "1.2"."""
    if outs < 0:
        raise InningsError(f"{outs} outs: innings can't be negative")
    return f"{outs // OUTS_PER_INNING}.{outs % OUTS_PER_INNING}"


def ordinal(number: int) -> str:
    """Return an ordinal number: "1st", "2nd", "3rd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
