"""Every rule by its printed number: what it says in one sentence and which function keeps it. Writes docs/rules.md.

Run `python -m rules_engine.rule_index` from the top of the repository after a docstring has changed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ENGINE: Final = Path(__file__).parent
PAGE: Final = ENGINE.parent / "docs" / "rules.md"
NUMBER: Final = re.compile(r"(?<![\w.\"])[ST]?\d{1,2}\.\d{1,3}[A-F]?\d?(?![\w%]|\.\d)")
_LEADING: Final = re.compile(r"^(?:(?:and |to )?[ST]?\d{1,2}\.\d{1,3}[A-F]?\d?(?:-[A-F\d]+)?(?:, | and |: ?|-))+")
_NOT_RULES: Final = frozenset(
    ("innings.py", "rule_index.py")
)  # what looks like a number there is innings or an example
_TITLE: Final = """# The rules, by number

Made from the code by `python -m rules_engine.rule_index`; a test fails when it is out of date. Numbers without a letter
are Strat-O-Matic's own (Basic 1-10, Advanced and Super Advanced 11-30), S and T those of the STAR tournament rules;
5.10, 5.11, 7.01, 9.04 and 9.16 are of the Official Baseball Rules. Which edition has a rule in force:
`rules_engine/systems/strat_o_matic/editions/*.toml`.
"""


class Keeper(NamedTuple):
    """A function or class that keeps rules: where it is, and the first sentence of what it says of itself."""

    path: str
    name: str
    sentence: str
    numbers: tuple[str, ...]


def keepers() -> list[Keeper]:
    """Everything in the engine whose docstring names a rule, by path."""
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if path.name not in _NOT_RULES]
    return [keeper for path in paths for keeper in _keepers_in(path)]


def _keepers_in(path: Path) -> Iterator[Keeper]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
            numbers = tuple(dict.fromkeys(NUMBER.findall(text)))
            if numbers:
                sentence = _LEADING.sub("", " ".join(text.split("\n\n")[0].split()))
                yield Keeper(path.relative_to(ENGINE).as_posix(), node.name, sentence, numbers)


def in_order(number: str) -> tuple[str, int, str]:
    """A key that sorts 2.2 before 2.21 before 13.1, plain numbers before S and T."""
    letter = number[0] if number[0] in "ST" else ""
    section, _, rest = number.lstrip("ST").partition(".")
    return letter, int(section), rest


def page() -> str:
    """The whole of docs/rules.md."""
    by_number: dict[str, list[Keeper]] = {}
    for keeper in keepers():
        for number in keeper.numbers:
            by_number.setdefault(number, []).append(keeper)
    lines = [_TITLE, "| rule | kept by | what it does |", "|---|---|---|"]
    for number in sorted(by_number, key=in_order):
        for keeper in by_number[number]:
            sentence = keeper.sentence.replace("|", "\\|")
            lines.append(f"| {number} | `{keeper.path}` {keeper.name} | {sentence} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
