"""Ratings sheet columns, recognized by the headings that publishers and leagues use."""

from collections.abc import Sequence
from typing import Final

from core.imports.headings import ImportTarget
from seasons.strat_o_matic.ratings_cells import POSITIONS

_AMOUNTS: Final = {
    "hits": ("H", "Hit", "Hits"),
    "ob": ("OB", "On base"),
    "tb": ("TB", "Total bases"),
    "hr": ("HR", "Homeruns", "Home runs"),
}
_SIDES: Final = {
    "left": ("L", "LHP", "LHB", "left", "lefty", "lefties", "lefty pitchers", "left-handers"),
    "right": ("R", "RHP", "RHB", "right", "righty", "righties", "righty pitchers", "right-handers"),
}


def _sided(heads: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the possible headings for a column of chances against one side, such as "OB vs L", "vLHP OB" and "OBL"."""
    headings = []
    for head in heads:
        for word in words:
            sides = (word, f"v {word}", f"v{word}", f"vs {word}", f"against {word}")
            headings += [f"{head} {side}" for side in sides]
            headings += [f"{side} {head}" for side in sides]
        if len(head) > 1:  # skip ambiguous headings: HR means home runs, and LH means left-handed
            headings += [f"{head}{words[0]}", f"{words[0]}{head}"]
    return tuple(headings)


def _split_targets() -> dict[str, ImportTarget]:
    """Return the columns for hit, on-base and total-base chances against left and right."""
    targets = {}
    for amount, heads in _AMOUNTS.items():
        for side, words in _SIDES.items():
            key = f"{amount}_{side}"
            targets[key] = ImportTarget(key, f"{heads[0]} vs {words[0]}", _sided(heads, words))
    return targets


_SPLITS: Final = _split_targets()
_PARK: Final = ("BP", "Ballpark", "BPHR", "BP HR")
IDENTITY: Final = (
    ImportTarget(
        "name",
        "Player",
        ("name", "player name", "hitter", "hitters", "batter", "batters", "pitcher", "pitchers", "full name"),
    ),
    ImportTarget("first_name", "First name", ("first", "given name")),
    ImportTarget("last_name", "Last name", ("last", "surname")),
    ImportTarget("team", "Team", ("tm", "club", "mlb team", "mlb", "real team")),
    ImportTarget("birth_year", "Birth year", ("born", "year of birth", "yob", "birthyear", "birth")),
    ImportTarget("position", "Position", ("pos", "posn", "primary position", "primary pos", "primary", "positions")),
)
RATED: Final = (
    ImportTarget(
        "fielding",
        "Fielding",
        ("field", "defense", "def", "fld", "fielding ratings", "defensive ratings", "position ratings"),
        r"(?:c|[123]b|ss|[lcr]f)-[1-5].*",
    ),
    *(ImportTarget(f"at_{position.lower()}", f"Fielding at {position}", (position,)) for position in POSITIONS),
    ImportTarget("at_p", "Pitcher's fielding", ("fielding p",)),
    ImportTarget("range", "Range", ("rng", "rtg", "fielding range", "range rating")),
    ImportTarget("arm", "Arm", ("of arm", "arm rating", "throwing arm", "outfield arm")),
    ImportTarget("throw", "Throw", ("t rating", "catcher t")),
    ImportTarget("passed_ball", "Passed balls", ("pb", "passed ball")),
    ImportTarget("stealing", "Stealing", ("stl", "steal", "stl rating", "steal grade", "sb rating")),
    ImportTarget(
        "steal",
        "Steal lead",
        ("steal rating", "super advanced stealing", "lead"),
        r"\*?[\d,-]+/[\d,-]+\s*\(\d+-\d+\)",
    ),
    ImportTarget("running", "Running", ("run", "spd", "speed", "baserunning", "run rating")),
    ImportTarget("bunting", "Bunting", ("bunt", "bnt", "bu", "sac", "sac bunt")),
    ImportTarget("hit_and_run", "Hit and run", ("h&r", "h & r", "hit & run", "hnr", "hit run", "har")),
    ImportTarget("letters", "Bunting and hit and run", ("bunt/h&r", "bunt h & r", "bunt hr", "b/hr", "b hr", "bu/hr")),
    ImportTarget("pitching", "Pitching", ("pitching ratings", "pitcher ratings", "pitching card")),
    ImportTarget(
        "endurance", "Endurance", ("end", "pow", "starter/relief", "endur", "fatigue"), r"[sr](?:\(\d\)|\d)[\w()*/-]*"
    ),
    ImportTarget(
        "starter", "Starter", ("start", "starter endurance", "start endurance", "sp endurance", "starter pow")
    ),
    ImportTarget("relief", "Relief", ("reliever", "relief endurance", "rp endurance", "relief pow", "rel")),
    ImportTarget("closer", "Closer", ("closer rating", "closer endurance", "cl")),
    ImportTarget("hold", "Hold", ("hld", "ho", "hold rating")),
    ImportTarget(
        "hitting",
        "Hitting card",
        ("hit card", "pitcher hitting", "p hit", "bat card", "hitting"),
        r"#?\s*[1-8]\s*[NW]\s*[LR]",
    ),
    ImportTarget("balk", "Balk", ("bk", "balks")),
    ImportTarget("wild_pitch", "Wild pitch", ("wp", "wild pitches")),
    ImportTarget("pitcher_error", "Error", ("e", "err", "error rating")),
    ImportTarget("clutch", "Clutch", ("clu", "clutch hitting")),
    ImportTarget("park_left", "Ballpark L", _sided(_PARK, _SIDES["left"])),
    ImportTarget("park_right", "Ballpark R", _sided(_PARK, _SIDES["right"])),
    *_SPLITS.values(),
)
TARGETS: Final = (*IDENTITY, *RATED)
