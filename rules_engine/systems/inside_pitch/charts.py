"""Charts: loaded from their files, validated, and compared with the standard ones."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.chart_display import ChartDisplay, head_notes
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.inside_pitch.card_files import read_park
from rules_engine.systems.inside_pitch.cards import Park
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, PITCHER_CODES, Cell, CellError, parse_cell
from rules_engine.systems.inside_pitch.ranges import Range, is_in_range

CHART_FOLDER: Final = Path(__file__).parent / "charts"
CHART_NAMES: Final = (
    "errors",
    "ranges",
    "running",
    "infield",
    "flyouts",
    "strategy",
    "bunts",
    "injuries",
    "rare_plays",
    "parks",
)
Tree = Mapping[str, Any]
BUNT_RESULTS: Final = ("success", "foul", "lead_out", "safe", "too_hard", "popout_dp")
SQUEEZE_RESULTS: Final = ("success", "foul", "lead_out", "qq_bunt", "rundown", "popout_dp")
RARE_EVENTS: Final = frozenset(
    ("foul", "interference", "third_strike", "passed_strike", "inside_the_park", "runner_interference", "balk")
)


class ChartError(ValueError):
    """A chart file can't be used. The message includes the file, the row and the problem."""


@dataclass(frozen=True, slots=True)
class RareRow:
    """A row in a rare plays chart: a ball or an event, and the player checked for injury."""

    to: int
    ball: Cell | None
    event: str
    injury: str


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts. Balls are keyed by code and positions by number."""

    error_notes: Mapping[str, Mapping[str, str]]  # E, ET, EG -> ball -> note
    range_failed: Mapping[str, str]  # ball -> ball, "foul" or "#3"
    range_made: Mapping[str, str]
    failed_rolls: Mapping[str, tuple[str, ...]]
    infield_single: Mapping[int, tuple[int, int]]  # place -> minimum BR from first to third, and from second to home
    outfield_hit: Mapping[str, tuple[int, ...]]
    first_die: tuple[str, ...]
    chart_b: tuple[str, ...]
    rundown: tuple[str, ...]
    lineout: tuple[Mapping[int, Range], ...]  # by base 1 to 3
    depth: Mapping[str, tuple[int, ...]]
    bunt_depth: Mapping[str, tuple[int, ...]]
    pivot: Mapping[int, tuple[str, str]]
    suggested: Mapping[str, str]
    runner_on_second: Mapping[int, str]
    tag_from_second: Mapping[int, int]
    bunt_attempt: tuple[Mapping[int, Range], Mapping[int, Range]]
    steal: Mapping[str, Any]
    hit_and_run: Mapping[str, Any]
    bunt_cells: frozenset[str]
    bunt_fielders: tuple[str, ...]
    bunt: tuple[tuple[str, ...], ...]  # by BNT, then by the d20
    squeeze: tuple[tuple[str, ...], ...]
    injury: tuple[tuple[str, ...], ...]
    rare_plays: Mapping[str, Mapping[int, tuple[RareRow, ...]]]  # empty, runners_on -> red die -> rows
    parks: Mapping[str, Park]
    digests: Mapping[str, str] = field(default_factory=dict)  # for charts that replace a standard one
    trees: Mapping[str, Tree] = field(default_factory=dict)  # the files as loaded


@cache
def load_charts(folder: Path | None = None) -> Charts:
    """Load the standard charts, replaced by files with the same names in a user's directory.

    Raises SystemFileError with every problem in every file.
    """
    trees, faults = {}, []
    for name in CHART_NAMES:
        try:
            trees[name] = _read(name, folder)
        except (ChartError, SystemFileError) as fault:
            faults.append(str(fault))
    if faults:
        raise SystemFileError(faults)
    return _charts(trees, _digests(folder))


def _digests(folder: Path | None) -> dict[str, str]:
    """Return a digest for each chart in the directory that differs from the standard one."""
    if folder is None:
        return {}
    return {
        name: sha256((folder / f"{name}.toml").read_bytes()).hexdigest()[:8]
        for name in CHART_NAMES
        if (folder / f"{name}.toml").is_file()
        and _tree(folder / f"{name}.toml") != _tree(CHART_FOLDER / f"{name}.toml")
    }


PURPOSES: Final[Mapping[str, str]] = {
    "errors": "batted balls that may be errors, with their notes (5)",
    "ranges": "results of range checks (6)",
    "running": "advancement on hits, throws, rundowns, lineouts (7, 9)",
    "infield": "infield depth, the pivot, grounders with a runner on second (8)",
    "flyouts": "a flyout with a runner on second (10.2)",
    "strategy": "the strategy roll, stealing, hit and run (11)",
    "bunts": "bunts and squeezes (11.3, 11.6)",
    "injuries": "length of injuries (13)",
    "rare_plays": "both charts of rare plays (4.1)",
    "parks": "ballparks' cards (4)",
}


def display_charts(charts: Charts) -> dict[str, ChartDisplay]:
    """Return all charts in use by name.

    `open` in the standard file lists numbers missing in print. No park is printed.
    """
    return {
        name: ChartDisplay(
            purpose,
            {key: rows for key, rows in charts.trees[name].items() if key != "open"},
            is_house=bool(_tree(CHART_FOLDER / f"{name}.toml").get("open")) or name == "parks",
            is_replaced=name in charts.digests,
            notes=head_notes(chart_text(name)),
        )
        for name, purpose in PURPOSES.items()
    }


def chart_text(name: str) -> str:
    """Return the text of the standard chart file."""
    return (CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def _charts(trees: Mapping[str, Tree], digests: Mapping[str, str]) -> Charts:
    errors, ranges, running, infield, flyouts, strategy, bunts, injuries, rare, parks = (
        trees[name] for name in CHART_NAMES
    )
    return Charts(
        error_notes={key: _by_ball(errors[table]) for key, table in _ERROR_TABLES.items()},
        range_failed=_by_ball(ranges["failed"]),
        range_made=_by_ball(ranges["made"]),
        failed_rolls={place: tuple(row) for place, row in ranges["failed_roll"].items()},
        infield_single={int(ball[1:]): tuple(row) for ball, row in running["infield_single"].items()},
        outfield_hit={ball: tuple(row) for ball, row in running["outfield_hit"].items()},
        first_die=tuple(running["throw"]["first_die"]),
        chart_b=tuple(running["throw"]["chart_b"]),
        rundown=tuple(running["throw"]["rundown"]),
        lineout=tuple(
            {int(ball[1:]): _span(row) for ball, row in running["lineout"][base].items()} for base in ("1", "2", "3")
        ),
        depth={row: tuple(values) for row, values in infield["grounder"].items()},
        bunt_depth={row: tuple(values) for row, values in infield["bunt"].items()},
        pivot={int(ball[1:]): tuple(row) for ball, row in infield["pivot"].items()},
        suggested=infield["suggested"],
        runner_on_second={int(ball[1:]): word for ball, word in infield["man_on_second"].items()},
        tag_from_second={int(place): number for place, number in flyouts["tag_from_second"].items()},
        bunt_attempt=_attempts(strategy["bunt_attempt"]),
        steal=strategy["steal"],
        hit_and_run=strategy["hit_and_run"],
        bunt_cells=frozenset(bunts["pitcher_cells"]),
        bunt_fielders=tuple(bunts["fielder"]),
        bunt=_by_rating(bunts["bunt"]),
        squeeze=_by_rating(bunts["squeeze"]),
        injury=tuple(tuple(injuries["injury"][str(row)]) for row in range(1, 7)),
        rare_plays={name: _rare(rare[name]) for name in ("empty", "runners_on")},
        parks={name: read_park(name, park) for name, park in parks.items() if name != "open"},
        digests=digests,
        trees=trees,
    )


_ERROR_TABLES: Final = {"E": "general_errors", "ET": "throwing_errors", "EG": "ground_errors"}


def _by_ball(table: Tree) -> dict[str, str]:
    """Return the nonblank cells by ball."""
    return {kind + place: text for place, row in table.items() for kind, text in row.items() if text}


def _span(row: list[int]) -> Range:
    return (row[0], row[1]) if row else None


def _attempts(table: Tree) -> tuple[Mapping[int, Range], Mapping[int, Range]]:
    fielders, pitchers = ({int(bnt): _span(row[place]) for bnt, row in table.items()} for place in (0, 1))
    return fielders, pitchers


def _by_rating(table: Tree) -> tuple[tuple[str, ...], ...]:
    """Return the result for each d20 by BNT."""
    spans = [{result: _span(row[bnt]) for result, row in table.items()} for bnt in range(6)]
    return tuple(
        tuple(next(result for result, span in column.items() if is_in_range(span, roll)) for roll in range(1, 21))
        for column in spans
    )


def _rare(table: Tree) -> dict[int, tuple[RareRow, ...]]:
    return {int(red): tuple(map(_rare_row, rows)) for red, rows in table.items()}


def _rare_row(row: Tree) -> RareRow:
    ball = parse_cell(row["ball"], "chart") if "ball" in row else None
    return RareRow(row["to"], ball, row.get("event", ""), row.get("hurt", ""))


def _read(name: str, folder: Path | None) -> Tree:
    """Load the user's chart and compare it with the standard one, or load the standard one."""
    if name == "parks":
        return _parks(folder)
    ours = _tree(CHART_FOLDER / f"{name}.toml")
    path = folder / f"{name}.toml" if folder else None
    if path is None or not path.is_file():
        return ours
    theirs = {row: value for row, value in _tree(path).items() if row != "open"}
    _compare(path.name, "", {row: value for row, value in ours.items() if row != "open"}, theirs, tuple(ours["open"]))
    return theirs


def _parks(folder: Path | None) -> Tree:
    """Load the standard ballparks and the user's, which can have any cells."""
    parks = dict(_tree(CHART_FOLDER / "parks.toml"))
    if folder is not None and (folder / "parks.toml").is_file():
        parks |= _tree(folder / "parks.toml")
    for name, park in parks.items():
        read_park(name, park)
    return parks


def _tree(path: Path) -> Tree:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as fault:
        raise ChartError(f"{path.name}: {fault}") from None


def _compare(file: str, at: str, ours: Any, theirs: Any, free: tuple[str, ...]) -> None:
    if at in free:
        _check_open(file, at, ours, theirs)
    elif isinstance(ours, dict):
        if not isinstance(theirs, dict):
            raise ChartError(f"{file}: {at}: this table is missing")
        for row in dict.fromkeys((*ours, *theirs)):
            _compare_row(file, f"{at}.{row}" if at else row, ours, theirs, row, free)
    elif isinstance(ours, list) and any(place.startswith(f"{at}.") for place in free):
        if not isinstance(theirs, list) or len(theirs) != len(ours):
            raise ChartError(f"{file}: {at}: must list {len(ours)} entries")
        for place, (rating, adjustment) in enumerate(zip(ours, theirs, strict=True)):
            _compare(file, f"{at}.{place}", rating, adjustment, free)
    elif ours != theirs:
        raise ChartError(f"{file}: {at}: {theirs!r} contradicts the printed {ours!r}")


def _compare_row(file: str, at: str, ours: Tree, theirs: Tree, row: str, free: tuple[str, ...]) -> None:
    if row not in ours:
        raise ChartError(f"{file}: {at}: unknown row")
    if row not in theirs:
        raise ChartError(f"{file}: {at}: this row is missing")
    _compare(file, at, ours[row], theirs[row], free)


def _check_open(file: str, at: str, ours: Any, theirs: Any) -> None:
    """Check a cell that users can change. It must have the same form and contain terms from the rules."""
    if type(ours) is not type(theirs):
        raise ChartError(f"{file}: {at}: must be of the form {ours!r}, not {theirs!r}")
    if at in ("empty", "runners_on"):
        return _check_rare(file, at, theirs)
    if isinstance(ours, dict):
        for row in dict.fromkeys((*ours, *theirs)):
            if row not in ours or row not in theirs:
                raise ChartError(f"{file}: {at}.{row}: {'unknown row' if row in theirs else 'is missing'}")
            _check_open(file, f"{at}.{row}", ours[row], theirs[row])
    elif isinstance(theirs, list):
        _check_list(file, at, ours, theirs)
    elif isinstance(theirs, str):
        allowed = _words(at)
        if theirs not in allowed:
            raise ChartError(f"{file}: {at}: {theirs!r} is not one of {', '.join(map(repr, allowed))}")


def _check_list(file: str, at: str, ours: list[Any], theirs: list[Any]) -> None:
    if at == "pitcher_cells":
        if unknown := [code for code in theirs if code not in PITCHER_CODES]:
            raise ChartError(f"{file}: {at}: {unknown[0]!r} is not a cell of a pitcher's card")
    elif at.startswith("lineout."):
        if theirs and not (len(theirs) == 2 and all(isinstance(n, int) and 1 <= n <= 6 for n in theirs)):
            raise ChartError(f"{file}: {at}: must be empty or the lowest and highest of a d6, not {theirs!r}")
    elif len(theirs) != len(ours):
        raise ChartError(f"{file}: {at}: must list {len(ours)} entries, not {len(theirs)}")
    elif at.startswith("failed_roll"):
        for entry in theirs:
            _check_ball(file, at, entry)
    elif not all(isinstance(entry, int) for entry in theirs):
        raise ChartError(f"{file}: {at}: must list whole numbers, not {theirs!r}")


def _check_ball(file: str, at: str, text: Any) -> None:
    try:
        parse_cell(text, "chart")
    except (CellError, TypeError):
        raise ChartError(f"{file}: {at}: {text!r} is not a batted ball such as S9") from None


def _words(at: str) -> tuple[str, ...]:
    if at.startswith("throwing_errors"):
        return ("", "8")
    if at.startswith("man_on_second"):
        return ("advance", "hold", "check")
    return ("P2", "foul") if at == "made.2.P" else ("doubled_off", "chart")


def _check_rare(file: str, at: str, table: Any) -> None:
    """Check that each pair of dice has a row and that at least one row checks for an injury (IP13)."""
    rows = [(red, row) for red in map(str, range(1, 7)) for row in table.get(red, ())]
    for red in map(str, range(1, 7)):
        ends = [row.get("to") for row in table.get(red, ())]
        if not ends or ends[-1] != 6 or sorted(set(ends)) != ends:
            raise ChartError(f"{file}: {at}.{red}: the rows must go up to 6, each higher than the one before")
    for red, row in rows:
        if "ball" in row:
            _check_ball(file, f"{at}.{red}", row["ball"])
        elif row.get("event") not in RARE_EVENTS:
            raise ChartError(f"{file}: {at}.{red}: an event is one of {', '.join(sorted(RARE_EVENTS))}")
        if row.get("hurt", "batter") not in ("batter", "pitcher", "lead_runner", *FIELD_POSITIONS):
            raise ChartError(f"{file}: {at}.{red}: {row['hurt']!r} is not a player who can be injured")
    if not any("hurt" in row for _, row in rows):
        raise ChartError(f"{file}: {at}: no row has an injury check")
