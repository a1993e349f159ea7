"""Rulings as values: their fields, and the only module that writes their sentences."""

from pathlib import Path

import pytest

from rules_engine.eligibility.pitching import Appearance, PitchingFinding, find_relief_left, rested_since_start
from rules_engine.profile import load_profile
from rules_engine.rulings import Finding, allow, refuse

PURESTRAT = load_profile("purestrat@1")


class Sample(Finding):
    INNINGS = "{left:innings} left"
    SUMS = "{outs:sum of innings}, {runs:sum} runs"
    GAMES = "not in {rest:games}"
    NAMES = "{able:list}, {able:or}, {able:commas}"
    COUNTED = "{games:# game} and {people:# player/players}"
    PLAIN = "nobody is {left} behind by {lead:+d}"
    OTHER = "may not start: {relief}"
    ENDS_WITH_ITS_RULE = "enter a reason ({rule})."


@pytest.mark.parametrize(
    ("finding", "facts", "sentence"),
    [
        (Sample.INNINGS, {"left": 5}, "1.2 left"),
        (Sample.SUMS, {"outs": [5, 4], "runs": [1, 2]}, "1.2 + 1.1 = 3.0, 1 + 2 = 3 runs"),
        (Sample.SUMS, {"outs": [5], "runs": [3]}, "1.2, 3 runs"),
        (Sample.SUMS, {"outs": [], "runs": []}, "0.0 = 0.0, 0 = 0 runs"),
        (Sample.GAMES, {"rest": (5, 5)}, "not in game 5"),
        (Sample.GAMES, {"rest": (5, 6)}, "not in games 5 and 6"),
        (Sample.GAMES, {"rest": (5, 7)}, "not in games 5-7"),
        (Sample.NAMES, {"able": ("Ann",)}, "Ann, Ann, Ann"),
        (Sample.NAMES, {"able": ("Ann", "Bob", "Cy")}, "Ann, Bob and Cy, Ann, Bob or Cy, Ann, Bob, Cy"),
        (Sample.COUNTED, {"games": 1, "people": 1}, "1 game and 1 player"),
        (Sample.COUNTED, {"games": 0, "people": 2}, "0 games and 2 players"),
        (Sample.PLAIN, {"left": "ever", "lead": 3}, "nobody is ever behind by +3"),
        (Sample.OTHER, {"relief": refuse(Sample.INNINGS, "T10.2", left=0)}, "may not start: 0.0 left"),
    ],
)
def test_ruling_formats_facts_like_a_scorer(finding: Finding, facts: dict[str, object], sentence: str) -> None:
    ruling = refuse(finding, "T10.2", **facts)
    assert ruling.reason == sentence
    assert str(ruling) == f"T10.2: {sentence}"


@pytest.mark.parametrize(
    ("finding", "facts", "shown"),
    [
        (Sample.INNINGS, {"left": 5}, {"left": 5}),
        (Sample.SUMS, {"outs": [5, 4], "runs": (1, 2)}, {"outs": [5, 4], "runs": [1, 2]}),
        (Sample.NAMES, {"able": ("Ann", Path("b"))}, {"able": ["Ann", "b"]}),
        (Sample.PLAIN, {"left": Path("card"), "lead": 3}, {"left": "card", "lead": 3}),
        (Sample.OTHER, {"relief": refuse(Sample.INNINGS, "T10.2", left=0)}, {"relief": "0.0 left"}),
        (Sample.INNINGS, {"left": 5, "password": "secret"}, {"left": 5}),
    ],
)
def test_shown_facts_are_plain_values(finding: Finding, facts: dict[str, object], shown: dict[str, object]) -> None:
    assert refuse(finding, "T10.2", subject=7, **facts).shown_facts == shown


def test_sentence_with_its_rule_does_not_repeat_it() -> None:
    assert str(refuse(Sample.ENDS_WITH_ITS_RULE, "T0.09")) == "enter a reason (T0.09)."


def test_decision_exposes_finding_rule_and_facts() -> None:
    rested = rested_since_start([Appearance("start", 18)], 3, PURESTRAT)
    assert (rested.allowed, rested.finding, rested.rule) == (False, PitchingFinding.STARTED_TOO_RECENTLY, "T10.2")
    assert rested.facts == {"started": 1, "rest": (2, 4)}
    allowance = find_relief_left([Appearance("relief", 7), Appearance("relief", 5)], 3, PURESTRAT)
    assert (allowance.ruling.finding, allowance.outs) == (PitchingFinding.NO_RELIEF_LEFT, 0)
    assert allowance.ruling.facts["relieved"] == [7, 5]


def test_rulings_compare_by_finding_rule_subject_and_facts() -> None:
    assert allow(Sample.INNINGS, "T10.2", left=5) == allow(Sample.INNINGS, "T10.2", left=5)
    assert allow(Sample.INNINGS, "T10.2", left=5) != allow(Sample.INNINGS, "T10.2", left=4)
    assert allow(Sample.INNINGS, "T10.2", subject=7, left=5) != allow(Sample.INNINGS, "T10.2", subject=8, left=5)
    assert allow(Sample.INNINGS, "T10.2", left=5) != refuse(Sample.INNINGS, "T10.2", left=5)
