"""A play in short lines: its dice, their readings and the managers' decisions."""

from collections.abc import Sequence
from typing import Any

from rules_engine.baseball.dice_line import spoken
from rules_engine.baseball.events import Record
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import UNSAID_KEY
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.roll_notes import note_on_dice
from rules_engine.baseball.system_types import RollsTogether


def play_reading(before: Game[Any, Any], record: Record, names: Names, ordered: Record = ()) -> list[str]:
    """Return lines such as "white 4, colored 5+5: 4-10 Greg Maddux, to right-handers: fly(cf)X".

    Args:
        before: The game before the play.
        ordered: Decisions that followed standing orders.
    """
    lines: list[str] = []
    dice: list[tuple[str, int]] = []
    together = before.system.rolled_together
    for count, (name, value) in enumerate(record, start=1):
        if isinstance(value, str):
            lines += [dice_text(dice, together)] if dice else []
            dice = []
            if value not in (name, UNSAID_KEY):
                source = ", by standing order" if (name, value) in ordered else ""
                lines.append(f"{spoken(name)}: {spoken(value)}{source}")
            continue
        dice.append((name, value))
        if note := note_on_dice(before, record[:count], names):
            lines.append(f"{dice_text(dice, together)}: {note}")
            dice = []
    return lines + ([dice_text(dice, together)] if dice else [])


def dice_text(dice: Sequence[tuple[str, int]], together: RollsTogether) -> str:
    """Return dice as players write them, adding similar dice in one roll: "pitch 13, white 3, colored 1+4".

    Args:
        together: Rolls made together with the previous roll.
    """
    groups: list[tuple[str, list[str]]] = []
    for name, face in dice:
        kind, _, number = name.rpartition("_")
        is_like = number.isdigit() and f"{kind}_2" in together
        label = kind if is_like else name
        if is_like and groups and groups[-1][0] == label:
            groups[-1][1].append(str(face))
        else:
            groups.append((label, [str(face)]))
    return ", ".join(f"{spoken(label)} {'+'.join(faces)}" for label, faces in groups)
