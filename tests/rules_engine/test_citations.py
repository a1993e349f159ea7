"""Every rule number cited in a message is in the catalog, and its subject fits the message."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from rules_engine.profile_lines import PitchingRules, ProfileLine

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_engine", "tournaments", "drafts", "games", "pitching", "weekend", "tabletop")
NUMBER = re.compile(r"T\d+\.\d+")
RULERS = ("allow", "refuse", "Refused", "Stale")

# Words for each section's subject, restated from the catalog. A message that cites the section uses one of them.
SUBJECTS = {
    "T0.01": r"designated hitter|weather|clutch|park|super|option|roster",
    "T0.02": r"draft|pick|team|division|park|roster|position|round|turn|imputed|player|select|free|manager|slot|dice",
    "T0.03": r"information|page|computer|sheet",
    "T0.04": r"mercy|lead|shorter game",
    "T0.05": r"conced|runs|behind|credited|lead|director must agree|recorded as",
    "T0.06": r"official|signed|series|correct|accept|innings|mistake|replay|suspend",
    "T0.08": r"drop|cover|volunteer|compensat|seed|series|void|round robin|manager|take|rotation|rested|partner"
    r"|bye|game|slot|team|replacement|d20|roll|schedule",
    "T0.09": r"declar|starter|advance|tie|rotation|format|head|play|reason|director",
    "T0.14": r"help|rules and dice|opponent|between the roll",
    "T0.15": r"move|half|substitut|pitcher|defen[cs]|position|dice|field|bat",
    "T0.16": r"home|away|visit|roll|d20",
    "T0.17": r"computer|internet|rule",
    "T0.18": r"turn|free|designed park|draft|rescind|selection|pick|double|drafter|window|choose|player",
    "T25.3": r"pitch|position player|row|mound|eligible|nobody|card|left",
    "T31.8": r"agree|recognised|mistake|sentence|batter",
    "T32.0": r"shootout|shoot-out|park|pitch|seed|inning",
}


def citations() -> Iterator[tuple[str, str, str]]:
    """Return (place, message, number) for every ruling with a finding and a printed number."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from _citations_of(path.relative_to(ROOT).as_posix(), tree)


def _citations_of(place: str, tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") in RULERS and len(call.args) > 1):
            continue
        finding, number = call.args[:2]
        if isinstance(finding, ast.Attribute) and isinstance(number, ast.Constant):
            yield f"{place}:{call.lineno}", MESSAGES.get(ast.unparse(finding), ""), str(number.value)


def _all_messages() -> dict[str, str]:
    """Return Finding.NAME -> its message, for every finding enum."""
    citations: dict[str, str] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for enum in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(enum, ast.ClassDef) and any(getattr(base, "id", "") == "Finding" for base in enum.bases):
                    citations |= _messages_of(enum)
    return citations


def _messages_of(enum: ast.ClassDef) -> dict[str, str]:
    citations: dict[str, str] = {}
    for line in enum.body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
            citations[f"{enum.name}.{ast.unparse(line.targets[0])}"] = str(line.value.value)
    return citations


MESSAGES = _all_messages()


def test_every_message_matches_the_subject_of_its_cited_rule() -> None:
    wrong = [
        f"{place}: {number} is not about “{message}”"
        for place, message, number in citations()
        if message and number in SUBJECTS and not re.search(SUBJECTS[number], message, re.IGNORECASE)
    ]
    assert wrong == []


def test_every_cited_section_is_in_the_rulebook() -> None:
    numbers = {number for _, _, number in citations() if NUMBER.fullmatch(number)}
    rulebook = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    assert sorted(number for number in numbers if number not in rulebook) == []


CARRY_OVER = re.compile(r"(starts|relief)_carr(y|ies)_")


def profile_lines() -> Iterator[tuple[str, ProfileLine]]:
    for line in fields(PitchingRules):
        yield line.name, line.metadata["line"]


@pytest.mark.parametrize(("name", "line"), [case for case in profile_lines() if CARRY_OVER.match(case[0])])
def test_settings_without_a_rule_cite_none(name: str, line: ProfileLine) -> None:
    assert line.rule == "", name


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("the line scores have 8 and 8 innings, but 9 were played", "T0.04"),
        ("Table 3 is given to East and to West.", "T0.04"),
    ],
)
def test_detects_a_rule_cited_for_another_subject(message: str, number: str) -> None:
    assert not re.search(SUBJECTS[number], message, re.IGNORECASE)
