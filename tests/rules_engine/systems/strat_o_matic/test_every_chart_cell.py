"""The rules use every cell of the groundball and fielding charts, with the results in an independent table."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from rules_engine.baseball.bases import THIRD, is_on, occupied
from rules_engine.baseball.game_input import Option, ScriptedInput
from rules_engine.systems.strat_o_matic.cards.reading import INFIELD, POSITIONS
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER
from rules_engine.systems.strat_o_matic.fielding import grounders
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, load_groundball_chart, resolve_grounder
from rules_engine.systems.strat_o_matic.fielding.simple_charts import (
    load_advanced_chart,
    load_basic_chart,
    resolve_advanced_x,
    resolve_basic_x,
)
from rules_engine.systems.strat_o_matic.fielding.x_chances import resolve_x_chance
from rules_engine.systems.strat_o_matic.play.options import infield_options
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation
from tests.rules_engine.systems.strat_o_matic.plain_results import (
    GROUNDBALLS,
    HELD,
    LEAD_OUT,
    SAFE_LEAD,
    STATES,
    groundball,
    is_drawn_in,
    result,
    written,
)
from tests.rules_engine.systems.strat_o_matic.watched_charts import Watched

EDITIONS = ("som_basic", "som_advanced", "som_super_advanced", "star")
THE_CHART_OF = {edition: load_ruleset(edition).grounders.chart for edition in EDITIONS}
MAY_NOT_GET_AWAY = Battery(wild_pitch=5)
WAYS_OF_TWO_DICE = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}

# T15.0 as printed: three results for A, B, C or G1, G2, G3 by occupied bases
T15_0 = """
            1                   2                    3                    12
card back   DP43 Force Runadv   RightC RightC Runadv Deep Deep Runadv     DP43 Force Runadv
card in     DP43 Force Runadv   RightC RightC Runadv Batter Leadr Batter  DP43 Force Runadv
x back      DP43 Force Runadv   RightX RightX RightX Runadv Runadv Runadv DP54 Force Runadv
x in        DP43 Force Runadv   RightX RightX Runadv Batter Leadr Decide  DP43 Leadr Runadv
            13                  23                   123
card back   DP43 Force Runadv   Deep Deep Runadv     DP43 Force Runadv
card in     Batter Leadr Batter Batter Leadr Batter  DP23 Leadr Leadr
x back      DP43 Force Runadv   Runadv Runadv Runadv DP43 Force Runadv
x in        Batter Batter Leadr Batter Leadr Decide  DP23 Leadr Leadr
"""


def printed_t15_0() -> dict[tuple[str, str, str, int], str]:
    """Return (card or x, back or in, bases, column) -> result."""
    cells, bases = {}, []
    for line in T15_0.strip().splitlines():
        words = line.split()
        if words[0].isdigit():
            bases = words
        else:
            for place, word in enumerate(words[2:]):
                cells[words[0], words[1], bases[place // 3], place % 3] = word
    return cells


class Dice:
    """Game input that rolls only the named dice. Decisions are as given, or else the first option."""

    def __init__(self, **expected: int | str) -> None:
        self.expected = expected

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        assert isinstance(face := self.expected[name], int)
        assert 1 <= face <= sides
        return face

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        return str(self.expected.get(question, options[0].key))


def raw(name: str) -> dict[str, Any]:
    return tomllib.loads((CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def bases_int(state: str) -> int:
    return occupied(*map(int, state))


@pytest.fixture
def groundballs(monkeypatch: pytest.MonkeyPatch) -> dict[str, Watched]:
    """Patch the rules to use watched copies of both groundball charts."""
    watched = {name: Watched(load_groundball_chart(name)) for name in set(THE_CHART_OF.values())}
    monkeypatch.setattr(grounders, "load_groundball_chart", lambda name: watched[name].chart)
    return watched


def every_groundball(edition: str) -> Iterator[tuple[str, str, str, str, int]]:
    """Return (infield, bases, fielder, card or x, column) for every possible ball with nobody out."""
    for state in STATES:
        options = infield_options(load_ruleset(edition), bases_int(state), 0)
        yield from product((option.key for option in options), (state,), INFIELD, ("card", "x"), range(3))


def card_codes(edition: str) -> dict[tuple[str, str, str, int], str]:
    if THE_CHART_OF[edition] == "groundballs_t15":
        return printed_t15_0()
    rows = raw("groundballs_basic")
    return {
        (source, where, bases, column): rows[f"{source}_{where}"][bases][column]
        for source, where, bases, column in product(("card", "x"), ("back", "in"), STATES[1:], range(3))
    }


def check_groundball(edition: str, infield: Any, state: str, fielder: str, source: Any, column: int, code: str) -> None:
    situation = Situation(bases_int(state), infield=infield, fielders={fielder: Fielder(3)})

    def play(**decided: int | str) -> str:
        table = Dice(**decided)
        return written(resolve_grounder(table, load_ruleset(edition), situation, Grounder(fielder, column, source)).to)

    expected = groundball(code, state, fielder)
    where = f"{edition} {source} {infield} {state} {fielder} {column} {code}"
    if expected is not None:
        assert play(send_lead="send") == expected, where
        return
    assert play(send_lead="hold") == HELD[state], where
    assert play(send_lead="send", throw="first") == GROUNDBALLS["Runadv"][state], where
    assert play(send_lead="send", throw="lead", lead=9) == SAFE_LEAD[state], where  # 10 running -4 +3 range
    assert play(send_lead="send", throw="lead", lead=10) == LEAD_OUT[state], where


def _is_passed_by(part: str, state: int) -> bool:
    return part == "card_in" and not is_on(state, THIRD)


def test_t15_0_every_groundball_follows_the_printed_chart_and_every_cell_is_used(
    groundballs: dict[str, Watched],
) -> None:
    """The possible infields follow 9.1, 20.5, 20.7 and 20.12. A cell that no legal ball reaches fails this test."""
    for edition in EDITIONS:
        codes = card_codes(edition)
        for infield, state, fielder, source, column in every_groundball(edition):
            inside = is_drawn_in(edition, infield, fielder, state, card=source == "card")
            code = codes[source, "in" if inside else "back", state, column] if state else "Batter"
            check_groundball(edition, infield, state, fielder, source, column, code)
    for name, watched in groundballs.items():
        # With the bases empty, the batter is out without a chart lookup. With nobody on third, only the corners can
        # play in, and for a card's groundball 15.3 uses the part for the infield back.
        unread = [path for path in watched.never_read if path[2] != 0]
        passed_by = [path for path in unread if _is_passed_by(*path[1:3])] if name == "groundballs_t15" else []
        assert unread == passed_by, name
        assert len(watched.seen) + len(passed_by) == 4 * 7 * 3


def test_9_11_infield_in_matters_only_with_a_runner_on_third() -> None:
    """The rules promise only fewer runs from third and fewer double plays with INFIELD IN, and otherwise the same
    results.
    """
    codes = card_codes("som_basic")
    for source, state, column in product(("card", "x"), STATES[1:], range(3)):
        back, drawn_in = (codes[source, where, state, column] for where in ("back", "in"))
        if "3" not in state:
            assert back == drawn_in
            continue
        outcomes = [[groundball(code, state, fielder) or "" for fielder in INFIELD] for code in (back, drawn_in)]
        runs = [sum("H" in play[3] for play in plays) for plays in outcomes]
        two_out = [sum(play.count("X") == 2 and play[1] == "X" for play in plays) for plays in outcomes]
        assert runs[1] <= runs[0]
        assert two_out[1] <= two_out[0]


def expected_cell(text: str, state: str, position: str, groundball_codes: dict, *, sharp: bool = False) -> str:
    """Return the play for a fielding chart cell with nobody out, the infield back and the lead runner held."""
    match = re.fullmatch(r"gb ?([ABC123])", text)
    if match is None:
        return result(text, state)
    code = groundball_codes["x", "back", state, "ABC123".index(match[1]) % 3] if state else "Batter"
    return groundball(code, state, position) or HELD[state]


SOME_BASES = ("", "1", "13", "123", "2", "12")


@pytest.mark.parametrize("position", POSITIONS)
def test_5_1_every_basic_fielding_chart_cell_is_applied(position: str) -> None:
    rows, codes = raw("fielding_basic")[position], card_codes("som_basic")
    watched = Watched(load_basic_chart())
    for roll, rating, state in product(range(1, 21), range(1, 6), SOME_BASES):
        situation = Situation(bases_int(state), fielders={position: Fielder(rating)})
        play = resolve_basic_x(
            Dice(range=roll), load_ruleset("som_basic"), situation, watched.chart, position, Battery()
        )
        text = rows[str(roll)][rating - 1]
        assert written(play.to) == expected_cell(text, state, position, codes), (roll, rating, text, state)
    assert [path for path in watched.never_read if path[1] == position] == []
    assert len(watched.seen) == 100


def parts_of(row: str, total: int, otherwise: str) -> list[tuple[int, int, str]]:
    """Return (low, high, text), by white die, for a written e row of the Advanced chart."""
    for entry in filter(None, row.split(";")):
        number, _, cell = entry.strip().partition(" ")
        if int(number) == total:
            split = re.findall(r"([^,]+?) (\d)-(\d)(?:, |$)", cell)
            return [(int(low), int(high), text) for text, low, high in split] or [(1, 6, cell)]
    return [(1, 6, otherwise)]


@pytest.mark.parametrize("position", POSITIONS)
def test_16_2_every_advanced_fielding_chart_cell_is_applied(position: str) -> None:
    chart, codes, edition = raw("fielding_advanced"), card_codes("som_advanced"), load_ruleset("som_advanced")
    watched = Watched(load_advanced_chart(), deepest=4)

    def play(rating: int, e: int, state: str, **dice: int) -> str:
        situation = Situation(bases_int(state), fielders={position: Fielder(rating, e)})
        return written(resolve_advanced_x(Dice(**dice), edition, situation, watched.chart, position, Battery()).to)

    second_rolls = set()
    for roll, rating, state in product(range(1, 21), range(1, 6), SOME_BASES):
        text = chart["range"][position][str(roll)][rating - 1]
        if text == "e":
            second_rolls.add((roll, rating))
        else:
            assert play(rating, 9, state, range=roll) == expected_cell(text, state, position, codes)
    rows = {number: row for number, row in chart["errors"][position].items() if number != "otherwise"}
    for roll, rating in second_rolls:
        play(rating, 9, "", range=roll, error_white=1, error_1=1, error_2=1)
    roll, rating = next(iter(second_rolls))
    for (number, row), total, white in product(rows.items(), range(2, 13), range(1, 7)):
        first_die, second_die = WAYS_OF_TWO_DICE[total]
        parts = parts_of(row, total, chart["errors"][position]["otherwise"])
        [text] = [text for low, high, text in parts if low <= white <= high]
        done = play(rating, int(number), "13", range=roll, error_white=white, error_1=first_die, error_2=second_die)
        assert done == expected_cell(text, "13", position, codes), (number, total, white, text)
    assert [path for path in watched.never_read if path[1] == position] == []
    assert len(watched.seen) == 100 + 11 * len(rows)


def error_in(row: str, total: int) -> str:
    """Return none, E1, E2, E3 or RP for a written e row of the Super Advanced chart."""
    for entry in row.split(";"):
        symbol, _, totals = entry.strip().partition(" ")
        if str(total) in totals.split(","):
            return symbol
    return "none"


def three_dice(total: int) -> dict[str, int]:
    first_die = max(1, total - 12)
    first, second = WAYS_OF_TWO_DICE[total - first_die]
    return {"error_1": first_die, "error_2": first, "error_3": second}


GROUPS = {"p": "pitcher", "c": "catcher", "lf": "outfield", "cf": "outfield", "rf": "outfield"}


@pytest.mark.parametrize("position", POSITIONS)
def test_16_42_every_super_advanced_symbol_and_e_row_is_applied(position: str) -> None:
    """Every error in the e rows has a symbol, and every cell has an error."""
    chart, codes, edition = raw("fielding_super"), card_codes("star"), load_ruleset("som_super_advanced")
    group, watched = GROUPS.get(position, "infield"), Watched(load_fielding_chart())
    rows, meanings = chart["errors"][position], chart["symbols"][group]

    def check(roll: int, rating: int, e: int, total: int, state: str) -> None:
        situation = Situation(bases_int(state), fielders={position: Fielder(rating, e)})
        dice = Dice(range=roll, passed_ball=6, **three_dice(total))
        play = resolve_x_chance(dice, edition, situation, watched.chart, position, MAY_NOT_GET_AWAY)
        symbol = chart["range"][group][str(roll)][rating - 1].rstrip("#")
        text = meanings[symbol][error_in(rows[str(e)], total)]
        assert written(play.to) == expected_cell(text, state, position, codes), (symbol, e, total, state, text)

    cell_by_error = {error_in(row, total): (int(e), total) for e, row in rows.items() for total in range(3, 19)}
    for roll, rating, state, (e, total) in product(range(1, 21), range(1, 6), SOME_BASES, cell_by_error.values()):
        check(roll, rating, e, total, state)
    for e, total in product(rows, range(3, 19)):
        check(9, 3, int(e), total, "13")
    mine = [path for path in watched.never_read if path[1] in (position, group)]
    assert mine == []


def test_16_42_no_group_defines_an_error_its_fielders_never_make() -> None:
    chart = raw("fielding_super")
    for group, meanings in chart["symbols"].items():
        fielders = [position for position in POSITIONS if GROUPS.get(position, "infield") == group]
        made = {
            error_in(row, total)
            for position in fielders
            for row in chart["errors"][position].values()
            for total in range(3, 19)
        }
        for symbol, errors in meanings.items():
            assert set(errors) == made, f"{group} {symbol}"


@pytest.mark.parametrize(
    ("infield", "holds", "turned"), [("back", False, False), ("in", False, True), ("back", True, True)]
)
def test_20_61_every_sharp_gets_through_a_fielder_who_is_in_or_holding(infield: Any, holds: bool, turned: bool) -> None:
    chart, edition = load_fielding_chart(), load_ruleset("star")
    sharps = [(n, r) for n, row in enumerate(chart.ranges["infield"], 1) for r, s in enumerate(row, 1) if s[-1] == "#"]
    assert sharps
    for roll, rating in sharps:
        printed = rating - 1 if holds else rating  # 23.83: a fielder who holds a runner uses the next worse rating
        if not printed:
            continue
        situation = Situation(occupied(3), infield=infield, fielders={"ss": Fielder(printed)})
        dice = {"range": roll, **three_dice(10)}
        game_input = ScriptedInput([(name, dice[name]) for name in ("range", "error_1", "error_2", "error_3")])
        done = resolve_x_chance(game_input, edition, situation, chart, "ss", Battery(), holds_runner=holds)
        assert (done.kind == "single") is turned, (roll, rating)
