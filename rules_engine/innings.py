"""Innings as whole outs. "1.2" is one inning and two outs, five outs; it is never a float."""

import re
from typing import Final

OUTS_PER_INNING: Final = 3
_WRITTEN = re.compile(r"(\d{1,5})(?:\.([0-9]+))?")


class InningsError(ValueError):
    """The text cannot be read as innings; the message says what would be accepted."""


def parse_innings(text: str) -> int:
    """Outs in innings written as "1.2", "0.0" or "7". Raises InningsError for "1.3", "-1", "1,2" or ""."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise InningsError(f"“{text}” is not innings: write full innings, a point and the thirds, such as 1.2")
    thirds = written.group(2) or "0"
    if thirds not in ("0", "1", "2"):
        raise InningsError(f"“{text}” has .{thirds} after the point: thirds of an inning are .0, .1 or .2")
    return int(written.group(1)) * OUTS_PER_INNING + int(thirds)


def format_innings(outs: int) -> str:
    """The way a scorer writes outs: 5 is "1.2"."""
    if outs < 0:
        raise InningsError(f"{outs} outs: innings cannot be negative")
    return f"{outs // OUTS_PER_INNING}.{outs % OUTS_PER_INNING}"
