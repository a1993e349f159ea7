"""Describe plays in the words of the rulebook examples, and turn those words into cards, charts and dice."""

from collections.abc import Mapping
from typing import Any, Final

from rules_engine.baseball.bases import BASE_NAMES, BATTER
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import FOLDER, PURPOSES, read_charts, read_file
from tests.rules_engine.systems.pine_tar.scene import Scene

Answer = dict[str, Any]
START_NAMES: Final = {BATTER: "batter", 1: "r1", 2: "r2", 3: "r3"}
RUNNERS: Final = {"first": "r1", "second": "r2", "third": "r3"}
_HITS: Final = {"single": "1B", "double": "2B", "triple": "3B", "homerun": "HR"}
_OUTS: Final = {"groundout": "GO", "fielders_choice": "GO", "flyout": "FO", "lineout": "LO", "popout": "PO"}
_ALONE: Final = {"walk": "BB", "strikeout": "SO", "wild_pitch": "WP", "balk": "BK"}
BUNTS: Final = {
    "sacrifice": "SH",
    "single": "I-Hit",
    "error": "throwing error",
    "fielders_choice": "failed",
    "popout": "PODP",
}
_LISTED: Final = {"error": "error", "positive_defense": "positive_defense"}
_FILE_OF: Final = {f"go_{name}": "ground_outs" for name in ("runner_on_1st", "no_runner_on_1st", "bases_loaded")}


def outcome_of(play: Play) -> str:
    """ "1B", "GO-SS", "ball 2": return the outcome behind the play."""
    if play.kind in _HITS:
        return _HITS[play.kind]
    if play.kind in _OUTS:
        return f"{_OUTS[play.kind]}-{play.fielder.upper()}"
    return play.code if play.kind == "no_play" else _ALONE[play.kind]


def location_of(play: Play) -> str | None:
    if play.kind not in _HITS:
        return None
    return "infield" if play.code == "I-Hit" else play.fielder.upper()


def story(scene: Scene, play: Play) -> Answer:
    """Return the outs, runs and players out, with the runners unless the inning is over."""
    names = _names(scene)
    outs = scene.before.outs + play.to.count(OUT)
    standing = {BASE_NAMES[base]: names[start] for base, start in sorted(play.bases_after.items())}
    return {
        "outs_after": outs,
        "runs": len(play.scored),
        "runners_out": [names[start] for start in play.outs],
        **({} if outs == 3 else {"bases_after": standing}),
    }


def _names(scene: Scene) -> Mapping[int, str]:
    runners = {start: runner.player for start, runner in enumerate(scene.before.bases, start=1) if runner}
    return START_NAMES | runners | {BATTER: scene.before.batting.batter}


def batter_stays(play: Play) -> bool:
    return play.to[BATTER] == ABSENT


def charts_with(tables: Mapping[str, Any], *, modified: bool = True) -> Charts:
    """Return our charts, with the case's tables in place of ours.

    The case replaces whole rows or columns, and its list rows come before ours. With modified=False, the case's outcome
    already includes the pitcher's grade.
    """
    files: dict[str, dict[str, Any]] = {name: dict(read_file(FOLDER / f"{name}.toml")) for name in PURPOSES}
    if not modified:
        files["pitcher_modifier"] = {}
    for name, rows in tables.items():
        if name == "steal_points":
            files["steal_opportunity"] = _steal_points(files["steal_opportunity"], rows)
        elif name in _LISTED:
            files[name] = {"rows": _over(files[name]["rows"], list(rows))}
        elif name in _FILE_OF:
            chart = files[_FILE_OF[name]]
            chart[name] = chart[name] | dict(rows)
        elif name == "mip_modifiers":
            files[name] = {"rows": list(rows)}
        elif name in files:
            files[name] = files[name] | dict(rows)
        else:
            raise LookupError(f"tables: there is no table {name!r}")
    return read_charts(files, {})


def _steal_points(rows: Mapping[str, Any], points: Mapping[str, int]) -> dict[str, Any]:
    """Return only the costs, without other limits. AA costs nothing in extra innings, as printed."""
    options = ("points_extra_innings", "hit_and_run")
    free = {name: {key: row[key] for key in options if key in row} for name, row in rows.items()}
    return free | {name: free[name] | {"points": cost} for name, cost in points.items()}


def _over(ours: list[Any], theirs: list[Any]) -> list[Any]:
    """Return their rows, plus the parts of our rows that theirs don't cover."""
    covered = {roll for row in theirs for roll in range(row["roll"][0], row["roll"][1] + 1)}
    left = []
    for row in ours:
        free = [roll for roll in range(row["roll"][0], row["roll"][1] + 1) if roll not in covered]
        left += [{**row, "roll": [roll, roll]} for roll in free]
    return [*theirs, *left]
