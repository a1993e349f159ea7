"""Examples of the free-text vocabulary in the tournament's cases. Unknown words fail and name the field."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules_engine.eligibility.cards import HitterCard, hitter_eligible, pitcher_usable
from rules_engine.profile import load_profile
from tests.conformance.adapters import TOURNAMENT_PROFILE
from tests.conformance.words import mistakes, moments, people
from tests.conformance.words.reading import UnknownWords, happened, number

MODULES = {"mistakes": mistakes, "moments": moments, "people": people}
EXAMPLES = [json.loads(line) for line in (Path(mistakes.__file__).parent / "examples.jsonl").read_text().splitlines()]
TEXT_ALONE = {
    "line_of_starter",
    "is_unavailable",
    "needed_to_start",
    "faced_a_batter",
    "was_eligible",
}  # these readers accept any text


def eligible_as_described(text: str) -> bool:
    """Check the described card (T10.11, T10.2), or else the stated eligibility."""
    card, edition = people.card_described("announced", text), load_profile(TOURNAMENT_PROFILE)
    if card is None:
        return people.is_eligible("announced", text)
    return bool(hitter_eligible(card, edition) if isinstance(card, HitterCard) else pitcher_usable(card, edition))


def meaning(reader: str, text: str) -> Any:
    module, name = reader.split(".")
    if module == "star_draft":
        return eligible_as_described(text)
    read = getattr(MODULES[module], name)
    return read(text) if name in TEXT_ALONE else read("the field", text)


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{case['reader']}: {case['text']}" for case in EXAMPLES])
def test_reader_understands_the_example(example: dict[str, Any]) -> None:
    result = meaning(example["reader"], example["text"])
    assert (list(result) if isinstance(result, tuple) else result) == example["means"]


LOUD = [
    moments.stage_of,
    moments.outs_when_stopped,
    moments.at_beginning_of_half,
    moments.help_matters,
    moments.is_round_robin,
    moments.is_best_of,
    people.role,
    people.is_pitcher,
    people.injured_role,
    people.proposed_fielder,
    people.bats,
    people.replacement_from_same_division,
    people.is_eligible,
    people.selection,
    mistakes.recognised_in_time,
    mistakes.pinch_hitter_may_pitch,
    mistakes.accepts,
    mistakes.outs_of,
    number,
]


@pytest.mark.parametrize("reader", LOUD)
def test_unknown_word_error_includes_the_field(reader: Any) -> None:
    with pytest.raises(UnknownWords, match="“moon_phase”: cannot read “waxing gibbous”"):
        reader("moon_phase", "waxing gibbous")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("after the sheet was signed", True),
        ("before the sheet was signed", False),
        ("the sheet has not been signed", False),
        ("nobody has signed", False),
        ("once signed, before anything else", True),
        ("after the game, before the sheet was signed", False),
        ("after the game ended", None),
    ],
)
def test_event_detection_respects_adverbs_and_negation(text: str, answer: bool | None) -> None:
    assert happened(text, r"\bsign") is answer
