"""Parse the form that settles a takeover (T0.08)."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.errors import Refused
from tournaments.refusals import TakeoverRefusal

_MOST_ROLLS = 20


class TakeoverEntry(NamedTuple):
    """People who covered without a team in this tournament, and each person's d20 rolls by name, in order."""

    further_players: list[str]
    rolls: dict[str, list[int]]


def read_takeover(posted: Mapping[str, str]) -> TakeoverEntry:
    """Parse the fields player_1, roll_1 and so on, and `others`.

    `others` has one person per line, such as "Ann = 12, 17".
    """
    further_players: list[str] = []
    rolls: dict[str, list[int]] = {}
    for line in posted.get("others", "").splitlines():
        name, _, text = (part.strip() for part in line.partition("="))
        if name:
            further_players.append(name)
            rolls[name] = _read_rolls(name, text)
        elif text:
            raise Refused(TakeoverRefusal.ROLL_WITHOUT_NAME, field="others", text=line.strip()[:40])
    for field, name in posted.items():
        if field.startswith("player_"):
            number = field.removeprefix("player_")
            rolls[name] = _read_rolls(name, posted.get(f"roll_{number}", ""))
    return TakeoverEntry(further_players, {name: values for name, values in rolls.items() if values})


def _read_rolls(name: str, text: str) -> list[int]:
    parts = [part for part in re.split(r"[\s,]+", text.strip()) if part]
    if len(parts) > _MOST_ROLLS or not all(map(_is_number, parts)):
        raise Refused(TakeoverRefusal.NOT_A_ROLL, field="rolls", text=text.strip()[:40], player=name)
    return [int(part) for part in parts]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4
