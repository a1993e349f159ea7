"""Rules written as plain functions: they call each other, trees are kept beside them, and the games are the same."""

import ast
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.table import RandomTable, ScriptedTable
from rules_engine.profile import load_profile
from rules_engine.systems import strat_o_matic
from rules_engine.systems.strat_o_matic.compiling.compiled import StepsRoundError
from rules_engine.systems.strat_o_matic.compiling.rules import each_time, fork, new_trees, rule_watching
from rules_engine.systems.strat_o_matic.play.swinging import Resolved, first_base
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment, rule
from tests.recorded_games.league import EDITIONS, new_game
from tests.recorded_games.managers import Managers
from tests.recorded_games.record import plan
from tests.recorded_games.written import box_lines, log_lines

BEHIND_THE_WATCH = {"_value", "_notes", "_path", "shown"}  # of watched facts and dice
FIRST_SEED, SEEDS = 900_000, 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_hundred_games_are_the_same_with_trees_and_without(edition: str) -> None:
    for number in range(1, SEEDS + 1):
        assert lines(edition, number, plain=False) == lines(edition, number, plain=True), f"game {number}"


def lines(edition: str, number: int, *, plain: bool) -> tuple[list, list]:
    head = plan(edition, number)
    game = new_game(edition, head, plain=plain)
    profile = load_profile(head["profile"]) if head["profile"] else None
    with suppress(NotReadyError):  # the managers see no way on; so far both games are to be compared as well
        Managers(game, profile, head["whims"], FIRST_SEED + number).play_out()
    assert bool(game.book.trees) is not plain
    return log_lines(game.log), box_lines(box_score(game.log.in_force()))


@dataclass
class Shelf:
    plain: bool = False
    trees: dict = field(default_factory=new_trees)


class Facts:
    """What the little rules below go by."""

    def __init__(self, outs: int = 0) -> None:
        self.outs, self.depth = outs, ""


class Fielder(NamedTuple):
    range: int


watching = rule_watching(Facts, Fielder)
RUNS = {"safe": 0, "thrown": 0}


@watching
def thrown(table, book, facts, base) -> str:
    RUNS["thrown"] += 1
    return safe(table, book, facts) if table.roll("throw", 20) <= 10 + base else found_by_outs(table, book, facts)


@watching
def safe(table, book, facts) -> str:
    RUNS["safe"] += 1
    return f"safe with {facts.outs} out"


@fork
def found_by_outs(table, book, facts) -> str:
    return safe(table, book, facts) if facts.outs == 2 else out(table, book, facts)


@watching
def out(table, book, facts) -> str:
    return dice_thrown(table, book, facts)


@each_time
def dice_thrown(table, book, facts) -> str:
    return f"out by {table.roll('one', 6) + table.roll('two', 6)}"


def test_a_rule_calls_another_as_its_last_act_and_every_way_is_worked_out_once() -> None:
    book = Shelf()
    RUNS.update(safe=0, thrown=0)
    cases = [(RandomTable(seed), outs, base) for seed, outs, base in product(range(100), range(3), (1, 3))]
    came = [thrown(table, book, Facts(outs), base) for table, outs, base in cases]
    assert RUNS["thrown"] <= 2 * 20
    assert RUNS["safe"] == 3
    for (table, outs, base), what in zip(cases, came, strict=True):
        assert thrown(ScriptedTable(table.record), book, Facts(outs), base) == what
        again = RandomTable(table.seed)
        assert thrown(again, Shelf(plain=True), Facts(outs), base) == what
        assert again.record == table.record


@watching
def settling(table, book, facts) -> str:
    facts.depth = "in" if table.roll("infield", 6) > 3 else "back"
    return fielded(table, book, facts)


@watching
def fielded(table, book, facts) -> str:
    return f"{facts.depth} with {facts.outs} out"


def test_what_a_rule_has_settled_is_a_fact_for_the_next_one() -> None:
    book = Shelf()
    for seed, outs in product(range(40), range(3)):
        table = RandomTable(seed)
        depth = "in" if RandomTable(seed).roll("infield", 6) > 3 else "back"
        assert settling(table, book, Facts(outs)) == f"{depth} with {outs} out"


def a_die_after(table, book, facts):
    return (safe(table, book, facts), table.roll("late", 6))


def a_fact_after(table, book, facts):
    came = safe(table, book, facts)
    return came if facts.outs else came


def another_after(table, book, facts):
    return safe(table, book, facts) and fielded(table, book, facts)


def its_own_word(table, book, facts):
    safe(table, book, facts)
    return "out"


def settling_for_nobody(table, book, facts):
    facts.depth = "in"
    return "out"


@pytest.mark.parametrize("work", [a_die_after, a_fact_after, another_after, its_own_word, settling_for_nobody])
def test_a_rule_that_does_something_beside_handing_over_is_refused(work) -> None:
    with pytest.raises(StepsRoundError):
        watching(work)(RandomTable(1), Shelf(), Facts())


def test_a_fork_that_throws_a_die_is_refused() -> None:
    throws = fork(lambda table, book, facts: table.roll("fork", 6))
    leads = watching(lambda table, book, facts: throws(table, book, facts))
    with pytest.raises(StepsRoundError, match="fork is wanted"):
        leads(RandomTable(1), Shelf(), Facts())


@pytest.mark.parametrize("behind", ["book", "now", "tracker"])
def test_a_rule_of_play_that_looks_behind_the_facts_is_refused(behind: str) -> None:
    @rule
    def by_the_score(table, book, moment: Moment) -> Resolved:
        getattr(moment, behind)
        return Resolved(first_base("walk", moment.state))

    game = new_game("star", plan("star", 1))
    with pytest.raises(TypeError, match=f"{behind} is no fact"):
        by_the_score(RandomTable(1), game.book, Moment(game.book, game.state, game.tracker))


def test_no_rule_reaches_behind_the_watch_or_takes_chance_and_time_from_elsewhere() -> None:
    room = Path(str(strat_o_matic.__file__)).parent
    sources = [
        path for part in ("ball", "running", "pitchers", "play", "scorebook") for path in (room / part).glob("*.py")
    ]
    assert len(sources) > 30
    for path in sources:
        nodes = list(ast.walk(ast.parse(path.read_text())))
        assert not BEHIND_THE_WATCH & {node.attr for node in nodes if isinstance(node, ast.Attribute)}, path.name
        imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
        assert not imported & {"random", "time", "datetime", "os"}, path.name
