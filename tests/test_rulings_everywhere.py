"""Test that every finding in a ruling is used with its facts, and that no plain text contains a rule number."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = (
    "core",
    "tournaments",
    "drafts",
    "games",
    "pitching",
    "backups",
    "tabletop",
    "play",
    "club",
    "weekend",
    "config",
    "seasons",
    "rules_engine",
)
NUMBER = re.compile(r"\b(?:[ST]\d{1,2}\.\d{1,3}|(?:PT|IP|SS)[A-Z]?\d)")
SEARCHES = frozenset(("startswith", "endswith", "find", "index", "search", "match", "fullmatch"))
AN_EXAMPLE = "Enter only the rule number, such as T31.2."
RULERS = frozenset(("allow", "refuse", "Refused", "Stale", "TooManyAttempts"))
MADE_BY_RULINGS = frozenset(("rule", "subject"))


@cache
def files() -> dict[str, list[ast.AST]]:
    """Map each file to its parsed nodes. The first test that needs them loads them, not every worker on import."""
    return {
        path.relative_to(ROOT).as_posix(): list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def chapters() -> dict[str, dict[str, dict[str, str]]]:
    """Map each file to its enums of findings, each enum to its members, and each member to its sentence."""
    chapters_by_path: dict[str, dict[str, dict[str, str]]] = {}
    for path, nodes in files().items():
        for node in nodes:
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Finding" for base in node.bases):
                members = [line for line in node.body if isinstance(line, ast.Assign)]
                texts = {ast.unparse(line.targets[0]): ast.literal_eval(line.value) for line in members}
                chapters_by_path.setdefault(path, {})[node.name] = texts
    return chapters_by_path


@cache
def sentences(path: str) -> dict[str, str]:
    """Map names such as "CardFinding.MAY_START" to sentences, for the enums that a file defines or imports."""
    by_chapter = chapters()
    enums = dict(by_chapter.get(path, {}))
    for node in files()[path]:
        if isinstance(node, ast.ImportFrom):
            enums_of_module = by_chapter.get(f"{(node.module or '').replace('.', '/')}.py", {})
            enums |= {alias.name: enums_of_module[alias.name] for alias in node.names if alias.name in enums_of_module}
    return {f"{name}.{member}": text for name, members in enums.items() for member, text in members.items()}


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None} - MADE_BY_RULINGS


def rulings() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call that creates a ruling, with a finding as its first argument."""
    for path, nodes in files().items():
        for node in nodes:
            if isinstance(node, ast.Call) and node.args and _makes_a_ruling(node.func):
                yield f"{path}:{node.lineno}", node


def _makes_a_ruling(called: ast.expr) -> bool:
    if isinstance(called, ast.IfExp):
        return _makes_a_ruling(called.body) and _makes_a_ruling(called.orelse)
    return isinstance(called, ast.Name) and called.id in RULERS


def findings_of(argument: ast.expr) -> list[str]:
    if isinstance(argument, ast.IfExp):
        return [*findings_of(argument.body), *findings_of(argument.orelse)]
    return [ast.unparse(argument)]


def facts_given(path: str, call: ast.Call) -> Iterator[str]:
    """Return the keyword names, including those in an unpacked dictionary that the same file defines."""
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg
        else:
            yield from _keys_of(files()[path], ast.unparse(keyword.value))


def _keys_of(nodes: list[ast.AST], name: str) -> Iterator[str]:
    for node in nodes:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if isinstance(value, ast.Dict) and name in ast.unparse(node).partition("=")[0]:
            yield from (key.value for key in value.keys if isinstance(key, ast.Constant))


def test_every_ruling_supplies_the_facts_of_its_finding() -> None:
    made = 0
    for place, call in rulings():
        sentence_by_member = sentences(place.partition(":")[0])
        fact_names = set(facts_given(place.partition(":")[0], call))
        for finding in findings_of(call.args[0]):
            if finding in sentence_by_member:
                made += 1
                missing = fields_of(sentence_by_member[finding]) - fact_names
                assert not missing, f"{place}: {finding} wants {', '.join(sorted(missing))}"
                assert "{subject" not in sentence_by_member[finding] or "subject" in fact_names, (
                    f"{place}: {finding} wants its subject"
                )
    assert made > 300


def test_findings_are_sentences_instead_of_placeholders() -> None:
    """The exception is a ruling from before a game was saved, which appears with its original text."""
    findings = (
        (f"{name}.{member}", text)
        for enums in chapters().values()
        for name, members in enums.items()
        for member, text in members.items()
    )
    holes = [
        finding for finding, text in findings if not any(literal.strip() for literal, *_ in Formatter().parse(text))
    ]
    assert holes == ["SavedFinding.RULED_BEFORE_THE_GAME"]


def test_refusal_facts_avoid_reserved_field_names() -> None:
    fields_of_place = {"field", "place"}
    for path, enums in chapters().items():
        if path.endswith("/refusals.py"):
            for enum, members in enums.items():
                for member, text in members.items():
                    assert not fields_of(text) & fields_of_place, f"{path}: {enum}.{member}"


def test_every_finding_is_used() -> None:
    used = {
        f"{ast.unparse(node.value)}.{node.attr}"
        for nodes in files().values()
        for node in nodes
        if isinstance(node, ast.Attribute)
    }
    members_by_name = {
        f"{name}.{member}" for enums in chapters().values() for name, text in enums.items() for member in text
    }
    assert sorted(members_by_name - used) == []


def test_findings_are_unique_within_an_enum() -> None:
    for path, enums in chapters().items():
        for enum, members in enums.items():
            twice = sorted(member for member, text in members.items() if list(members.values()).count(text) > 1)
            assert not twice, f"{path}: {enum} says the same under {', '.join(twice)}"


def refusals() -> Iterator[tuple[str, ast.expr]]:
    """Yield a service's rejections: the first argument of Refused, Stale and similar classes, and of exceptions."""
    for path, nodes in files().items():
        for node in nodes:
            call = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(call, ast.Call) and call.args:
                yield f"{path}:{node.lineno}", call.args[0]


def _spoken(argument: ast.AST) -> Iterator[ast.AST]:
    """Yield all parts except those of a ruling, which has its number as a value."""
    if isinstance(argument, ast.Call) and _makes_a_ruling(argument.func):
        return
    yield argument
    for part in ast.iter_child_nodes(argument):
        yield from _spoken(part)


@pytest.mark.parametrize("room", ROOMS)
def test_plain_refusals_contain_no_rule_number(room: str) -> None:
    plain = [
        f"{place}: {part.value}"
        for place, argument in refusals()
        if place.startswith(f"{room}/")
        for part in _spoken(argument)
        if isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and NUMBER.search(part.value)
        and part.value != AN_EXAMPLE
    ]
    assert plain == []


def test_code_does_not_compare_ruling_text() -> None:
    """The code can't use `in`, `==`, startswith or search on a reason. Decisions use the finding, rule and facts."""
    for path, nodes in files().items():
        for node in nodes:
            expressions: list[ast.expr] = []
            if isinstance(node, ast.Compare):
                expressions = [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
                expressions = [node.func.value, *node.args]
            read = [part for part in expressions if isinstance(part, ast.Attribute) and part.attr == "reason"]
            assert not [part for part in read if "ruling" in ast.unparse(part.value)], f"{path}:{node.lineno}"
