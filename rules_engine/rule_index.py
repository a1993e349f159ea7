"""An index of every rule by printed number: its text, the functions that implement it, and the editions that use it.

The command writes docs/reference/rules.md.

After changing a docstring, run `python -m rules_engine.rule_index` from the repository root.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rules_engine.help_texts import HELP_TEXTS
from rules_engine.in_force import books, in_force, is_profile

ENGINE: Final = Path(__file__).parent
PAGE: Final = ENGINE.parent / "docs" / "reference" / "rules.md"
PAGES_OF_RULES: Final = ENGINE.parent / "docs" / "rule_pages.toml"
AT_THE_TABLE: Final = "at the table"  # not on any page: a rule of play that the game itself applies
NUMBER: Final = re.compile(r"(?<![\w.\"])(?:SS|[ST])?\d{1,2}\.\d{1,3}[A-F]?\d?(?![\w%]|\.\d)")
_LEADING: Final = re.compile(
    r"^(?:(?:and |to )?(?:SS|[ST])?\d{1,2}\.\d{1,3}[A-F]?\d?(?:-[A-F\d]+)?(?:, | and |: ?|-))+"
)
_ALONE: Final = re.compile(r"(?:SS|[ST])?[1-9]\d?\.\d{1,3}[A-F]?\d?[a-c]?|T0\.\d\d")
# Apparent numbers there are innings or examples. docs/reference/systems.md has the numbers of other systems.
_NOT_RULES: Final = frozenset(("innings.py", "rule_index.py", "system_index.py"))
_OTHER_SYSTEMS: Final = ("systems/pine_tar/", "systems/inside_pitch/")
_TITLE: Final = """# The rules, by number

`python -m rules_engine.rule_index` generates this index from the code. A test fails if it is out of date.

- Numbers without a letter are Strat-O-Matic's own: Basic 1-10, Advanced and Super Advanced 11-30.
- S and T mark the STAR tournament rules, and SS those of Senior Seminar.
- 5.10, 5.11, 9.04, 9.16, 9.17 and 9.19 are from the Official Baseball Rules.

*In force* depends on the settings of the editions and tournament profiles (`rules_engine/rules_in_force.toml`). *Met
on* is the page where a director or manager meets the rule (`docs/rule_pages.toml`). [The rulebooks, number by
number](systems.md) have the tests.
"""
_NAMES: Final = {
    "som_basic": "Basic",
    "som_advanced": "Advanced",
    "som_super_advanced": "Super Advanced",
    "star": "STAR of 2010",
    "star_2016": "STAR of 2016",
    "star_2020": "STAR of 2020",
    "star_2024": "STAR of 2024",
    "senior_seminar": "Senior Seminar",
}
_STAR: Final = ("star", "star_2016", "star_2020", "star_2024")


class Keeper(NamedTuple):
    """A function or class that implements rules, with its location and the first sentence of its docstring."""

    path: str
    name: str
    sentence: str
    numbers: tuple[str, ...]


def keepers() -> list[Keeper]:
    """Return everything in the engine whose docstring names a rule, by path, with the displayed sentence."""
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if _speaks_of_these_rules(path)]
    shown = [Keeper("help_texts.py", "HELP_TEXTS", text.sentence, (text.rule,)) for text in HELP_TEXTS]
    return [*(keeper for path in paths for keeper in _keepers_in(path)), *shown]


def _speaks_of_these_rules(path: Path) -> bool:
    return path.name not in _NOT_RULES and not path.relative_to(ENGINE).as_posix().startswith(_OTHER_SYSTEMS)


def _keepers_in(path: Path) -> Iterator[Keeper]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
            numbers = tuple(dict.fromkeys(NUMBER.findall(text)))
            if numbers:
                sentence = _LEADING.sub("", " ".join(text.split("\n\n")[0].split()))
                yield Keeper(path.relative_to(ENGINE).as_posix(), node.name, sentence, numbers)


def in_order(number: str) -> tuple[str, int, str]:
    """Return a key that sorts 2.2 before 2.21 before 13.1, and plain numbers before S and T."""
    letter = number[: len(number) - len(number.lstrip("ST"))]
    section, _, rest = number.lstrip("ST").partition(".")
    return letter, int(section), rest


def page() -> str:
    """Return the text of docs/reference/rules.md."""
    by_number: dict[str, list[Keeper]] = {}
    for keeper in keepers():
        for number in keeper.numbers:
            by_number.setdefault(number, []).append(keeper)
    lines = [_TITLE, "| rule | in force | met on | kept by | what it does |", "|---|---|---|---|---|"]
    for number in sorted(by_number, key=in_order):
        for keeper in by_number[number]:
            sentence = keeper.sentence.replace("|", "\\|")
            function = f"`{keeper.path}` {keeper.name}"
            lines.append(f"| {number} | {where_in_force(number)} | {met_on(number)} | {function} | {sentence} |")
    return "\n".join(lines) + "\n"


@cache
def rule_pages() -> dict[str, dict[str, str]]:
    """Return each rule's pages: rule number -> URL name -> page title."""
    pages: dict[str, dict[str, str]] = {}
    for address, page_of_rules in tomllib.loads(PAGES_OF_RULES.read_text(encoding="utf-8")).items():
        for number in page_of_rules["rules"]:
            pages.setdefault(number, {})[address] = page_of_rules["title"]
    return pages


def met_on(number: str) -> str:
    """Return the pages, such as "Enter results; Pitching sheet", or a note that the rule applies at the table."""
    return "; ".join(rule_pages().get(number, {}).values()) or AT_THE_TABLE


def where_in_force(number: str) -> str:
    """Return where a rule is in force.

    Examples: "all editions", "Super Advanced, STAR; tournament", "tournament: purestrat_internet".

    If only an option outside the defaults puts a rule in force, the text is "no edition as shipped".
    """
    keys = in_force(number)
    all_keys: dict[bool, list[str]] = {True: [], False: []}
    for key in sorted(books(), key=lambda key: (*_NAMES, key).index(key)):
        all_keys[is_profile(books()[key])].append(key)
    editions, profiles = ([key for key in all_keys[kind] if key in keys] for kind in (False, True))
    games = "all editions" if editions == all_keys[False] else _listed(editions)
    tournament = (
        "tournament"
        if profiles == all_keys[True]
        else f"tournament: {', '.join(_without_versions(profiles, all_keys[True]))}"
    )
    return "; ".join(filter(None, (games, tournament if profiles else ""))) or "no edition as shipped"


def _without_versions(profiles: Sequence[str], all_keys: Sequence[str]) -> list[str]:
    """Return the editions' names, with the version only if another version of the same edition lacks the rule."""
    names = {key.partition("@")[0] for key in all_keys if key in profiles}
    missing = {key.partition("@")[0] for key in all_keys if key not in profiles}
    return [*sorted(names - missing), *(key for key in profiles if key.partition("@")[0] in missing)]


def _listed(editions: list[str]) -> str:
    """Return the rulesets' names. A rule in every STAR ruleset is listed under STAR."""
    if set(_STAR) <= set(editions):
        editions = [key for key in editions if key not in _STAR[1:]]
        return ", ".join({**_NAMES, _STAR[0]: "STAR"}.get(key, key) for key in editions)
    return ", ".join(_NAMES.get(key, key) for key in editions)


def written_in_code() -> dict[str, str]:
    """Return where each rule number first appears as a separate string in the engine, for options and rulings."""
    place_by_number: dict[str, str] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        if _speaks_of_these_rules(path):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ALONE.fullmatch(node.value):
                    place_by_number.setdefault(
                        node.value.rstrip("abc"), f"{path.relative_to(ENGINE).as_posix()}:{node.lineno}"
                    )
    return place_by_number


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
