"""Chart files read: ours, or a user's own in place of ours, each row checked before it is believed."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from rules_engine.baseball.bases import occupied
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
    ByRoll,
    Charts,
    DefenceRow,
    ErrorRow,
    HitAndRunRow,
    InningsModifier,
    NegativeDefence,
    StealRow,
)
from rules_engine.systems.pine_tar.charts.known import check_known
from rules_engine.systems.pine_tar.charts.rows import CELLS, FACES, ChartError, Rows

FOLDER: Final = Path(__file__).parent
PURPOSES: Final[Mapping[str, str]] = {
    "hit_location": "where a hit goes, by the batter roll",
    "base_advancement": "bases of runners on a hit",
    "ground_outs": "ground outs with runners on, by the white die",
    "tag": "advancing after a catch",
    "sacrifice": "sacrifice bunts",
    "squeeze": "suicide squeezes",
    "pitcher_modifier": "what the pitcher's grade changes",
    "error": "error checks",
    "steal_opportunity": "steal points and limits",
    "positive_defense": "hits that a good fielder may take away",
    "negative_defense": "outs that a poor fielder gives away",
    "hit_and_run": "the hit and run",
    "mip_modifiers": "a starter's maximum of innings",
    "injury_length": "games missed",
}
_PLACES = {"L": "lf", "C": "cf", "R": "rf", "I": INFIELD}
_FIELDS = {"LF": "lf", "CF": "cf", "RF": "rf", "infield": INFIELD}
_FIELDERS = {position.upper(): position for position in ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")}
_GROUND_ROWS = ("GO-P", "GO-C", "GO-1B", "GO-2B", "GO-3B", "GO-SS")
_CODES: Final = {
    RUNNER_ON_FIRST: (GDP, FC_HOLDS, FC_ADVANCES, OUT_ADVANCE),
    NO_RUNNER_ON_FIRST: (LEAD_OUT, OUT_HOLD, OUT_ADVANCE),
    LOADED: (GDP, FORCE_HOME, FC_ADVANCES, OUT_ADVANCE),
}
_BUNT_STATES = {"first": occupied(1), "second": occupied(2), "first_second": occupied(1, 2)}
_SPEEDS: tuple[Speed, ...] = ("S", "M", "F")
_OPPORTUNITIES: tuple[Opportunity, ...] = ("AA", "A", "B", "C", "D", "E", "N")
_MODIFIED: Final = ("HR", "3B", "2B", "1B", "BB", "SO", "GO")
_MODIFIER = re.compile(r"(runs_allowed|hits_allowed)\s*(>=|<=)\s*(\d{1,2})")
MOST_GAMES: Final = 162
_DIGEST_LENGTH: Final = 12
Files = Mapping[str, Mapping[str, Any]]  # name of a chart -> what its file holds


@cache
def house_charts() -> Charts:
    """Our own."""
    return load_charts({})


def load_charts(own: Files) -> Charts:
    """Ours with a user's own in place of those of the same name. Raises ChartError with file, row and fault."""
    if strange := [name for name in own if name not in PURPOSES]:
        raise ChartError(f"{strange[0]}.toml: there is no such chart; there are {', '.join(PURPOSES)}")
    ours = {name: read_file(FOLDER / f"{name}.toml") for name in PURPOSES}
    digests = {name: _digest(own[name]) for name in own if own[name] != ours[name]}
    charts = read_charts({**ours, **own}, digests)
    check_known(charts)
    return charts


def _digest(file: Mapping[str, Any]) -> str:
    text = json.dumps(file, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


def load_own_charts(folder: Path) -> Charts:
    """A user's folder of charts over ours. Raises ChartError."""
    return load_charts({path.stem: read_file(path) for path in sorted(folder.glob("*.toml"))})


def read_file(path: Path) -> Mapping[str, Any]:
    """What a file holds, whatever it is. Raises ChartError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise ChartError(f"{path.name}: cannot be read: {fault.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise ChartError(f"{path.name}: {fault}") from None


def read_charts(files: Files, digests: Mapping[str, str]) -> Charts:
    """Every table from what its file holds; each row checked. Raises ChartError."""

    def made(name: str, reader: Callable[[Rows], Any]) -> Any:
        return reader(Rows(f"{name}.toml", files[name]))

    return Charts(
        hit_location=made("hit_location", _hit_location),
        base_advancement=made("base_advancement", _base_advancement),
        ground_outs=made("ground_outs", _ground_outs),
        tag=made("tag", _tag),
        sacrifice=made("sacrifice", _sacrifice),
        squeeze=made("squeeze", lambda rows: _bunt_rows(rows, "shc_adjust")),
        squeeze_adjust=made("squeeze", lambda rows: rows.number("shc_adjust", -CELLS, 0)),
        pitcher_modifier=made("pitcher_modifier", _pitcher_modifier),
        error=made("error", _error),
        steal_opportunity=made("steal_opportunity", _steal_opportunity),
        positive_defence=made("positive_defense", _positive_defence),
        negative_defence=made("negative_defense", _negative_defence),
        hit_and_run=made("hit_and_run", _hit_and_run),
        innings_modifiers=made("mip_modifiers", _innings_modifiers),
        injury_length=made("injury_length", _injury_length),
        digests=digests,
    )


def _hit_location(rows: Rows) -> tuple[str, ...]:
    if "rows" in rows.rows:
        rows.only(("rows",))
        spans = {row.place: (row.span("roll", CELLS), row.word("field", _FIELDS)) for row in rows.listed("rows")}
        places = rows.once({place: span for place, (span, _) in spans.items()}, CELLS)
        return tuple(_FIELDS[spans[place][1]] for place in places)
    rows.only(("grid",))
    grid = rows.rows["grid"]
    if not isinstance(grid, list) or len(grid) != FACES:
        raise rows.fault("grid", f"must list {FACES} rows, one for each red die")
    for red, letters in enumerate(grid):
        if not isinstance(letters, str) or len(letters) != FACES or not set(letters) <= set(_PLACES):
            raise rows.fault(f"grid, red {red}", f"must be {FACES} letters of {', '.join(_PLACES)}, not {letters!r}")
    return tuple(_PLACES[letter] for letters in grid for letter in letters)


def _base_advancement(rows: Rows) -> Mapping[str, Mapping[Speed, int]]:
    rows.only(("odd", "even", "doubled"))
    return {name: {speed: row.number(speed, 1, 2) for speed in _SPEEDS} for name, row in rows.tables()}


def _ground_outs(rows: Rows) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """PTA11: with the bases loaded GO-2 stands in the place of FC R3H."""
    rows.only(tuple(_CODES))
    return {name: _ground_table(table, _CODES[name]) for name, table in rows.tables()}


def _ground_table(table: Rows, codes: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    table.only(_GROUND_ROWS)
    found = {}
    for name, row in table.tables():
        row.only(codes, ())
        found[_FIELDERS[name[3:]]] = row.once({code: row.span(code, FACES) for code in row.rows}, FACES)
    return found


def _tag(rows: Rows) -> Mapping[str, Mapping[int, int]]:
    rows.only(("LF", "CF", "RF"))
    bases = {"second": 2, "third": 3}
    for name, row in rows.tables():
        row.only(("third",) if name == "LF" else tuple(bases))
    return {
        name.lower(): {bases[base]: row.number(base, 0, CELLS - 1) for base in row.rows} for name, row in rows.tables()
    }


def _sacrifice(rows: Rows) -> Mapping[int, BuntRows]:
    rows.only(tuple(_BUNT_STATES))
    return {_BUNT_STATES[name]: _bunt_rows(row) for name, row in rows.tables()}


def _bunt_rows(rows: Rows, *more: str) -> BuntRows:
    texts = ("success_even", "success_odd", "success_doubled", "fail_even", "fail_odd", "fail_doubled")
    rows.only((*texts, "equal_error_fielder", *more))
    for name in texts:
        if not isinstance(rows.rows[name], str):
            raise rows.fault(name, f"must be a text, not {rows.rows[name]!r}")
    fielder = _FIELDERS[rows.word("equal_error_fielder", _FIELDERS)]
    return BuntRows(error_fielder=fielder, **{name: str(rows.rows[name]) for name in texts})


def _pitcher_modifier(rows: Rows) -> Mapping[str, Mapping[Grade, str]]:
    """PTG4: without an A+ the A counts; what is missing changes nothing."""
    rows.only(_MODIFIED, ())
    found: dict[str, Mapping[Grade, str]] = {}
    for name, row in rows.tables():
        row.only(GRADES, ())
        grades = {cast(Grade, grade): row.word(grade, _MODIFIED) for grade in row.rows}
        found[name] = {"A+": grades["A"], **grades} if "A" in grades else grades
    return found


def _error(rows: Rows) -> ByRoll[ErrorRow]:
    rows.only(("rows",))
    found: dict[str, tuple[range, ErrorRow]] = {}
    for row in rows.listed("rows"):
        row.only(("roll", "pos", "rs"))
        written = row.word("rs", ("1*", "2", "1", "2*"))
        made = ErrorRow(_FIELDERS[row.word("pos", _FIELDERS)], int(written[0]), written.endswith("*"))
        found[row.place] = row.span("roll", CELLS), made
    places = rows.once({place: span for place, (span, _) in found.items()}, CELLS)
    return ByRoll(found[place][1] for place in places)


def _steal_opportunity(rows: Rows) -> Mapping[Opportunity, StealRow]:
    rows.only(_OPPORTUNITIES)
    found: dict[Opportunity, StealRow] = {}
    for name, row in rows.tables():
        row.only(
            ("points", "points_extra_innings", "first_inning", "per_game", "per_series", "hit_and_run"),
            ("hit_and_run",) if name == "N" else ("points", "hit_and_run"),
        )
        points = row.optional_number("points", 0, FACES)
        extra = row.optional_number("points_extra_innings", 0, FACES)
        found[cast(Opportunity, name)] = StealRow(
            points=points,
            points_extra_innings=points if extra is None else extra,
            first_inning=row.optional_number("first_inning", 1, CELLS) or 1,
            per_game=row.optional_number("per_game", 0, CELLS),
            per_series=row.optional_number("per_series", 0, CELLS),
            hit_and_run=row.switch("hit_and_run"),
        )
    return found


def _positive_defence(rows: Rows) -> ByRoll[DefenceRow]:
    rows.only(("rows",))
    found: dict[str, tuple[range, DefenceRow]] = {}
    for row in rows.listed("rows"):
        row.only(("roll", "fielder", "pos", "neu_neg"))
        fielders = _by_hit(row)
        made = DefenceRow(fielders, row.word("pos", ("GO", "FO")), _past(row, fielders))
        for fielder in fielders.values():
            if (fielder in ("lf", "cf", "rf")) != (made.success == "FO"):
                raise row.fault("pos", f"a ball to {fielder.upper()} cannot be a {made.success}")
        found[row.place] = row.span("roll", CELLS), made
    places = rows.once({place: span for place, (span, _) in found.items()}, CELLS)
    return ByRoll(found[place][1] for place in places)


def _by_hit(row: Rows) -> Mapping[str, str]:
    """The fielder of a row, for each kind of hit."""
    hits = [hit for hit in HITS if hit != "HR"]
    if isinstance(row.rows["fielder"], str):
        return dict.fromkeys(hits, _FIELDERS[row.word("fielder", _FIELDERS)])
    named = row.table("fielder")
    named.only(hits)
    return {hit: _FIELDERS[named.word(hit, _FIELDERS)] for hit in hits}


def _past(row: Rows, fielders: Mapping[str, str]) -> Mapping[str, str]:
    if isinstance(row.rows["neu_neg"], str):
        return dict.fromkeys(fielders.values(), _FIELDS[row.word("neu_neg", _FIELDS)])
    named = row.table("neu_neg")
    named.only(tuple(dict.fromkeys(fielder.upper() for fielder in fielders.values())))
    return {_FIELDERS[fielder]: _FIELDS[named.word(fielder, _FIELDS)] for fielder in named.rows}


def _negative_defence(rows: Rows) -> NegativeDefence:
    rows.only(("rolls", "GO", "FO", "advance"))
    for name, location in (("GO", "infield"), ("FO", "same outfield")):
        row = rows.table(name)
        row.word("hit", ("1B",))
        row.word("location", (location,))
    advance = rows.table("advance")
    usual, with_two_outs = advance.number("outs_0_1", 1, 3), advance.number("outs_2", 1, 3)
    return NegativeDefence(frozenset(rows.numbers("rolls", 2, 0, CELLS - 1)), (usual, usual, with_two_outs))


def _hit_and_run(rows: Rows) -> HitAndRunRow:
    numbers = ("batter_roll", "batter_roll_max", "ground_out_white", "white_cap")
    rows.only((*numbers, "skip_on_modifier_rolls", "on_hit", "on_strikeout"))
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


def _innings_modifiers(rows: Rows) -> tuple[InningsModifier, ...]:
    rows.only(("rows",))
    found = []
    for row in rows.listed("rows"):
        row.only(("if", "delta"))
        matched = _MODIFIER.fullmatch(str(row.rows["if"]))
        if not matched:
            raise row.fault("if", f"must be like runs_allowed>=5 or hits_allowed<=3, not {row.rows['if']!r}")
        found.append(InningsModifier(matched[1], matched[2] == ">=", int(matched[3]), row.number("delta", -3, 3)))
    return tuple(found)


def _injury_length(rows: Rows) -> Mapping[str, tuple[int, ...]]:
    for letter in rows.rows:
        if len(letter) != 1 or not letter.isupper():
            raise rows.fault(letter, "a row is called by one capital letter")
    return {letter: rows.numbers(letter, FACES, 0, MOST_GAMES) for letter in rows.rows}
