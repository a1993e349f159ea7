"""The columns of a ratings sheet, under the headings that publishers and leagues give them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from core.imports.headings import Target
from rules_engine.systems.strat_o_matic.cards import sheet_cells
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    parse_catcher_throw,
    parse_chance_rating,
    parse_hitting_code,
)
from rules_engine.systems.strat_o_matic.cards.sheet_cells import Ratings

CellReader = Callable[[str], Ratings]

POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")
_AMOUNTS: Final = {"hits": "H", "ob": "OB", "tb": "TB", "hr": "HR"}
_SIDES: Final = {"left": "L", "right": "R"}


def _chance(name: str, word: str) -> CellReader:
    return lambda text: {name: str(parse_chance_rating(word, text))}


def _throw(text: str) -> Ratings:
    top = format_catcher_throw(parse_catcher_throw(text.replace("T-", "T ")))
    return {"throw": top} if top else {}


def _error(text: str) -> Ratings:
    if not text.lower().startswith("e"):  # a bare number may be real errors
        raise ValueError(f"“{text}” is not an error rating: write e and a number, such as e12")
    return sheet_cells.read_pitching(text)


def _split_targets() -> dict[str, Target]:
    """Return the columns of hits, on-base and total-base chances against left and right."""
    targets = {}
    for amount, head in _AMOUNTS.items():
        for side, letter in _SIDES.items():
            key = f"{amount}_{side}"
            synonyms = (f"{head} {letter}", f"{head} v{letter}", f"{head} vs {letter}HP", f"{head} vs {letter}HB")
            written = (
                f"{head}{letter}",
                f"{letter} {head}",
                f"{letter}{head}",
                f"v{letter} {head}",
                f"vs {letter} {head}",
            )
            targets[key] = Target(key, f"{head} vs {letter}", (*synonyms, *written))
    return targets


_SPLITS: Final = _split_targets()
IDENTITY: Final = (
    Target(
        "name",
        "Player",
        ("name", "player name", "hitter", "hitters", "batter", "batters", "pitcher", "pitchers", "full name"),
    ),
    Target("first_name", "First name", ("first", "given name")),
    Target("last_name", "Last name", ("last", "surname")),
    Target("team", "Team", ("tm", "club", "mlb team", "mlb", "real team")),
    Target("birth_year", "Birth year", ("born", "year of birth", "yob", "birthyear", "birth")),
    Target("position", "Position", ("pos", "posn", "primary position", "primary")),
)
RATED: Final = (
    Target("fielding", "Fielding", ("field", "defense", "def", "fld", "fielding ratings", "defensive ratings")),
    *(Target(f"at_{position.lower()}", f"Fielding at {position}", (position,)) for position in POSITIONS),
    Target("at_p", "Pitcher's fielding", ("fielding p",)),
    Target("throw", "Throw", ("t rating", "catcher t")),
    Target("passed_ball", "Passed balls", ("pb", "passed ball")),
    Target("stealing", "Stealing", ("stl", "steal", "stl rating", "steal grade", "sb rating")),
    Target("steal", "Steal lead", ("steal rating", "super advanced stealing", "lead")),
    Target("running", "Running", ("run", "spd", "speed", "baserunning", "run rating")),
    Target("bunting", "Bunting", ("bunt", "bnt", "bu", "sac", "sac bunt")),
    Target("hit_and_run", "Hit and run", ("h&r", "h & r", "hit & run", "hnr", "hit run", "har")),
    Target("pitching", "Pitching", ("pitching ratings", "pitcher ratings", "pitching card")),
    Target("endurance", "Endurance", ("end", "pow", "starter/relief", "endur", "fatigue")),
    Target("hold", "Hold", ("hld", "ho", "hold rating")),
    Target("hitting", "Hitting card", ("hit card", "pitcher hitting", "p hit", "bat card", "hitting")),
    Target("balk", "Balk", ("bk", "balks")),
    Target("wild_pitch", "Wild pitch", ("wp", "wild pitches")),
    Target("pitcher_error", "Error", ("e", "err", "error rating")),
    Target("clutch", "Clutch", ("clu", "clutch hitting")),
    Target("park_left", "Ballpark L", ("bp l", "bpl", "bp vl", "bphr l", "bp hr l", "bp vs l", "ballpark left")),
    Target("park_right", "Ballpark R", ("bp r", "bpr", "bp vr", "bphr r", "bp hr r", "bp vs r", "ballpark right")),
    *_SPLITS.values(),
)
TARGETS: Final = (*IDENTITY, *RATED)

READERS: Final[Mapping[str, CellReader]] = {
    "fielding": sheet_cells.read_fielding,
    "throw": _throw,
    "passed_ball": _chance("passed_ball", "pb"),
    "stealing": sheet_cells.read_stealing,
    "steal": sheet_cells.read_stealing,
    "running": sheet_cells.read_running,
    "bunting": partial(sheet_cells.read_letter, "bunting"),
    "hit_and_run": partial(sheet_cells.read_letter, "hit_and_run"),
    "pitching": sheet_cells.read_pitching,
    "endurance": sheet_cells.read_endurance,
    "hold": sheet_cells.read_hold,
    "hitting": lambda text: {"hitting": str(parse_hitting_code(text))},
    "balk": _chance("balk", "bk"),
    "wild_pitch": _chance("wild_pitch", "wp"),
    "pitcher_error": _error,
    "clutch": partial(sheet_cells.read_amount, "clutch"),
    "park_left": partial(sheet_cells.read_ballpark, "park_left"),
    "park_right": partial(sheet_cells.read_ballpark, "park_right"),
    **{key: partial(sheet_cells.read_amount, key) for key in _SPLITS},
    **{f"at_{name.lower()}": partial(sheet_cells.read_fielding, position=name) for name in (*POSITIONS, "P")},
}
