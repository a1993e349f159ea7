"""Load and validate chart files: the standard ones, or a user's replacements."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.chart_display import ChartDisplay, head_notes
from rules_engine.systems.pine_tar.cards.cards import GRADES, Grade, Opportunity, Speed
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.charts.charts import (
    FC_ADVANCES,
    FC_HOLDS,
    FORCE_HOME,
    GDP,
    INFIELD,
    LEAD_OUT,
    LOADED,
    NO_RUNNER_ON_FIRST,
    OUT_ADVANCE,
    OUT_HOLD,
    RUNNER_ON_FIRST,
    BuntRows,
    Charts,
    ErrorRow,
    HitAndRunRow,
    InningsModifier,
    NegativeRange,
    RangeRow,
    RowsByRoll,
    StealRow,
)
from rules_engine.systems.pine_tar.charts.printed_cells import check_printed_cells
from rules_engine.systems.pine_tar.charts.rows import CELLS, FACES, ChartError, Rows

FOLDER: Final = Path(__file__).parent
PURPOSES: Final[Mapping[str, str]] = {
    "hit_location": "hit locations, by batter roll",
    "base_advancement": "bases of runners on a hit",
    "ground_outs": "ground outs with runners on, by the white die",
    "tag": "advancing after a catch",
    "sacrifice": "sacrifice bunts",
    "squeeze": "suicide squeezes",
    "pitcher_modifier": "effects of the pitcher's grade",
    "error": "error checks",
    "steal_opportunity": "steal points and limits",
    "positive_defense": "hits a good fielder may take away",
    "negative_defense": "outs a poor fielder gives away",
    "hit_and_run": "the hit and run",
    "mip_modifiers": "a starter's maximum innings",
    "injury_length": "games missed",
}
PRINTED: Final = frozenset(("base_advancement", "negative_defense"))  # the rules print these charts in full
_FIELD_BY_LETTER = {"L": "lf", "C": "cf", "R": "rf", "I": INFIELD}
_FIELD_BY_LABEL = {"LF": "lf", "CF": "cf", "RF": "rf", "infield": INFIELD}
_POSITION_BY_LABEL = {position.upper(): position for position in ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")}
_GROUND_ROWS = ("GO-P", "GO-C", "GO-1B", "GO-2B", "GO-3B", "GO-SS")
_CODES: Final = {
    RUNNER_ON_FIRST: (GDP, FC_HOLDS, FC_ADVANCES, OUT_ADVANCE),
    NO_RUNNER_ON_FIRST: (LEAD_OUT, OUT_HOLD, OUT_ADVANCE),
    LOADED: (GDP, FORCE_HOME, FC_ADVANCES, OUT_ADVANCE),
}
_BUNT_STATES = {"first": occupied(1), "second": occupied(2), "first_second": occupied(1, 2)}
_SPEEDS: tuple[Speed, ...] = ("S", "M", "F")
_OPPORTUNITIES: tuple[Opportunity, ...] = ("AA", "A", "B", "C", "D", "E", "N")
_MODIFIABLE_KINDS: Final = ("HR", "3B", "2B", "1B", "BB", "SO", "GO")
_MODIFIER = re.compile(r"(runs_allowed|hits_allowed)\s*(>=|<=)\s*(\d{1,2})")
MAX_GAMES_MISSED: Final = 162
_DIGEST_LENGTH: Final = 12
ChartFiles = Mapping[str, Mapping[str, Any]]  # chart name -> parsed file


@cache
def house_charts() -> Charts:
    """Return the standard charts."""
    return load_charts({})


def load_charts(replacements: ChartFiles) -> Charts:
    """Load the standard charts with a user's replacements. Raise ChartError if a file is invalid."""
    if unknown := [name for name in replacements if name not in PURPOSES]:
        raise ChartError(f"{unknown[0]}.toml: unknown chart; choose from {', '.join(PURPOSES)}")
    default_files = {name: read_file(FOLDER / f"{name}.toml") for name in PURPOSES}
    digests = {name: _digest(replacements[name]) for name in replacements if replacements[name] != default_files[name]}
    charts = read_charts({**default_files, **replacements}, digests)
    check_printed_cells(charts)
    return charts


def _digest(file: Mapping[str, Any]) -> str:
    text = json.dumps(file, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


def load_own_charts(folder: Path) -> Charts:
    """Load a directory of replacement charts on top of the standard ones. Raise ChartError if a file is invalid."""
    return load_charts({path.stem: read_file(path) for path in sorted(folder.glob("*.toml"))})


def read_file(path: Path) -> Mapping[str, Any]:
    """Parse a TOML file. Raise ChartError if it's invalid."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise ChartError(f"{path.name}: can't be read: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise ChartError(f"{path.name}: {fault}") from None


def read_charts(files: ChartFiles, digests: Mapping[str, str]) -> Charts:
    """Load and validate every chart. Raise ChartError if a chart is invalid."""

    def read(name: str, reader: Callable[[Rows], Any]) -> Any:
        return reader(Rows(f"{name}.toml", files[name]))

    return Charts(
        hit_location=read("hit_location", _read_hit_location),
        base_advancement=read("base_advancement", _read_base_advancement),
        ground_outs=read("ground_outs", _read_ground_outs),
        tag=read("tag", _read_tag),
        sacrifice=read("sacrifice", _read_sacrifice),
        squeeze=read("squeeze", lambda rows: _read_bunt_rows(rows, "shc_adjust")),
        squeeze_adjust=read("squeeze", lambda rows: rows.number("shc_adjust", -CELLS, 0)),
        pitcher_modifier=read("pitcher_modifier", _read_pitcher_modifier),
        error=read("error", _read_error),
        steal_opportunity=read("steal_opportunity", _read_steal_opportunity),
        positive_range=read("positive_defense", _read_positive_range),
        negative_range=read("negative_defense", _read_negative_range),
        hit_and_run=read("hit_and_run", _read_hit_and_run),
        innings_modifiers=read("mip_modifiers", _read_innings_modifiers),
        injury_length=read("injury_length", _read_injury_length),
        digests=digests,
        files=files,
    )


def display_charts(charts: Charts) -> dict[str, ChartDisplay]:
    """Return all charts in use by name."""
    return {
        name: ChartDisplay(purpose, charts.files[name], name not in PRINTED, name in charts.digests, _notes(name))
        for name, purpose in PURPOSES.items()
    }


def _notes(name: str) -> str:
    return head_notes((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _read_hit_location(rows: Rows) -> tuple[str, ...]:
    if "rows" in rows.rows:
        rows.check_names(("rows",))
        spans = {
            row.location: (row.span("roll", CELLS), row.word("field", _FIELD_BY_LABEL))
            for row in rows.list_rows("rows")
        }
        places = rows.cover_once({place: span for place, (span, _) in spans.items()}, CELLS)
        return tuple(_FIELD_BY_LABEL[spans[place][1]] for place in places)
    rows.check_names(("grid",))
    grid = rows.rows["grid"]
    if not isinstance(grid, list) or len(grid) != FACES:
        raise rows.fault("grid", f"must list {FACES} rows, one for each red die")
    for red, letters in enumerate(grid):
        if not isinstance(letters, str) or len(letters) != FACES or not set(letters) <= set(_FIELD_BY_LETTER):
            raise rows.fault(
                f"grid, red {red}", f"must be {FACES} letters of {', '.join(_FIELD_BY_LETTER)}, not {letters!r}"
            )
    return tuple(_FIELD_BY_LETTER[letter] for letters in grid for letter in letters)


def _read_base_advancement(rows: Rows) -> Mapping[str, Mapping[Speed, int]]:
    rows.check_names(("odd", "even", "doubled"))
    return {name: {speed: row.number(speed, 1, 2) for speed in _SPEEDS} for name, row in rows.tables()}


def _read_ground_outs(rows: Rows) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """PTA11: Load the groundout tables. With the bases loaded, GO-2 replaces FC R3H."""
    rows.check_names(tuple(_CODES))
    return {name: _read_ground_table(table, _CODES[name]) for name, table in rows.tables()}


def _read_ground_table(table: Rows, codes: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    table.check_names(_GROUND_ROWS)
    results = {}
    for name, row in table.tables():
        row.check_names(codes, ())
        results[_POSITION_BY_LABEL[name[3:]]] = row.cover_once(
            {code: row.span(code, FACES) for code in row.rows}, FACES
        )
    return results


def _read_tag(rows: Rows) -> Mapping[str, Mapping[int, int]]:
    rows.check_names(("LF", "CF", "RF"))
    bases = {"second": 2, "third": 3}
    for name, row in rows.tables():
        row.check_names(("third",) if name == "LF" else tuple(bases))
    return {
        name.lower(): {bases[base]: row.number(base, 0, CELLS - 1) for base in row.rows} for name, row in rows.tables()
    }


def _read_sacrifice(rows: Rows) -> Mapping[int, BuntRows]:
    rows.check_names(tuple(_BUNT_STATES))
    return {_BUNT_STATES[name]: _read_bunt_rows(row) for name, row in rows.tables()}


def _read_bunt_rows(rows: Rows, *extra_names: str) -> BuntRows:
    texts = ("success_even", "success_odd", "success_doubled", "fail_even", "fail_odd", "fail_doubled")
    rows.check_names((*texts, "equal_error_fielder", *extra_names))
    for name in texts:
        if not isinstance(rows.rows[name], str):
            raise rows.fault(name, f"must be text, not {rows.rows[name]!r}")
    fielder = _POSITION_BY_LABEL[rows.word("equal_error_fielder", _POSITION_BY_LABEL)]
    return BuntRows(error_fielder=fielder, **{name: str(rows.rows[name]) for name in texts})


def _read_pitcher_modifier(rows: Rows) -> Mapping[str, Mapping[Grade, str]]:
    """PTG4: Load the grade changes. A missing A+ follows A."""
    rows.check_names(_MODIFIABLE_KINDS, ())
    results: dict[str, Mapping[Grade, str]] = {}
    for name, row in rows.tables():
        row.check_names(GRADES, ())
        grades = {cast(Grade, grade): row.word(grade, _MODIFIABLE_KINDS) for grade in row.rows}
        results[name] = {"A+": grades["A"], **grades} if "A" in grades else grades
    return results


def _read_error(rows: Rows) -> RowsByRoll[ErrorRow]:
    rows.check_names(("rows",))
    results: dict[str, tuple[range, ErrorRow]] = {}
    for row in rows.list_rows("rows"):
        row.check_names(("roll", "pos", "rs"))
        written = row.word("rs", ("1*", "2", "1", "2*"))
        row_values = ErrorRow(
            _POSITION_BY_LABEL[row.word("pos", _POSITION_BY_LABEL)], int(written[0]), written.endswith("*")
        )
        results[row.location] = row.span("roll", CELLS), row_values
    places = rows.cover_once({place: span for place, (span, _) in results.items()}, CELLS)
    return RowsByRoll(results[place][1] for place in places)


def _read_steal_opportunity(rows: Rows) -> Mapping[Opportunity, StealRow]:
    rows.check_names(_OPPORTUNITIES)
    results: dict[Opportunity, StealRow] = {}
    for name, row in rows.tables():
        row.check_names(
            ("points", "points_extra_innings", "first_inning", "per_game", "per_series", "hit_and_run"),
            ("hit_and_run",) if name == "N" else ("points", "hit_and_run"),
        )
        points = row.optional_number("points", 0, FACES)
        extra = row.optional_number("points_extra_innings", 0, FACES)
        results[cast(Opportunity, name)] = StealRow(
            points=points,
            points_extra_innings=points if extra is None else extra,
            first_inning=row.optional_number("first_inning", 1, CELLS) or 1,
            per_game=row.optional_number("per_game", 0, CELLS),
            per_series=row.optional_number("per_series", 0, CELLS),
            hit_and_run=row.switch("hit_and_run"),
        )
    return results


def _read_positive_range(rows: Rows) -> RowsByRoll[RangeRow]:
    rows.check_names(("rows",))
    results: dict[str, tuple[range, RangeRow]] = {}
    for row in rows.list_rows("rows"):
        row.check_names(("roll", "fielder", "pos", "neu_neg"))
        fielders = _fielder_by_hit(row)
        row_values = RangeRow(fielders, row.word("pos", ("GO", "FO")), _location_by_fielder(row, fielders))
        for fielder in fielders.values():
            if (fielder in ("lf", "cf", "rf")) != (row_values.success == "FO"):
                raise row.fault("pos", f"a ball to {fielder.upper()} cannot be a {row_values.success}")
        results[row.location] = row.span("roll", CELLS), row_values
    places = rows.cover_once({place: span for place, (span, _) in results.items()}, CELLS)
    return RowsByRoll(results[place][1] for place in places)


def _fielder_by_hit(row: Rows) -> Mapping[str, str]:
    """Return the fielder for each kind of hit."""
    hits = [hit for hit in HITS if hit != "HR"]
    if isinstance(row.rows["fielder"], str):
        return dict.fromkeys(hits, _POSITION_BY_LABEL[row.word("fielder", _POSITION_BY_LABEL)])
    values = row.table("fielder")
    values.check_names(hits)
    return {hit: _POSITION_BY_LABEL[values.word(hit, _POSITION_BY_LABEL)] for hit in hits}


def _location_by_fielder(row: Rows, fielders: Mapping[str, str]) -> Mapping[str, str]:
    if isinstance(row.rows["neu_neg"], str):
        return dict.fromkeys(fielders.values(), _FIELD_BY_LABEL[row.word("neu_neg", _FIELD_BY_LABEL)])
    values = row.table("neu_neg")
    values.check_names(tuple(dict.fromkeys(fielder.upper() for fielder in fielders.values())))
    return {
        _POSITION_BY_LABEL[fielder]: _FIELD_BY_LABEL[values.word(fielder, _FIELD_BY_LABEL)] for fielder in values.rows
    }


def _read_negative_range(rows: Rows) -> NegativeRange:
    rows.check_names(("rolls", "GO", "FO", "advance"))
    for name, location in (("GO", "infield"), ("FO", "same outfield")):
        row = rows.table(name)
        row.word("hit", ("1B",))
        row.word("location", (location,))
    advance = rows.table("advance")
    normal, with_two_outs = advance.number("outs_0_1", 1, 3), advance.number("outs_2", 1, 3)
    return NegativeRange(frozenset(rows.numbers("rolls", 2, 0, CELLS - 1)), (normal, normal, with_two_outs))


def _read_hit_and_run(rows: Rows) -> HitAndRunRow:
    numbers = ("batter_roll", "batter_roll_max", "ground_out_white", "white_cap")
    rows.check_names((*numbers, "skip_on_modifier_rolls", "on_hit", "on_strikeout"))
    rows.word("on_strikeout", ("steal",))
    if not rows.switch("skip_on_modifier_rolls"):
        raise rows.fault("skip_on_modifier_rolls", "the rules print true: the pitcher's modifier comes first")
    class_up = rows.word("on_hit", ("speed_class_plus_1", "none")) == "speed_class_plus_1"
    return HitAndRunRow(
        rows.number("batter_roll", 0, FACES),
        rows.number("batter_roll_max", 0, CELLS - 1),
        rows.number("ground_out_white", 0, FACES),
        rows.number("white_cap", 0, FACES - 1),
        class_up,
    )


def _read_innings_modifiers(rows: Rows) -> tuple[InningsModifier, ...]:
    rows.check_names(("rows",))
    results = []
    for row in rows.list_rows("rows"):
        row.check_names(("if", "delta"))
        match = _MODIFIER.fullmatch(str(row.rows["if"]))
        if not match:
            raise row.fault("if", f"must be like runs_allowed>=5 or hits_allowed<=3, not {row.rows['if']!r}")
        results.append(InningsModifier(match[1], match[2] == ">=", int(match[3]), row.number("delta", -3, 3)))
    return tuple(results)


def _read_injury_length(rows: Rows) -> Mapping[str, tuple[int, ...]]:
    for letter in rows.rows:
        if len(letter) != 1 or not letter.isupper():
            raise rows.fault(letter, "name each row with one capital letter")
    return {letter: rows.numbers(letter, FACES, 0, MAX_GAMES_MISSED) for letter in rows.rows}
