"""Rulings: a finding with its printed rule, subject and facts, and the sentence built from them.

Each chapter has an enum of findings next to its rules. Programs use a finding's name. Its value is the sentence for
people, with the facts in braces and their formats:

    {left:innings}            outs as innings: 5 is "1.2"
    {relieved:sum of innings} "1.2 + 1.1 = 3.0"; {runs:sum} the same for plain numbers
    {rest:games}              the first and last of several columns: "game 5", "games 5 and 6", "games 5-7"
    {able:list} {able:or}     "A, B and C", "A, B or C"; {able:commas} "A, B, C"; {level:and} "A and B and C"
    {runs:# run}              a number with its noun: "1 run", "2 runs"; {n:# loss/losses} for irregular plurals
    {before}                  another ruling's sentence; any other value as is, or with a format ("+d")
    {rule}                    the rule number, for a sentence that cites it
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from rules_engine.innings import format_innings

_NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Finding(Enum):
    """Base class for a chapter's findings."""

    _value_: str

    @property
    def names_its_rule(self) -> bool:
        return "{rule}" in self._value_


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision, and the player, team or game that it is about.

    `rule` is a printed number as a string, because "T31.1" isn't "T31.10". It is "" if the figures just don't add up.
    Subjects and facts are numbers or keys. Names among the facts are only for the sentence.
    """

    allowed: bool
    finding: Finding
    rule: str
    subject: object = None
    facts: Mapping[str, object] = field(default_factory=lambda: _NO_FACTS, hash=False)

    def __bool__(self) -> bool:
        return self.allowed

    def __reduce__(self) -> tuple[type["Ruling"], tuple[object, ...]]:
        """Support passing rulings between processes. Read-only facts can't be pickled."""
        return Ruling, (self.allowed, self.finding, self.rule, self.subject, dict(self.facts))

    def __str__(self) -> str:
        """Return the sentence, preceded by the rule unless the sentence cites it."""
        return self.reason if self.finding.names_its_rule or not self.rule else f"{self.rule}: {self.reason}"

    @property
    def reason(self) -> str:
        """Return the sentence. It is generated on demand, because most rulings are never displayed."""
        template = self.finding._value_
        if "{" not in template:
            return template
        facts = {"rule": self.rule, "subject": self.subject, **self.facts}
        return "".join([f"{text}{_written(facts[name], way) if name else ''}" for text, name, way in _parts(template)])

    @property
    def shown_facts(self) -> dict[str, object]:
        """Return the facts in the sentence, as numbers, strings and lists of these.

        Other values, such as another ruling, appear as text from the sentence.
        """
        parts = _parts(self.finding._value_)
        return {name: _plain(self.facts[name], way) for _, name, way in parts if name in self.facts}


def allow(finding: Finding, rule: str, *, subject: object = None, **facts: object) -> Ruling:
    return Ruling(True, finding, rule, subject, MappingProxyType(facts))


def refuse(finding: Finding, rule: str, *, subject: object = None, **facts: object) -> Ruling:
    return Ruling(False, finding, rule, subject, MappingProxyType(facts))


def first_refusal(*rulings: Ruling) -> Ruling:
    """Return the first negative ruling, or the last ruling if there is none."""
    return next((ruling for ruling in rulings if not ruling.allowed), rulings[-1])


def opening(words: str) -> str:
    """Return the text with a capital first letter."""
    return words[:1].upper() + words[1:]


def _games(span: tuple[int, int]) -> str:
    first, last = span
    if first == last:
        return f"game {first}"
    return f"games {first} and {last}" if last == first + 1 else f"games {first}-{last}"


def _sum(numbers: Sequence[int], write: Callable[[int], str] = str) -> str:
    terms, total = " + ".join(map(write, numbers)), write(sum(numbers))
    return total if len(numbers) == 1 else f"{terms or write(0)} = {total}"


def _listed(names: Sequence[object], last: str) -> str:
    *rest, end = map(str, names)
    return f"{', '.join(rest)} {last} {end}" if rest else end


def _counted(number: int, noun: str) -> str:
    single, _, several = noun.partition("/")
    return f"{number} {single if number == 1 else several or f'{single}s'}"


_WAYS: Final[Mapping[str, Callable[[Any], str]]] = {
    "innings": format_innings,
    "sum of innings": lambda outs: _sum(outs, format_innings),
    "sum": _sum,
    "games": _games,
    "list": lambda names: _listed(names, "and"),
    "or": lambda names: _listed(names, "or"),
    "and": lambda names: " and ".join(map(str, names)),
    "commas": lambda names: ", ".join(map(str, names)),
}


@cache
def _parts(template: str) -> list[tuple[str, str, str]]:
    """Split a sentence into (words, following fact, the fact's format). Cached because a page has hundreds."""
    return [(text, name or "", way or "") for text, name, way, _ in Formatter().parse(template)]


def _plain(value: Any, way: str) -> object:
    if isinstance(value, int):
        return value
    if isinstance(value, str) and not way:
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str) and way:
        return [element if isinstance(element, int) else str(element) for element in value]
    return _written(value, way)


def _written(value: Any, way: str) -> str:
    if way.startswith("# "):
        return _counted(value, way[2:])
    if write := _WAYS.get(way):
        return write(value)
    return value.reason if isinstance(value, Ruling) else format(value, way)
