"""Rules of play as plain functions, `rule(table, book, moment, ...)`, that call each other; trees are kept beside them.

Decorated, a rule is walked as a tree at a table that throws its own dice, and runs as it is written at every other
table, and wherever the book is `plain`. A rule calls the next one as its last act: `return bunted(table, book, ...)`.
What else it is given (the bunt, the sum of the dice) has a tree of its own for each value, and must be hashable.
"""

from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from rules_engine.baseball.table import RandomTable, Table
from rules_engine.systems.strat_o_matic.compiling.compiled import CompiledRule, Onward, Signpost, Tape

Given = ParamSpec("Given")
Result = TypeVar("Result")
Trees = dict[Hashable, CompiledRule[Any, Any]]


class RuleShelf(Protocol):
    """What keeps the trees of a game's rules; with `plain` there are none."""

    plain: bool
    trees: Trees


class Rule:
    """A rule of which trees are kept. `watched` are the classes whose parts are facts.

    Given nothing more, it is its own key among the trees: most of what is played begins there.
    """

    __slots__ = ("watched", "work")

    def __init__(self, work: Callable[..., Any], watched: tuple[type, ...]) -> None:
        self.work, self.watched = work, watched

    def __call__(self, table: Table, book: RuleShelf, facts: Any, *given: Hashable) -> Any:
        key = (self, given) if given else self
        if type(table) is Signpost:
            return book.trees.get(key) or self._planted(book, key, given)
        if type(table) is RandomTable and not book.plain:
            return (book.trees.get(key) or self._planted(book, key, given))(table, facts)
        if type(table) is Tape:
            return table.hand_over(book.trees.get(key) or self._planted(book, key, given))
        return self.work(table, book, facts, *given)

    def _planted(self, book: RuleShelf, key: Hashable, given: tuple[Hashable, ...]) -> CompiledRule[Any, Any]:
        """A tree of its own for this key, with nothing in it yet."""
        work = self.work
        tree = book.trees[key] = CompiledRule(lambda table, facts: work(table, book, facts, *given), self.watched)
        return tree


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
        return cast(Callable[Given, Result], Rule(work, watched))

    return rule


def each_time(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """The decorator of a rule that would have too many ways for a tree."""
    return cast(Callable[Given, Result], EachTime(work, forks=False))


def fork(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """The decorator of a rule that throws and asks nothing itself and goes on with one of very many others."""
    return cast(Callable[Given, Result], EachTime(work, forks=True))
