"""Reads who played for a dropped team and what they rolled on the table (T0.08)."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.errors import Refused

_MOST_THROWS = 20


class TakeoverTyped(NamedTuple):
    """`others`: people without a team here. `rolls`: each one's d20s by name, in the order thrown."""

    others: list[str]
    rolls: dict[str, list[int]]


def read_takeover(posted: Mapping[str, str]) -> TakeoverTyped:
    """Fields player_1 and roll_1 and so on, and `others` with one person a line, such as "Ann = 12, 17"."""
    others: list[str] = []
    rolls: dict[str, list[int]] = {}
    for line in posted.get("others", "").splitlines():
        name, _, thrown = (part.strip() for part in line.partition("="))
        if name:
            others.append(name)
            rolls[name] = _throws(name, thrown)
        elif thrown:
            raise Refused(f"“{line.strip()[:40]}” has no name before the roll.")
    for field, name in posted.items():
        if field.startswith("player_"):
            rolls[name] = _throws(name, posted.get(f"roll_{field.removeprefix('player_')}", ""))
    return TakeoverTyped(others, {name: thrown for name, thrown in rolls.items() if thrown})


def _throws(name: str, text: str) -> list[int]:
    parts = [part for part in re.split(r"[\s,]+", text.strip()) if part]
    if len(parts) > _MOST_THROWS or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(f"“{text.strip()[:40]}” is not a d20 of {name}: write 12, or 12, 17 where he threw again.")
    return [int(part) for part in parts]
