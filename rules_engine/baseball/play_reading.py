"""How a play was read, in short lines: its dice, what they pointed to, and the managers' decisions."""

from typing import Any

from rules_engine.baseball.dice_line import spoken
from rules_engine.baseball.events import Record
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import UNSAID_KEY
from rules_engine.baseball.play_by_play import Names


def play_reading(before: Game[Any, Any], record: Record, names: Names, ordered: Record = ()) -> list[str]:
    """Return lines such as "white 4, colored 1 5, colored 2 5: 4-10 Greg Maddux, to right-handers: fly(cf)X".

    Args:
        before: The game before the play.
        ordered: The decisions that followed standing orders.
    """
    lines: list[str] = []
    dice: list[str] = []
    for count, (name, value) in enumerate(record, start=1):
        if isinstance(value, str):
            lines += _joined(dice)
            dice = []
            if value not in (name, UNSAID_KEY):
                source = ", by standing order" if (name, value) in ordered else ""
                lines.append(f"{spoken(name)}: {spoken(value)}{source}")
            continue
        dice.append(f"{spoken(name)} {value}")
        if note := before.system.dice_note(before, record[:count], names):
            lines.append(f"{', '.join(dice)}: {note}")
            dice = []
    return lines + _joined(dice)


def _joined(dice: list[str]) -> list[str]:
    return [", ".join(dice)] if dice else []
