"""Rule code compiled while it is played: each way through it is worked out once and walked from then on.

A rule that gets every roll and decision from a table, and everything else from its facts, is a tree: at each node it
reads a fact, throws a die or asks a manager, and at each leaf stands what came of it. Compiled keeps that tree. What
has been met before is walked without running the rule; what has not is worked out by the rule itself and added. So the
tables used at full speed are the rules, and there is no second copy of them. Faces of a die of which the rule asks
nothing more than that they are so high, or so low, are one way.

The rule may depend on nothing but its facts and what never changes (editions, charts, cards). It sees its facts
through a watch (watched.py) that notes every single thing it reads, so no dependence can be forgotten.

Where a rule comes to another one, that goes on from there (rules.py): the three dice come to a line of a card, the
line to a ball in play. One walk leads through all of them.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from rules_engine.baseball.table import DecisionMaker, Option, RandomTable, Table, check_choice
from rules_engine.systems.strat_o_matic.compiling.watched import Face, Path, Watch, reader

Facts = TypeVar("Facts")
Result = TypeVar("Result")
Entry = tuple[str, int | str]  # of the log: what was thrown or decided
FACT, NEXT, SETTLED, THREE, DONE, ROLL, FORK, ONWARD, ASK, UNKNOWN = range(10)
THREE_DICE = 6**3  # ways in which three d6 thrown together may lie


class StepsRoundError(RuntimeError):
    """A rule does what its tree could not hold; the message says what."""


class Onward(NamedTuple):
    """What a rule comes to where the next one is no tree: it is run each time, at the table itself.

    Where `forks`, it throws and asks nothing, and comes to the tree that goes on.
    """

    play: Callable[..., Any]  # of table, book, facts and what is given beside
    book: Any
    given: tuple[Any, ...]
    forks: bool = False


class Settled(NamedTuple):
    """What a rule comes to that has put something among the facts before it handed over to a tree."""

    name: str
    value: Any
    rule: "CompiledRule[Any, Any]"


def three_dice(table: Table, names: tuple[str, str, str]) -> tuple[int, int, int]:
    """Three d6 thrown together. To a compiled rule they are one step, with every face known."""
    if type(table) is Tape:
        return table.three_dice(names)
    one, two, three = names
    return int(table.roll(one, 6)), int(table.roll(two, 6)), int(table.roll(three, 6))


class CompiledRule(Generic[Facts, Result]):
    """One rule, `work(table, facts)`, and every way through it that has been met, for a table that throws its own dice.

    `watched` are the classes of facts whose parts are noted one by one; any other fact is noted whole and must be
    hashable. Facts may have a `station`, a number of their own from 1 that stands for those named in
    KNOWN_BY_STATION: a rule that begins with these goes past all of them in one step.
    """

    __slots__ = ("begins", "watched", "work")

    def __init__(self, work: Callable[[Table, Facts], Result], watched: tuple[type, ...]) -> None:
        self.work, self.watched = work, frozenset(watched)
        self.begins = _Ways()  # by the table's seat, whose tree it is, and the station beyond it

    def walk(self, table: RandomTable, facts: Facts) -> Result:
        """What the rule comes to at this table.

        The walk is written for speed: most of the time of a game is spent in it.
        """
        record, draw = table.record, table.draw
        where = table.seat + getattr(facts, "station", 0)
        rule: CompiledRule[Facts, Result] = self
        begun, node = len(record), self.begins[where]
        while True:
            kind = node.kind
            while not kind:  # a FACT
                read = node.read
                node = node.ways[read(facts)]
                kind = node.kind
            if node.said:
                record.extend(node.said)
            if kind == NEXT:
                rule = node.result
                begun, node = len(record), rule.begins[where]
            elif kind == THREE:
                face = (int(draw() * 6) * 6 + int(draw() * 6)) * 6 + int(draw() * 6)
                record.extend(node.entries[face])
                node = node.faces[face]
            elif kind == DONE:
                came: Result = node.result
                return came
            elif kind == ROLL:
                face = int(draw() * node.sides)
                record.append(node.entries[face])
                node = node.faces[face]
            elif kind == SETTLED:
                name, value, rule = node.result
                setattr(facts, name, value)
                begun, node = len(record), rule.begins[where]
            elif kind == FORK:
                play, book, given, _ = node.result
                rule = play(SIGNPOST, book, facts, *given)
                begun, node = len(record), rule.begins[where]
            elif kind == ONWARD:
                play, book, given, _ = node.result
                came = play(table, book, facts, *given)
                return came
            elif kind == ASK:
                answer = table.choose(node.side, node.name, node.options)
                record.append(node.answers.get(answer) or _answer(node, answer))
                node = node.ways[answer]
            else:
                node = rule._begin(table.seat, where, facts) or rule._grow(table, facts, begun)

    def _begin(self, seat: int, where: int, facts: Facts) -> "_Node | None":
        """Where the tree goes on once all that the station stands for is known; None where that is no news."""
        node = self.begins[seat]
        if node is _UNKNOWN or where in self.begins:
            return None
        known = getattr(facts, "KNOWN_BY_STATION", ())
        while node.kind == FACT and node.name in known:
            node = node.ways[node.read(facts)]
        if node is _UNKNOWN:
            return None
        self.begins[where] = node
        return node

    def _grow(self, table: RandomTable, facts: Facts, begun: int) -> "_Node":
        """A way not met before, and its leaf: the rule itself is run, from the rolls and decisions already made."""
        tape = Tape(table, facts, table.record[begun:], self.watched)
        return self._plant(tape, tape.result_of(self.work))

    def _plant(self, tape: "Tape", result: Any) -> "_Node":
        """Puts what a tape holds into the tree; its leaf, where the walk goes on and records what was said last."""
        steps = (*tape.steps, _leaf(result, tuple(tape.said)))
        node = self._root(tape.table.seat, steps[0])
        for step, after in pairwise(steps):
            node = node.below(step.answer, after)
        tape.end()
        return node

    def _root(self, seat: int, step: "_Step") -> "_Node":
        return (self.begins.get(seat) or self.begins.setdefault(seat, _Node(step))).checked(step)


class _Step(NamedTuple):
    """A node as it is met: what it is `of`, the answer that leads on, and what a manager said before it."""

    kind: int
    name: Any
    of: Any = None
    answer: Any = None
    said: tuple[Entry, ...] = ()


class _Node:
    """A fact to read, a die to throw, a manager to ask, or what came of it all."""

    __slots__ = (
        *("kind", "name", "read", "result", "said", "ways"),
        *("answers", "entries", "faces", "options", "side", "sides"),
    )

    read: Callable[[Any], Any]  # of a fact
    said: tuple[Entry, ...]  # what a manager who is compiled too has said on the way here since the last die
    sides: int  # of a die, with the log's entry and the node for each face; of three dice with all three entries
    faces: "list[_Node]"
    entries: tuple[Any, ...]
    side: str  # of a question, with the log's entry for each legal answer
    options: Sequence[Option]
    answers: dict[str, Entry]

    def __init__(self, step: _Step) -> None:
        self.kind, self.name, self.said = step.kind, step.name, step.said
        self.ways = _Ways()
        if step.kind == FACT:
            self.read = reader(step.of)
        elif step.kind == ROLL:
            self.sides, self.faces = step.of, [_UNKNOWN] * step.of
            self.entries = _thrown(step.name, step.of)
        elif step.kind == THREE:
            self.faces, self.entries = [_UNKNOWN] * THREE_DICE, _thrown_together(step.name)
        elif step.kind == ASK:
            self.side, self.options = step.of
            self.answers = {option.key: (step.name, option.key) for option in self.options}
        else:
            self.result = step.of

    def below(self, answer: Any, step: _Step) -> "_Node":
        """What stands below an answer; a new node where nothing stood."""
        if self.kind == ROLL:
            known = self._below_face(answer, step)
        elif self.kind == THREE:
            known = self._below_three(answer, step)
        else:
            known = self.ways.get(answer) or self.ways.setdefault(answer, _Node(step))
        return known.checked(step)

    def _below_face(self, face: Face, step: _Step) -> "_Node":
        """What stands below a face and all that go its way. Where the rule has told fewer alike now than it had, the
        way is begun anew for these: what stands below them already may not hold for the others."""
        known = self.faces[face.shown - 1]
        alike = [at for at in range(face.low - 1, face.high) if self.faces[at] is known]
        if known is _UNKNOWN or self.faces.count(known) > len(alike):
            known = _Node(step)
            for at in alike:
                self.faces[at] = known
        return known

    def _below_three(self, at: int, step: _Step) -> "_Node":
        if self.faces[at] is _UNKNOWN:
            self.faces[at] = _Node(step)
        return self.faces[at]

    def checked(self, step: _Step) -> "_Node":
        """Itself, when the rule came to the same here as before."""
        if (self.kind, self.name, self.said) != (step.kind, step.name, step.said):
            raise RuntimeError(f"the rule asked for {step.name} and for {self.name} under the same facts")
        return self


class _Ways(dict[Any, _Node]):
    """Nodes by answer, or by where a rule begins; where nothing has grown yet stands the node UNKNOWN."""

    __slots__ = ()

    def __missing__(self, answer: Any) -> _Node:
        return _UNKNOWN


_UNKNOWN: Final = _Node(_Step(UNKNOWN, "nothing yet"))


@cache
def _thrown(die: str, sides: int) -> tuple[Entry, ...]:
    return tuple((die, face) for face in range(1, sides + 1))


@cache
def _thrown_together(names: tuple[str, str, str]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(product(*(_thrown(name, 6) for name in names)))


def _leaf(result: Any, said: tuple[Entry, ...]) -> _Step:
    if type(result) is Onward:
        return _Step(FORK if result.forks else ONWARD, "a rule that is run each time", result, said=said)
    if type(result) is Settled:
        return _Step(SETTLED, "something settled", result, said=said)
    kind, name = (NEXT, "another rule") if type(result) is CompiledRule else (DONE, "an end")
    return _Step(kind, name, result, said=said)


class Signpost:
    """The table at which a rule that forks comes to the tree that goes on, and gets it (rules.py)."""

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        raise StepsRoundError(f"{name} is wanted by a rule that only says which one goes on")

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        raise StepsRoundError(f"{question} is wanted by a rule that only says which one goes on")


SIGNPOST: Final = Signpost()


class Tape:
    """The table at which a rule is run to be written down: it answers from what has been thrown, then throws anew."""

    def __init__(self, table: RandomTable, facts: Any, made: Sequence[Entry], watched: frozenset[type]) -> None:
        self.table, self.made = table, iter(made)
        self.facts: Any = Watch.over(facts, watched, self.note)
        self.steps: list[_Step] = []
        self.said: list[Entry] = []
        self.next_rule: CompiledRule[Any, Any] | Onward | None = None  # once this one has handed over

    def result_of(self, work: Callable[[Table, Any], Any]) -> Any:
        """What the rule comes to at this table: a result, or what goes on in its place."""
        came, settled = work(cast(Table, self), self.facts), self.facts.settled()
        if came is not self.next_rule and self.next_rule is not None:
            raise StepsRoundError("a rule that hands over to another one comes to what that one comes to")
        if not settled:
            return came
        if type(came) is not CompiledRule or len(settled) > 1:
            raise StepsRoundError(f"{', '.join(settled)}: one thing is settled, for a compiled rule that goes on")
        ((name, value),) = settled.items()
        return Settled(name, value, came)

    def hand_over(self, rule: "CompiledRule[Any, Any] | Onward") -> Any:
        """The rule at this table has called another one; it may do nothing more."""
        self._still_at_it("another rule")
        self.next_rule = rule
        return rule

    def _still_at_it(self, what: Any) -> None:
        if self.next_rule is not None:
            raise StepsRoundError(f"{what} is wanted by a rule that has handed over to another one")

    def note(self, path: Path, value: Hashable) -> None:
        """A fact that the rule has read for the first time."""
        self._still_at_it(path)
        self.steps.append(_Step(FACT, path, path, value))

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self._still_at_it(name)
        said, shown = self._said_before_the_die(), Face(self._face(name, sides), sides)
        self.steps.append(_Step(ROLL, name, sides, shown, said))
        return cast(int, shown)

    def three_dice(self, names: tuple[str, str, str]) -> tuple[int, int, int]:
        self._still_at_it(names)
        said, (one, two, three) = self._said_before_the_die(), (self._face(name, 6) for name in names)
        self.steps.append(_Step(THREE, names, None, (one * 6 + two) * 6 + three - 43, said))
        return one, two, three

    def _face(self, name: str, sides: int) -> int:
        """What a die shows, thrown already or now."""
        made = next(self.made, None)
        return self.table.roll(name, sides) if made is None else cast(int, made[1])

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        self._still_at_it(question)
        if self.table.manager:
            return self._say(self.table.manager, question, options)
        made = next(self.made, None)
        key = self.table.ask(side, question, options) if made is None else cast(str, made[1])
        self.steps.append(_Step(ASK, question, (side, options), key))
        return key

    def _say(self, manager: DecisionMaker, question: str, options: Sequence[Option]) -> str:
        """What a manager says who goes by the facts that he reads here."""
        key = manager.decide(question, options, self.facts)
        check_choice(question, key, options)
        self.said.append((question, key))
        return key

    def end(self) -> None:
        """The dice of this run are gone, and so are the facts: the game they belong to shall not wait for the gc."""
        for step in self.steps:
            if step.kind == ROLL:
                step.answer.gone()
        self.facts = None

    def _said_before_the_die(self) -> tuple[Entry, ...]:
        """All that was said since the last one, on record from now on; it stands below every fact read meanwhile."""
        said = tuple(self.said)
        self.said.clear()
        self.table.record.extend(entry for entry in said if next(self.made, None) is None)
        return said


def _answer(node: _Node, key: str) -> Entry:
    """The log's entry of a decision. Raises TableError for one that is not legal."""
    check_choice(node.name, key, node.options)
    return node.answers[key]
