"""A known fact in a different notation has the same result, and a word in no table is rejected."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.adapters import SYSTEMS_BY_RULESET, Registry, table_for
from tests.conformance.case_files import SHIPPED, Case, read_files
from tests.conformance.words.reading import NUMBERS, UnknownWords
from tests.conformance.words.translation import TranslationTable, folded, innings_of, number_of

NONSENSE = "zyzzyva"
Path = tuple[str | int, ...]
SYSTEMS = sorted({system for systems in SYSTEMS_BY_RULESET.values() for system in systems})


def first_of_each_area(registry: Registry, system: str) -> list[Case]:
    cases = [case for case in read_files([SHIPPED]) if registry.system_of(case) == system]
    first = {case.area: case for case in reversed(cases) if registry.adapter(case) and case.stem == system}
    return [case for case in first.values() if not registry.needs_database(case)]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from leaves(part, (*path, key))
    if not isinstance(value, dict | list):
        yield path, value


def changed(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, dict):
        return {key: changed(part, path[1:], new) if key == path[0] else part for key, part in value.items()}
    return [changed(part, path[1:], new) if place == path[0] else part for place, part in enumerate(value)]


def key_of(path: Path) -> str:
    return next(str(part) for part in reversed(path) if isinstance(part, str))


def notations(table: TranslationTable, key: str, value: Any) -> list[Any]:
    """Return other ways to write a value."""
    if isinstance(value, bool):
        return ["yes", "TRUE", "y"] if value else ["no", "False", "n"]
    if isinstance(value, int) and key in table.numbers:
        spoken = [NUMBERS[value]] if 0 <= value < len(NUMBERS) else []
        return [str(value), f" {value} ", float(value), *spoken]
    if value is None and key in table.nothing:
        return ["none", "null", ""]
    if isinstance(value, str) and key in table.innings:
        full, _, thirds = value.partition(".")
        return [float(value), {"0": full, "1": f"{full} 1/3", "2": f"{full}⅔"}[thirds], f"{value} innings"]
    if isinstance(value, str) and (words := table.words.get(key)):
        meaning_of_word = words.get(folded(value), value)
        return [word for word, synonyms in words.items() if synonyms == meaning_of_word]
    return []


@pytest.mark.parametrize("system", SYSTEMS)
def test_equivalent_notations_give_the_same_answer(registry: Registry, system: str) -> None:
    table, tried = table_for(system), 0
    for case in first_of_each_area(registry, system):
        for path, value in leaves(case.facts):
            for notation in notations(table, key_of(path), value):
                changed_facts = changed(case.facts, path, notation)
                assert not registry.wrong(case, changed_facts), f"{case.id}: {path} as {notation!r}"
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("system", SYSTEMS)
def test_nonsense_word_is_refused_for_numbers_booleans_and_known_words(registry: Registry, system: str) -> None:
    table = table_for(system)
    for case in first_of_each_area(registry, system):
        for path, value in leaves(case.facts):
            key = key_of(path)
            must_fail = key in (table.numbers | table.truths) - table.free or key in table.closed
            if must_fail and not isinstance(value, str | None):
                with pytest.raises(UnknownWords, match=key.replace("[", r"\[").replace("+", r"\+")):
                    registry.answer(case, changed(case.facts, path, NONSENSE))


@pytest.mark.parametrize(
    ("written", "expected"),
    [("4", "4.0"), (4, "4.0"), (4.1, "4.1"), ("4 2/3", "4.2"), ("⅓", "0.1"), (".2", "0.2"), ("3 innings", "3.0")],
)
def test_reads_innings_in_every_notation(written: Any, expected: str) -> None:
    assert innings_of(written) == expected


@pytest.mark.parametrize("written", ["4.3", "a few", "4/5", ""])
def test_text_that_is_not_innings_is_returned_unchanged(written: str) -> None:
    assert innings_of(written) == written


@pytest.mark.parametrize(
    ("written", "expected"),
    [("7", 7), ("−2", -2), ("+3", 3), ("Seven", 7), ("5th", 5), ("no outs", 0), (2.0, 2), ("x", "x")],
)
def test_reads_numbers_in_every_notation(written: Any, expected: Any) -> None:
    assert number_of(written) == expected


def test_lists_can_be_written_as_text() -> None:
    table = table_for("som_2")
    assert table.translated({"runners_on": "1st and 3B"}) == {"runners_on": ["first", "third"]}
    assert table.translated({"runners_on": "Bases Loaded"}) == {"runners_on": ["first", "second", "third"]}
    assert table.translated({"stealing": "none"}) == {"stealing": []}
    assert table_for("inside_pitch").translated({"runners": "1, 3"}) == {"runners": [1, 3]}


def test_outcomes_can_be_written_out() -> None:
    table = table_for("pine_tar")
    assert table.translated({"outcome": "walk"}) == {"outcome": "BB"}
    assert table.translated({"outcome": "ground out to shortstop"}) == {"outcome": "GO-SS"}
    assert table_for("senior_seminar").translated({"reading": "fly ball (right field) B"}) == {
        "reading": "FLYBALL(rf)B"
    }
