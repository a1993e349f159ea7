"""Rule code compiled while it is played: each way through it is worked out once and walked from then on.

A rule that gets every roll and decision from a table, and everything else from its facts, is a tree: at each node it
reads a fact, throws a die or asks a manager, and at each leaf stands what came of it. Compiled keeps that tree. What
has been met before is walked without running the rule; what has not is worked out by the rule itself and added. So the
tables used at full speed are the rules, and there is no second copy of them. Faces of a die of which the rule asks
nothing more than that they are so high, or so low, are one way.

The rule may depend on nothing but its facts and what never changes (editions, charts, cards). It sees its facts
through a watch (watched.py) that notes every single thing it reads, so no dependence can be forgotten.

Where a rule comes to another one, that goes on from there: the three dice come to a line of a card, the line to a ball
in play. One walk leads through all of them.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, Generic, NamedTuple, TypeVar, Union, cast

from rules_engine.baseball.table import Manager, Option, RandomTable, Table, check_choice
from rules_engine.baseball.watched import Face, Path, Watch, reader

Facts = TypeVar("Facts")
Result = TypeVar("Result")
Entry = tuple[str, int | str]  # of the log: what was thrown or decided
FACT, ROLL, SAY, NEXT, FIND, DONE, ASK, THREE = range(8)
THREE_DICE = 6**3  # ways in which three d6 thrown together may lie


class Find(NamedTuple):
    """What a rule comes to when the facts tell which rule goes on; `rule` gives it from them, compiled or not."""

    rule: Callable[[Any], Callable[[Table, Any], Any]]


def three_dice(table: Table, names: tuple[str, str, str]) -> tuple[int, int, int]:
    """Three d6 thrown together. To a compiled rule they are one step, with every face known."""
    if type(table) is _Tape:
        return table.three_dice(names)
    one, two, three = names
    return int(table.roll(one, 6)), int(table.roll(two, 6)), int(table.roll(three, 6))


class Compiled(Generic[Facts, Result]):
    """One rule, `work(table, facts)`, and every way through it that has been met.

    It comes to a result, or to the rule that goes on with the same facts: a Compiled one, or a Find.
    `watched` are the classes of facts whose parts are noted one by one; any other fact is noted whole and must be
    hashable. Facts may have a `station`, a number of their own from 1 that stands for those named in
    TOLD_BY_STATION: a rule that begins with these goes past all of them in one step.
    """

    __slots__ = ("begins", "watched", "work")

    def __init__(
        self, work: Callable[[Table, Facts], Union[Result, "Compiled[Facts, Result]", Find]], watched: tuple[type, ...]
    ) -> None:
        self.work, self.watched = work, frozenset(watched)
        self.begins: dict[int, _Node] = {}  # by the table's seat, whose tree it is, and the station beyond it

    def __call__(self, table: Table, facts: Facts) -> Result:
        """What the rule comes to at this table. Only at a table that throws its own dice is the tree walked."""
        if type(table) is not RandomTable:
            return self._worked(table, facts)
        record, draw = table.record, table.draw
        where = table.seat + getattr(facts, "station", 0)
        rule: Compiled[Facts, Result] = self
        begun, node = len(record), self.begins.get(where) or self._begin(table, facts)
        while True:
            if node is None:
                node = rule._grow(table, facts, begun)
            kind = node.kind
            if kind == FACT:
                node = node.way(node.read(facts))
            elif kind == FIND:
                rule = node.result(facts)
                if type(rule) is not Compiled:
                    return rule(table, facts)
                begun, node = len(record), rule.begins.get(where) or rule._begin(table, facts)
            elif kind == NEXT:
                rule = node.result
                begun, node = len(record), rule.begins.get(where) or rule._begin(table, facts)
            elif kind == DONE:
                came: Result = node.result
                return came
            elif kind == THREE:
                face = (int(draw() * 6) * 6 + int(draw() * 6)) * 6 + int(draw() * 6)
                record.extend(node.entries[face])
                node = node.faces[face]
            elif kind == ROLL:
                face = int(draw() * node.sides)
                record.append(node.entries[face])
                node = node.faces[face]
            elif kind == SAY:
                record.extend(node.entries)
                node = node.then
            else:
                answer = table.choose(node.side, node.name, node.options)
                record.append(node.answers.get(answer) or _answer(node, answer))
                node = node.way(answer)

    def _begin(self, table: RandomTable, facts: Facts) -> "_Node | None":
        """Where the tree goes on once all that the station tells is known; None where nothing has grown yet."""
        node = self.begins.get(table.seat)
        told, station = getattr(facts, "TOLD_BY_STATION", ()), getattr(facts, "station", 0)
        while node is not None and node.kind == FACT and node.name in told:
            node = node.way(node.read(facts))
        if node is not None:
            self.begins[table.seat + station] = node
        return node

    def _worked(self, table: Table, facts: Facts) -> Result:
        """The rules themselves, one after the other."""
        came = self.work(table, facts)
        if type(came) is Find:
            return cast(Result, came.rule(facts)(table, facts))
        return came(table, facts) if type(came) is Compiled else cast(Result, came)

    def _grow(self, table: RandomTable, facts: Facts, begun: int) -> "_Node":
        """A way not met before, and its leaf: the rule itself is run, from the rolls and decisions already made."""
        tape = _Tape(table, facts, table.record[begun:], self.watched)
        return self._plant(tape, self.work(cast(Table, tape), cast(Facts, tape.facts)))

    def _plant(self, tape: "_Tape", result: Any) -> "_Node":
        """Puts what a tape holds into the tree; its leaf."""
        tape.keep_said()
        steps = (*tape.steps, _leaf(result))
        node = self._root(tape.table.seat, steps[0])
        for step, after in pairwise(steps):
            node = node.below(step.answer, after)
        tape.end()
        return node

    def _root(self, seat: int, step: "_Step") -> "_Node":
        known = self.begins.get(seat)
        if known is None:
            known = self.begins[seat] = _Node(step)
        return known.checked(step)


class _Step(NamedTuple):
    """A node as it is met: what it is `of`, the answer that leads on, and the log's entries where there are some."""

    kind: int
    name: Any
    of: Any = None
    answer: Any = None
    entries: tuple[Entry, ...] = ()


class _Node:
    """A fact to read, a die to throw, a manager to ask, or what came of it all."""

    __slots__ = (
        *("kind", "name", "result", "way", "ways"),
        *("answers", "entries", "faces", "options", "read", "side", "sides", "then"),
    )

    read: Callable[[Any], Any]  # of a fact
    sides: int  # of a die, with the log's entry and the node for each face; of three dice with all three entries
    faces: "list[_Node | None]"
    entries: tuple[Any, ...]  # by face, or all that a manager says by himself, with the node after it
    then: "_Node | None"
    side: str  # of a question, with the log's entry for each legal answer
    options: Sequence[Option]
    answers: dict[str, Entry]

    def __init__(self, step: _Step) -> None:
        self.kind, self.name = step.kind, step.name
        self.ways: dict[Any, _Node] = {}
        self.way = self.ways.get
        if step.kind == FACT:
            self.read = reader(step.of)
        elif step.kind == ROLL:
            self.sides, self.faces = step.of, [None] * step.of
            self.entries = _thrown(step.name, step.of)
        elif step.kind == THREE:
            self.faces, self.entries = [None] * THREE_DICE, _thrown_together(step.name)
        elif step.kind == SAY:
            self.entries, self.then = step.entries, None
        elif step.kind == ASK:
            self.side, self.options = step.of
            self.answers = {option.key: (step.name, option.key) for option in self.options}
        else:
            self.result = step.of

    def below(self, answer: Any, step: _Step) -> "_Node":
        """What stands below an answer; a new node where nothing stood."""
        if self.kind == SAY:
            self.then = known = self.then or _Node(step)
        elif self.kind == ROLL:
            known = self._below_face(answer, step)
        elif self.kind == THREE:
            self.faces[answer] = known = self.faces[answer] or _Node(step)
        else:
            known = self.ways.get(answer) or self.ways.setdefault(answer, _Node(step))
        return known.checked(step)

    def _below_face(self, face: Face, step: _Step) -> "_Node":
        """What stands below a face and all that go its way. Where the rule has told fewer alike now than it had, the
        way is begun anew for these: what stands below them already may not hold for the others."""
        known = self.faces[face.shown - 1]
        alike = [at for at in range(face.low - 1, face.high) if self.faces[at] is known]
        if known is None or self.faces.count(known) > len(alike):
            known = _Node(step)
            for at in alike:
                self.faces[at] = known
        return known

    def checked(self, step: _Step) -> "_Node":
        """Itself, when the rule came to the same here as before."""
        if (self.kind, self.name) != (step.kind, step.name):
            raise RuntimeError(f"the rule asked for {step.name} and for {self.name} under the same facts")
        return self


@cache
def _thrown(die: str, sides: int) -> tuple[Entry, ...]:
    return tuple((die, face) for face in range(1, sides + 1))


@cache
def _thrown_together(names: tuple[str, str, str]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(product(*(_thrown(name, 6) for name in names)))


def _leaf(result: Any) -> _Step:
    if type(result) is Find:
        return _Step(FIND, "a rule to be found", result.rule)
    return _Step(NEXT, "another rule", result) if type(result) is Compiled else _Step(DONE, "an end", result)


class _Tape:
    """The table at which a rule is run to be written down: it answers from what has been thrown, then throws anew."""

    def __init__(self, table: RandomTable, facts: Any, made: Sequence[Entry], watched: frozenset[type]) -> None:
        self.table, self.made = table, iter(made)
        self.facts = Watch.over(facts, watched, self.note)
        self.steps: list[_Step] = []
        self.said: list[Entry] = []

    def note(self, path: Path, value: Hashable) -> None:
        """A fact that the rule has read for the first time."""
        self.steps.append(_Step(FACT, path, path, value))

    def roll(self, name: str, sides: int) -> int:
        self.keep_said()
        shown = Face(self._face(name, sides), sides)
        self.steps.append(_Step(ROLL, name, sides, shown))
        return cast(int, shown)

    def three_dice(self, names: tuple[str, str, str]) -> tuple[int, int, int]:
        self.keep_said()
        one, two, three = (self._face(name, 6) for name in names)
        self.steps.append(_Step(THREE, names, answer=(one * 6 + two) * 6 + three - 43))
        return one, two, three

    def _face(self, name: str, sides: int) -> int:
        """What a die shows, thrown already or now."""
        made = next(self.made, None)
        return self.table.roll(name, sides) if made is None else cast(int, made[1])

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        if self.table.manager:
            return self._say(self.table.manager, question, options)
        made = next(self.made, None)
        key = self.table.ask(side, question, options) if made is None else cast(str, made[1])
        self.steps.append(_Step(ASK, question, (side, options), key, ((question, key),)))
        return key

    def _say(self, manager: Manager, question: str, options: Sequence[Option]) -> str:
        """What a manager says who goes by the facts that he reads here."""
        key = manager.decide(question, options, self.facts)
        check_choice(question, key, options)
        self.said.append((question, key))
        if next(self.made, None) is None:
            self.table.record.append(self.said[-1])
        return key

    def end(self) -> None:
        """The dice of this run are gone."""
        for step in self.steps:
            if step.kind == ROLL:
                step.answer.gone()

    def keep_said(self) -> None:
        """All that was said since the last roll is one node; it stands below every fact that was read meanwhile."""
        if self.said:
            said = tuple(self.said)
            self.steps.append(_Step(SAY, said, entries=said))
            self.said.clear()


def _answer(node: _Node, key: str) -> Entry:
    """The log's entry of a decision. Raises TableError for one that is not legal."""
    check_choice(node.name, key, node.options)
    return node.answers[key]
