"""An index of each rulebook's numbers: the functions that implement a rule and its tests.

The command writes docs/reference/systems.md.

`catalogues/KEY.toml` has one rulebook's numbers but no text from it:

    title = "Senior Seminar"
    prefix = "SS"                           # before a number in docstrings and test names; "" for none
    folders = ["rules_engine/systems"]      # directories of its functions
    numbers = "1.1-a 1.1-b 2.1-a"

    [numbers_in_code]                       # numbers that differ in the code, with their prefixes
    "2.1-a" = "2.0 SS2.1"
    [runners_by_number]                     # a function whose docstring has no number: path and name
    "1.1-b" = "rules_engine/systems/strat_o_matic/substitutions/changes.py change_ruling"
    [tested_by]                             # a test without the number in its name or docstring, or "area:NAME"
    "1.1-b" = "tests/rules_engine/test_some.py test_it area:substitution"
    [not_in_this_system]
    "6.2" = "reason"

A number leads to the functions whose docstrings contain it. The prefix can be followed by a space ("SS2.4", "PT M3").
The number can have the catalogue's form or omit the letter for a part of the rule ("2.4-a", "13.1a").
Tests are rulebook examples of that rule, and functions with the number in their name (test_ss_2_4_...) or docstring.
Run `python -m rules_engine.system_index` from the repository root.
"""

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = Path(__file__).with_name("catalogues")
PAGE: Final = ROOT / "docs" / "reference" / "systems.md"
CASES: Final = ROOT / "tests" / "conformance" / "cases"
MOST_NOT_PLAYED: Final = 20  # at most one in this many numbers is "not in this system"
SHOWN: Final = 2  # most functions and tests in a row; the row notes that there are more
AREA: Final = "area:"
_NUMBER: Final = re.compile(r"(?<![\w.])(?:(?:SS|PT|IP) ?)?[A-Z]{0,2}\d[\w.]*(?:-[A-Za-z](?!\w))?")
_IN_A_NAME: Final = re.compile(
    r"(?<![a-z0-9])(?:(?P<prefix>ss|pt|ip)_?(?P<letters>[a-z]{0,2})|(?P<book>[st]?))"
    r"(?P<section>\d+)(?:_(?P<rest>\d+[a-z]?\d?[a-z]?))?(?![a-z0-9])"
)
_PART: Final = re.compile(r"(?:-\w+|(?<=\d)[a-z]+\d?)$")
_TITLE: Final = """# The rulebooks, number by number

`python -m rules_engine.system_index` generates this page from `rules_engine/catalogues`, the code's docstrings, the
tests and the rulebook examples. A test fails if a number has no function or no test, or if this page is out of date.
`pennant manage rules PTIN3` shows one number, and `pennant manage rules` lists the rulebooks.
"""


class CatalogueError(ValueError):
    """A catalogue is invalid. The message includes the file and the number."""


class CodePlace(NamedTuple):
    """A function, class or test, with its name and its file relative to the repository."""

    path: str
    name: str

    def shown_from(self, folder: str) -> str:
        """Return "`batting/hits.py` resolve_hit", with the path relative to this directory if it is inside."""
        return f"`{self.path.removeprefix(folder + '/')}` {self.name}"


@dataclass(frozen=True)
class Catalogue:
    """One rulebook: its rule numbers, and the places not visible in docstrings and test names."""

    key: str
    title: str
    prefix: str
    folders: tuple[str, ...]
    numbers: tuple[str, ...]
    numbers_in_code: Mapping[str, str] = field(default_factory=dict)
    runners_by_number: Mapping[str, str] = field(default_factory=dict)
    tested_by: Mapping[str, str] = field(default_factory=dict)
    not_in_this_system: Mapping[str, str] = field(default_factory=dict)

    def written(self, number: str) -> tuple[str, ...]:
        """Return the keys under which this number can appear in code and tests."""
        if number in self.numbers_in_code:
            return tuple(dict.fromkeys(key_of("", form) for form in self.numbers_in_code[number].split()))
        return tuple(dict.fromkeys(key_of(self.prefix, form) for form in (number, _PART.sub("", number))))


@dataclass(frozen=True)
class IndexRow:
    """A rule number with the functions that implement it and its tests, or the reason why it isn't implemented."""

    number: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    not_played: str = ""

    @property
    def line(self) -> str:
        if self.not_played:
            return f"| {self.number} | not in this system: {self.not_played} | |"
        return f"| {self.number} | {_shown(self.functions)} | {_shown(self.tests)} |"


def _shown(places: tuple[str, ...]) -> str:
    return "; ".join((*places[:SHOWN], *(("and more",) if len(places) > SHOWN else ())))


def key_of(prefix: str, number: str) -> str:
    """Normalize a number for comparison: "SS2.4-a" and "ss_2_4a" are "SS2.4A". Add the prefix if it is missing."""
    plain = re.sub(r"[^A-Z0-9.]", "", number.upper()).rstrip(".")
    return plain if not prefix or plain.startswith(prefix) else prefix + plain


def catalogues() -> list[Catalogue]:
    """Return every catalogue by key."""
    return [read_catalogue(path) for path in sorted(FOLDER.glob("*.toml"))]


@cache
def every_number() -> frozenset[str]:
    """Return all catalogues' numbers as keys, with and without the letter for a part."""
    return frozenset(
        key
        for catalogue in catalogues()
        for number in catalogue.numbers
        for key in (key_of("", number), key_of("", _PART.sub("", number)), *catalogue.written(number))
    )


def read_catalogue(path: Path) -> Catalogue:
    """Load a catalogue. Raise CatalogueError for duplicate numbers and for lines about unknown numbers."""
    file: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    numbers = tuple(file.pop("numbers").split())
    if twice := [number for number, count in Counter(numbers).items() if count > 1]:
        raise CatalogueError(f"{path.name}: {twice[0]} is listed twice")
    for section in ("numbers_in_code", "runners_by_number", "tested_by", "not_in_this_system"):
        if unknown := [number for number in file.get(section, {}) if number not in numbers]:
            raise CatalogueError(f"{path.name}: [{section}] {unknown[0]} is not a number in this catalog")
    return Catalogue(path.stem, file.pop("title"), file.pop("prefix"), tuple(file.pop("folders")), numbers, **file)


def rows(catalogue: Catalogue) -> list[IndexRow]:
    """Return one row per number, in catalogue order."""
    functions_by_key, tested, cases = (
        functions_by_number(catalogue.folders),
        tests_by_number(),
        cases_by_number(catalogue),
    )
    return [_row(catalogue, number, functions_by_key, tested, cases) for number in catalogue.numbers]


Places = Mapping[str, tuple[CodePlace, ...]]


def _row(
    catalogue: Catalogue, number: str, functions_by_key: Places, tested: Places, cases: Mapping[str, list[str]]
) -> IndexRow:
    if number in catalogue.not_in_this_system:
        return IndexRow(number, (), (), catalogue.not_in_this_system[number])
    forms, folder = catalogue.written(number), catalogue.folders[0]
    functions = [
        *named(catalogue.runners_by_number.get(number, "")),
        *(place for form in forms for place in functions_by_key.get(form, ())),
    ]
    tests = [*named(catalogue.tested_by.get(number, "")), *(place for form in forms for place in tested.get(form, ()))]
    areas = dict.fromkeys(area for form in forms for area in cases.get(form, ()))
    areas |= dict.fromkeys(place.name for place in tests if place.path == AREA)
    checks = [f"rulebook examples {', '.join(areas)}"] if areas else []
    checks += [test.shown_from("tests") for test in tests if test.path != AREA]
    return IndexRow(number, _once(place.shown_from(folder) for place in functions), _once(checks))


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def named(text: str) -> list[CodePlace]:
    """Parse a line in [runners_by_number] or [tested_by]: "path name path name area:NAME"."""
    places, path = list[CodePlace](), ""
    for word in text.split():
        if word.startswith(AREA):
            places.append(CodePlace(AREA, word.removeprefix(AREA)))
        elif word.endswith(".py"):
            path = word
        else:
            places.append(CodePlace(path, word))
    return places


@cache
def functions_by_number(folders: tuple[str, ...]) -> Places:
    """Return these directories' functions and classes by rule key, best match first.

    A function whose docstring starts with the number is a better match than one that mentions it later.
    """
    first, later = dict[str, list[CodePlace]](), dict[str, list[CodePlace]]()
    for folder in folders:
        for place, text in _documented(ROOT / folder):
            keys = list(dict.fromkeys(key_of("", number) for number in _NUMBER.findall(text)))
            for key in keys:
                into = first if _NUMBER.match(text) and key == keys[0] else later
                into.setdefault(key, []).append(place)
    return {key: (*first.get(key, ()), *later.get(key, ())) for key in {*first, *later}}


@cache
def tests_by_number() -> Places:
    """Return the tests with a rule in their name or docstring, by rule key."""
    by_key = dict[str, list[CodePlace]]()
    if not CASES.exists():  # installed without its tests
        return {}
    for place, text in _documented(ROOT / "tests", without=True):
        if place.name.startswith("test_"):
            for key in (*numbers_in_name(place.name), *(key_of("", number) for number in _NUMBER.findall(text))):
                by_key.setdefault(key, []).append(place)
    return {key: tuple(dict.fromkeys(places)) for key, places in by_key.items()}


def numbers_in_name(name: str) -> list[str]:
    """Return the numbers in a test name: "test_ss_2_4_the_throw" -> SS2.4, "test_pt_m3_order" -> PTM3.

    A name can have two: "test_13_31_and_s13_61".
    """
    numbers = []
    for match in _IN_A_NAME.finditer(name):
        letters = (match["prefix"] or "") + (match["letters"] or "") + (match["book"] or "")
        if match["prefix"] or match["rest"]:
            numbers.append(key_of("", letters + match["section"] + (f".{match['rest']}" if match["rest"] else "")))
    return numbers


def cases_by_number(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return the areas of the rulebook examples, by the rule key they name."""
    areas = dict[str, list[str]]()
    for path in sorted(CASES.glob(f"{catalogue.key}*.jsonl")):
        for line in filter(str.strip, path.read_text(encoding="utf-8").splitlines()):
            case = json.loads(line)
            for rule in re.split(r"[/,] ?", str(case.get("rule", ""))):
                areas.setdefault(key_of(catalogue.prefix, rule), []).append(case["area"])
    return areas


def _documented(folder: Path, *, without: bool = False) -> Iterator[tuple[CodePlace, str]]:
    """Yield every function and class with its docstring, including those `without` one if requested."""
    for path in [folder] if folder.suffix == ".py" else sorted(folder.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                if text or without:
                    yield CodePlace(where, node.name), text


def page() -> str:
    """Return the text of docs/reference/systems.md."""
    return "\n".join([_TITLE, *(line for catalogue in catalogues() for line in _chapter(catalogue))])


def _chapter(catalogue: Catalogue) -> Iterator[str]:
    yield f"## {catalogue.title}\n\nFiles are in `{catalogue.folders[0]}` and `tests` unless another folder is named.\n"
    if catalogue.prefix:
        yield f"In the code its numbers begin with {catalogue.prefix}.\n"
    yield "| number | kept by | tested by |\n|---|---|---|"
    yield from (row.line for row in rows(catalogue))
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
