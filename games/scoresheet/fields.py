"""The names of the grid's fields: what is typed for game 2 by the pitcher with card 7 of team 3 is "p-2-3-7"."""

import re
from collections.abc import Mapping

from games.scoresheet.faults import Fault

SPARE = "spare"
_LONGEST = 400
_NUMBER = r"\d{1,9}"
_OF_GAME = rf"(?:innings|ending|never|gaccept|gnote)-{_NUMBER}"
_OF_TEAM = rf"(?:runs|line)-{_NUMBER}-{_NUMBER}"
_OF_PITCHER = rf"(?:p|s|r|dp|injured|accept|note)-{_NUMBER}-{_NUMBER}-(?:{_NUMBER}|{SPARE})"
_FIELD = re.compile(rf"{_OF_GAME}|{_OF_TEAM}|{_OF_PITCHER}|spare-{_NUMBER}|first_home|reason", re.ASCII)


def typed_values(posted: Mapping[str, str]) -> dict[str, str]:
    """What was posted in fields of the grid; anything else is left out."""
    return {name: posted[name][:_LONGEST].replace("\x00", "") for name in posted if _FIELD.fullmatch(name)}


def cell(kind: str, game: int, team_id: int, card: int | str) -> str:
    """kind: p innings, s started, r runs given up, dp or tp extra thirds, injured, accept, note."""
    return f"{kind}-{game}-{team_id}-{card}"


def field_of(fault: Fault) -> str:
    """The name of the field a fault belongs to; "" for the whole series."""
    if fault.where == "outing" and fault.card_id is not None and fault.team_id is not None:
        return cell("p", fault.game, fault.team_id, fault.card_id)
    if fault.where in ("innings", "ending"):
        return f"{fault.where}-{fault.game}"
    if fault.where in ("line", "runs", "pitching") and fault.team_id is not None:
        return f"{'total' if fault.where == 'pitching' else fault.where}-{fault.game}-{fault.team_id}"
    return f"game-{fault.game}" if fault.game else ""
