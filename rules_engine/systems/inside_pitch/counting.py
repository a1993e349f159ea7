"""Exact counts for cards: the frequency of each result of a pitcher's card and a second card with the bases empty."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import Rates
from rules_engine.systems.inside_pitch.cells import HITS, Cell, parse_cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup
from rules_engine.systems.inside_pitch.ranges import Range

FACES: Final = 20
AVERAGE_RANGE: Final = 0.5  # share of range plays made by a fielder with range 3
Counts = dict[str, float]  # result -> share: S, D, T, HR, W, HBP, K; the remainder of 1 is outs
RESULTS: Final = ("S", "D", "T", "HR", "W", "HBP", "K")
_ROUTES: Final[Mapping[str, tuple[str, str]]] = {
    "": ("batter", ""),
    "(S1)": ("batter", ""),  # while he isn't tired
    "@": ("park", ""),
    "E?": ("batter", "error"),
    "ET?": ("batter", "error"),
    "EG?": ("batter", "error"),
    "RP": ("batter", "range"),
    "RP@": ("park", "range"),
}


class Routes(NamedTuple):
    """The results that a pitcher's card settles, and how often it leads to each second card and check."""

    settled: Counts
    routes: Mapping[tuple[str, str], float]


def d20_chance(rating: float) -> float:
    """Return the chance that a d20 is at most this number."""
    return min(max(rating, 0.0), FACES) / FACES


def range_chance(span: Range) -> float:
    return (span[1] - span[0] + 1) / FACES if span else 0.0


def pitcher_routes(cells: Sequence[str], matchup: Matchup) -> Routes:
    """Return the routes for one side of a rested pitcher's card. WLD is rolled again."""
    settled = dict.fromkeys((*RESULTS, "out"), 0.0)
    routes: dict[tuple[str, str], float] = {}
    rolled = [code for code in cells if code != "WLD"] or [""]
    for code in rolled:
        result, chance = _immediate_result(code, matchup)
        settled[result or "out"] += chance / len(rolled)
        route = _ROUTES.get(code, ("batter", ""))
        routes[route] = routes.get(route, 0.0) + (1 - chance) / len(rolled)
    return Routes(settled, routes)


def _immediate_result(code: str, matchup: Matchup) -> tuple[str, float]:
    """Return the result that a cell may settle immediately, and its chance."""
    if code in _ROUTES:
        return "", 0.0
    if code in ("S1", "**"):
        return ("S" if code == "S1" else ""), 1.0
    if code == "(??)":
        return ("S" if matchup.split_gives == "S1" else ""), range_chance(matchup.split)
    if code == "HBP":
        return "HBP", d20_chance(matchup.hbp)
    if code in ("HR", "HR?"):
        return "HR", d20_chance(matchup.hr) * (range_chance(matchup.hr_range) if code == "HR?" else 1.0)
    plus = PLUS_BONUS if code.endswith("+") else 0
    return ("K", d20_chance(matchup.k + plus)) if code[0] == "K" else ("W", d20_chance(matchup.w + plus))


def count_results(charts: Charts, matchup: Matchup, br: int = 3, routes: Routes | None = None) -> Counts:
    """Return the share of each result of a plate appearance with average fielders."""
    settled, second_routes = routes or pitcher_routes(matchup.pitcher_cells, matchup)
    total = dict(settled)
    for (card, check), weight in second_routes.items():
        cells = matchup.batter_cells if card == "batter" else matchup.park_cells
        for cell in cells:
            for result, chance in count_cell(charts, matchup, cell, check, br, at_park=card == "park").items():
                total[result] = total.get(result, 0.0) + chance * weight / len(cells)
    return total


def count_cell(charts: Charts, matchup: Matchup, cell: Cell, check: str, br: int, *, at_park: bool) -> Counts:
    """Return the share of each result for a cell on the second card."""
    total: Counts = {}
    for ball, chance in _possible_balls(charts, matchup, cell, at_park=at_park):
        for result, part in _ball_counts(charts, matchup, ball, check, br):
            total[result] = total.get(result, 0.0) + chance * part
    return total


def _possible_balls(charts: Charts, matchup: Matchup, cell: Cell, *, at_park: bool) -> Iterable[tuple[Cell, float]]:
    """Yield a cell's possible types of ball with their chances."""
    if cell.kind == "**":
        yield (matchup.line[cell.fielder - 1] if matchup.line else Cell("G", 1)), 1.0
    elif cell.kind == "?":
        for kind in matchup.park_hits if at_park else matchup.hits:
            homerun = d20_chance(matchup.hr) if kind == "[HR]" else 1.0 if kind == "HR" else 0.0
            if homerun:
                yield Cell("H"), homerun / FACES
            yield Cell("F" if kind in ("[HR]", "HR") else kind, cell.fielder), (1 - homerun) / FACES
    elif cell.kind == "[HR]":
        yield Cell("H"), d20_chance(matchup.hr)
        yield Cell("F", cell.fielder), 1 - d20_chance(matchup.hr)
    elif cell.kind == "":
        yield from _rare_play_counts(charts)
    else:
        yield cell, 1.0


def _rare_play_counts(charts: Charts) -> Iterable[tuple[Cell, float]]:
    """Yield the results of a rare play with the bases empty."""
    for rows in charts.rare_plays["empty"].values():
        before = 0
        for row in rows:
            chance, before = (row.to - before) / 36, row.to
            event = {"inside_the_park": Cell("H"), "third_strike": Cell("K")}.get(row.event, Cell("rare"))
            yield row.ball or event, chance


def _ball_counts(charts: Charts, matchup: Matchup, ball: Cell, check: str, br: int) -> Iterable[tuple[str, float]]:
    """Yield a ball's results after Special K and a range check. Errors don't take hits away."""
    if ball.kind in ("H", "W", "K", "rare"):
        yield {"H": "HR", "W": "W", "K": "K"}.get(ball.kind, "out"), 1.0
        return
    if check == "range":
        for text, chance in (
            (charts.range_made.get(ball.code, ball.code), AVERAGE_RANGE),
            *_failed_range_balls(charts, ball),
        ):
            yield from _ball_result(text, chance, br)
        return
    special = range_chance(matchup.special_k) if not check and ball.kind not in HITS else 0.0
    yield "K", special
    yield from _ball_result(ball.code, 1 - special, br)


def _failed_range_balls(charts: Charts, ball: Cell) -> Iterable[tuple[str, float]]:
    text = charts.range_failed.get(ball.code, ball.code)
    if not text.startswith("#"):
        return [(text, 1 - AVERAGE_RANGE)]
    row = charts.failed_rolls[text[1:]]
    return [(entry, (1 - AVERAGE_RANGE) / len(row)) for entry in row]


def _ball_result(text: str, chance: float, br: int) -> Iterable[tuple[str, float]]:
    """Yield a ball's results. A foul popup counts as an out."""
    ball = Cell("P", 2) if text == "foul" else parse_cell(text, "chart")
    if ball.kind == "S+":
        double = min(max(br, 0), 6) / 6
        yield "D", chance * double
        yield "S", chance * (1 - double)
    else:
        yield (ball.kind if ball.kind in HITS else "out"), chance


def result_rates(total: Counts) -> Rates:
    """Return the counts as rates per plate appearance."""
    return Rates(*(total[result] for result in ("S", "D", "T", "HR", "W", "HBP", "K")))
