"""The columns of a ratings sheet, under the headings that publishers and leagues give them."""

from typing import Final

from core.imports.headings import ImportTarget
from seasons.strat_o_matic.ratings_cells import POSITIONS

_AMOUNTS: Final = {"hits": "H", "ob": "OB", "tb": "TB", "hr": "HR"}
_SIDES: Final = {"left": "L", "right": "R"}


def _split_targets() -> dict[str, ImportTarget]:
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
            targets[key] = ImportTarget(key, f"{head} vs {letter}", (*synonyms, *written))
    return targets


_SPLITS: Final = _split_targets()
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
    ImportTarget("position", "Position", ("pos", "posn", "primary position", "primary")),
)
RATED: Final = (
    ImportTarget("fielding", "Fielding", ("field", "defense", "def", "fld", "fielding ratings", "defensive ratings")),
    *(ImportTarget(f"at_{position.lower()}", f"Fielding at {position}", (position,)) for position in POSITIONS),
    ImportTarget("at_p", "Pitcher's fielding", ("fielding p",)),
    ImportTarget("throw", "Throw", ("t rating", "catcher t")),
    ImportTarget("passed_ball", "Passed balls", ("pb", "passed ball")),
    ImportTarget("stealing", "Stealing", ("stl", "steal", "stl rating", "steal grade", "sb rating")),
    ImportTarget("steal", "Steal lead", ("steal rating", "super advanced stealing", "lead")),
    ImportTarget("running", "Running", ("run", "spd", "speed", "baserunning", "run rating")),
    ImportTarget("bunting", "Bunting", ("bunt", "bnt", "bu", "sac", "sac bunt")),
    ImportTarget("hit_and_run", "Hit and run", ("h&r", "h & r", "hit & run", "hnr", "hit run", "har")),
    ImportTarget("pitching", "Pitching", ("pitching ratings", "pitcher ratings", "pitching card")),
    ImportTarget("endurance", "Endurance", ("end", "pow", "starter/relief", "endur", "fatigue")),
    ImportTarget("hold", "Hold", ("hld", "ho", "hold rating")),
    ImportTarget("hitting", "Hitting card", ("hit card", "pitcher hitting", "p hit", "bat card", "hitting")),
    ImportTarget("balk", "Balk", ("bk", "balks")),
    ImportTarget("wild_pitch", "Wild pitch", ("wp", "wild pitches")),
    ImportTarget("pitcher_error", "Error", ("e", "err", "error rating")),
    ImportTarget("clutch", "Clutch", ("clu", "clutch hitting")),
    ImportTarget("park_left", "Ballpark L", ("bp l", "bpl", "bp vl", "bphr l", "bp hr l", "bp vs l", "ballpark left")),
    ImportTarget(
        "park_right", "Ballpark R", ("bp r", "bpr", "bp vr", "bphr r", "bp hr r", "bp vs r", "ballpark right")
    ),
    *_SPLITS.values(),
)
TARGETS: Final = (*IDENTITY, *RATED)
