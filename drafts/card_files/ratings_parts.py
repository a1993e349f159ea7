"""Join ratings that a sheet splits across columns, such as position, range, arm and error."""

import re
from collections.abc import Mapping
from typing import Final

from seasons.strat_o_matic.ratings_cells import POSITIONS

Cells = dict[str, str]
PARTS: Final = ("range", "arm", "starter", "relief", "closer")
PITCHER_POSITIONS: Final = frozenset(("P", "SP", "RP", "CL", "CP", "S", "R", "LHP", "RHP"))
_OF_PITCHERS: Final = ("pitching", "endurance", "starter", "relief", "hold", "balk", "wild_pitch", "hitting")
_RATED_POSITION: Final = re.compile(r"(?:[cp123]b?|ss|[lcr]f)\s*-?\s*[1-5](?:\(|e\d)", re.IGNORECASE)
_WITH_ERROR: Final = re.compile(r"e-?\d", re.IGNORECASE)


def fielding_position(values: Mapping[str, str]) -> str:
    """Return the position in the Position column, or "" if the column lists none or several."""
    position = values.get("position", "").strip().upper()
    if position in PITCHER_POSITIONS:
        return "P"
    return position if position in POSITIONS else ""


def joined_columns(values: Mapping[str, str]) -> Cells:
    """Return a row's cells with fielding and endurance each merged into a single cell."""
    return _with_endurance(_with_fielding(dict(values)))


def _with_fielding(cells: Cells) -> Cells:
    """Add a fielder's error rating to the fielding cell. Pitcher sheets use the same column for a different rating."""
    rating, arm = cells.pop("range", ""), cells.pop("arm", "")
    if not cells.get("fielding") and _RATED_POSITION.search(cells.get("position", "")):
        cells["fielding"] = cells.pop("position")
    if rating and not cells.get("fielding"):
        cells["fielding"] = f"{rating}({arm.strip('()')})" if arm else rating
    if is_pitchers_row(cells):
        return cells
    error = cells.get("pitcher_error", "")
    fielding = cells.get("fielding", "")
    if error and not _WITH_ERROR.search(fielding):
        cells["fielding"] = f"{fielding}e{error.lower().strip(' e-')}"
        del cells["pitcher_error"]
    return cells


def is_pitchers_row(values: Mapping[str, str]) -> bool:
    return fielding_position(values) == "P" or any(values.get(key) for key in _OF_PITCHERS)


def _with_endurance(cells: Cells) -> Cells:
    starter, relief, closer = (cells.pop(key, "") for key in ("starter", "relief", "closer"))
    parts = [_endurance_part("s", starter)] if starter else []
    if relief:
        parts.append(_endurance_part("r", relief) + (f"/{closer}" if closer else ""))
    if parts and not cells.get("endurance"):
        cells["endurance"] = "/".join(parts)
    return cells


def _endurance_part(letter: str, text: str) -> str:
    """Return "s(6)*" for "6*". Cells that already have the letter are unchanged."""
    number = re.fullmatch(r"\(?(\d{1,2})\)?(\*?)", text.strip())
    return f"{letter}({number[1]}){number[2]}" if number else text.strip()
