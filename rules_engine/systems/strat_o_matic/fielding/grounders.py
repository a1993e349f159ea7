"""Groundballs: chart cells, and their results for the batter and the runners (4, 15, 20)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules_engine.baseball.bases import (
    BATTER,
    EMPTY,
    FIRST,
    SECOND,
    STATE_NAMES,
    THIRD,
    forced,
    is_on,
    lead_runner,
)
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Play, advance, settle, stay
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance, decide_chance
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)
from rules_engine.systems.strat_o_matic.fielding.infield import CORNERS, fielder_position
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

Source = Literal["card", "x"]
PRINTED_CHART = "groundballs_t15"
TABLES = ("card_back", "card_in", "x_back", "x_in")

HOLD = Option("hold", "T15.0", "The lead runner stays, and the batter is out.")
FIRST_BASE = Option("first", "T15.0", "Take the batter at first; all runners move up.")


@dataclass(frozen=True, slots=True)
class GroundballChart:
    """T15.0: the result codes by chart part, bases int and column."""

    title: str
    tables: Mapping[str, tuple[tuple[str, ...], ...]]

    def code(self, source: Source, position: str, state: int, column: int) -> str:
        """Return the result code, or "Batter" with the bases empty.

        `position` is "back" or "in". Columns 0..2 are A, B, C or G1, G2, G3.
        """
        return self.tables[f"{source}_{position}"][state][column]


@cached_per_chart_set
def load_groundball_chart(chart: ChartSource) -> GroundballChart:
    """Load and check a chart by name or path. Raise ChartError if it is invalid."""
    rows = read_chart(chart)
    rows.require_rows("title", *TABLES)
    return GroundballChart(rows.text("title"), {name: _results(rows.table(name)) for name in TABLES})


def _results(table: ChartTable) -> tuple[tuple[str, ...], ...]:
    table.require_rows(*STATE_NAMES[1:])
    return (("Batter",) * 3, *(_row(table, state) for state in STATE_NAMES[1:]))


def _row(table: ChartTable, state: str) -> tuple[str, ...]:
    codes = table.words(state, 3, CODES)
    for place, code in enumerate(codes, start=1):
        if missing := [base for base in PUT_OUT.get(code, ()) if base not in state]:
            raise table.invalid(state, f"entry {place}, {code!r}, needs a runner on {' and '.join(missing)}")
    return codes


@dataclass(frozen=True, slots=True)
class Grounder:
    """A groundball to resolve: its fielder, and A, B, C or G1, G2, G3 as column 0..2."""

    fielder: str
    column: int
    source: Source


def groundball_code(ruleset: Ruleset, situation: Situation, ball: Grounder) -> str:
    """4.1, 15.0, 20.8: return the result code for a card's groundball, or for a G1, G2 or G3 of the X chart."""
    chart = load_groundball_chart(ruleset.grounders.chart)
    return chart.code(ball.source, chart_portion(ruleset, situation, ball), situation.state, ball.column)


def chart_portion(ruleset: Ruleset, situation: Situation, ball: Grounder) -> str:
    """15.3: return "back" or "in", the part of the chart that applies to this fielder.

    With only the corners in and third base open, it is "back". SS9.1: for an X chance it is always "back".
    """
    card, rules = ball.source == "card", ruleset.grounders
    if rules.x_plays_back and not card:
        return "back"
    alone = situation.infield == "corners_in" and card and ball.fielder in CORNERS
    if alone and rules.corners_back_without_third and not is_on(situation.state, THIRD):
        return "back"
    return fielder_position(ruleset, situation.infield, ball.fielder, situation.state, card=card)


def resolve_grounder(game_input: GameInput, ruleset: Ruleset, situation: Situation, ball: Grounder) -> Play:
    """4.1, 15.0, 20.0: resolve a groundball with its decisions and throws."""
    rule = "T15.0" if ruleset.grounders.chart == PRINTED_CHART else "4.1"
    if situation.outs == 2 or situation.state == EMPTY:
        to = tuple(stay(situation.state, OUT))
        return _settled(rule, ball.fielder, "Batter", to, situation.outs)
    code = groundball_code(ruleset, situation, ball)
    return _settled(rule, ball.fielder, code, tuple(CODES[code](game_input, situation, ball)), situation.outs)


@cache
def _settled(rule: str, fielder: str, code: str, to: tuple[int, ...], outs: int) -> Play:
    kind = "groundout" if to[BATTER] == OUT else "fielders_choice"
    return settle(Play(kind, (to[0], to[1], to[2], to[3]), rule, fielder, code), outs)


def _batter(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    to = stay(situation.state, OUT)
    for start in forced(situation.state):
        to[start] = start + 1
    return to


def _runners_advance(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    return advance(situation.state, 1, OUT)


def _deep(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    """15.32: advance the runners on a ball to second or short, with both infielders back; otherwise they hold."""
    return advance(situation.state, 1, OUT) if ball.fielder in ("2b", "ss") else stay(situation.state, OUT)


def _right_on_card(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    """15.31: move a lone runner from second to third on a ball to the right side; otherwise he holds."""
    return advance(situation.state, 1, OUT) if ball.fielder in ("1b", "2b") else stay(situation.state, OUT)


def _right_on_x(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    if ball.fielder == "3b":
        return stay(situation.state, OUT)
    if ball.fielder in ("1b", "2b"):
        return advance(situation.state, 1, OUT)
    return _decide(game_input, situation, ball)


def may_send_lead(situation: Situation, fielder: str) -> bool:
    """T15.0 Decide: return whether the lead runner may be sent.

    He can't be sent from third on a ball to the catcher.
    """
    return not (fielder == "c" and is_on(situation.state, THIRD))


def lead_chance_on_decide(situation: Situation, fielder: str) -> SafeChance:
    return decide_chance(situation.running[lead_runner(situation.state)], situation.fielder(fielder).range)


def _decide(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    if not may_send_lead(situation, ball.fielder):
        return stay(situation.state, OUT)
    safe = lead_chance_on_decide(situation, ball.fielder).safe
    start = lead_runner(situation.state)
    text = f"The lead runner goes, safe on 1-{safe} if thrown at."
    send = Option("send", "T15.0", text, safe, start=start, target=start + 1)
    if game_input.ask("offence", "send_lead", (HOLD, send)) == "hold":
        return stay(situation.state, OUT)
    text = f"Throw for the lead runner, safe on 1-{safe}; the batter is safe."
    throw = Option("lead", "T15.0", text, safe, start=start, target=start + 1)
    if game_input.ask("defence", "throw", (FIRST_BASE, throw)) == "first":
        return advance(situation.state, 1, OUT)
    to = advance(situation.state, 1, FIRST)
    if game_input.roll("lead", 20) > safe:
        to[lead_runner(situation.state)] = OUT
    return to


def _force(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    return _with_out(advance(situation.state, 1, FIRST), FIRST)


def _lead_runner_out(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    return _with_out(advance(situation.state, 1, FIRST), lead_runner(situation.state))


def _second_to_first(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    return _with_out(advance(situation.state, 1, OUT), FIRST)


def _third_to_second(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    if ball.fielder not in ("c", "3b"):
        return _second_to_first(game_input, situation, ball)
    return _with_out(advance(situation.state, 1, FIRST), FIRST, SECOND)


def _home_to_first(game_input: GameInput, situation: Situation, ball: Grounder) -> list[int]:
    return _with_out(advance(situation.state, 1, OUT), THIRD)


def _with_out(to: list[int], *starts: int) -> list[int]:
    for start in starts:
        to[start] = OUT
    return to


Resolver = Callable[[GameInput, Situation, Grounder], list[int]]
CODES: dict[str, Resolver] = {
    "Batter": _batter,
    "Runadv": _runners_advance,
    "Deep": _deep,
    "RightC": _right_on_card,
    "RightX": _right_on_x,
    "Decide": _decide,
    "Force": _force,
    "Leadr": _lead_runner_out,
    "DP43": _second_to_first,
    "DP54": _third_to_second,
    "DP23": _home_to_first,
}

# the bases, as named in charts, at which a code may put out runners
PUT_OUT: dict[str, str] = {"Force": "1", "DP43": "1", "DP54": "12", "DP23": "3"}

# Rule 15.33 has the number for this play result. The page with the other numbers isn't printed.
PLAY_RESULTS = {"DP23": 9}
