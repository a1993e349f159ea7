"""Rules of play as plain functions, `rule(table, book, moment, ...)`, that call each other; trees are kept beside them.

Decorated, a rule is walked as a tree at a table that throws its own dice, and runs as it is written at every other
table, and wherever the book is `plain`. A rule calls the next one as its last act: `return bunted(table, book, ...)`.
What else it is given (the bunt, the sum of the dice) has a tree of its own for each value, and must be hashable.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from rules_engine.baseball.table import RandomTable, Table
from rules_engine.systems.strat_o_matic.compiling.compiled import CompiledRule, Onward, Signpost, Tape

Given = ParamSpec("Given")
Result = TypeVar("Result")
Trees = defaultdict[Callable[..., Any], dict[tuple[Hashable, ...], CompiledRule[Any, Any]]]
_WITH_TREES = frozenset((RandomTable, Signpost, Tape))


def new_trees() -> Trees:
    return defaultdict(dict)


class RuleShelf(Protocol):
    """What keeps the trees of a game's rules, by rule and what else it is given; with `plain` there are none."""

    plain: bool
    trees: Trees


def _ruled(work: Callable[..., Any], watched: tuple[type, ...]) -> Callable[..., Any]:
    """The rule as it is called: walked, handed over or run, by the table. `watched` are the classes whose parts are
    facts.

    It is a function, for the interpreter calls nothing else as quickly.
    """

    def planted(book: RuleShelf, given: tuple[Hashable, ...]) -> CompiledRule[Any, Any]:
        """A tree of its own for what is given, with nothing in it yet."""
        tree = book.trees[work][given] = CompiledRule(lambda table, facts: work(table, book, facts, *given), watched)
        return tree

    @wraps(work)
    def ruled(table: Any, book: RuleShelf, facts: Any, *given: Hashable) -> Any:
        at = type(table)
        if book.plain or at not in _WITH_TREES:
            return work(table, book, facts, *given)
        tree = book.trees[work].get(given) or planted(book, given)
        if at is Signpost:
            return tree
        return tree.walk(table, facts) if at is RandomTable else table.hand_over(tree)

    return ruled


class EachTime:
    """A rule of which no tree is kept: it is run whenever another comes to it."""

    __slots__ = ("forks", "work")

    def __init__(self, work: Callable[..., Any], *, forks: bool) -> None:
        self.work, self.forks = work, forks

    def __call__(self, table: Table, book: RuleShelf, facts: Any, *given: Any) -> Any:
        if type(table) is Tape:
            return table.hand_over(Onward(self.work, book, given, self.forks))
        return self.work(table, book, facts, *given)


def rule_watching(*watched: type) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """The decorator of rules whose facts are of these classes."""

    def rule(work: Callable[Given, Result]) -> Callable[Given, Result]:
        return cast(Callable[Given, Result], _ruled(work, watched))

    return rule


def each_time(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """The decorator of a rule that would have too many ways for a tree."""
    return cast(Callable[Given, Result], EachTime(work, forks=False))


def fork(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """The decorator of a rule that throws and asks nothing itself and goes on with one of very many others."""
    return cast(Callable[Given, Result], EachTime(work, forks=True))
