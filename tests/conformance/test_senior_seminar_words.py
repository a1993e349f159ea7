"""A Senior Seminar case with unknown words is rejected with the field's name and gets no result."""

from typing import Any

import pytest

from tests.conformance.adapters import gather
from tests.conformance.given import CaseFacts, UnreadError, check_all_read
from tests.conformance.senior_seminar import WORDS
from tests.conformance.words.reading import UnknownWords

HIT = {"hit": "SINGLE", "bases": {"first": {"running": 9}}, "outs": 0}
CHART = {"1": 3, "2": 6, "3": 10, "4": 14, "5": 18}


@pytest.mark.parametrize(
    ("area", "facts", "field"),
    [
        ("extra_base", HIT | {"bases": {"fourth": {}}}, "bases"),
        ("extra_base", {"hit": "SINGLE", "bases": {}}, "outs"),
        ("extra_base", HIT | {"outfield_arms": {"XF": 1}}, "outfield_arms"),
        ("plus_plus", {"reading": "GROUNDBALL(ss)A++", "infield": "shallow", "held": []}, "infield"),
        ("plus_plus", {"reading": "GROUNDBALL(ss)A++", "infield": "back", "held": ["fourth"]}, "held"),
        ("walk", {"event": "balk", "bases": {}, "outs": 0}, "event"),
        ("injury", {"table_duration": "a fortnight"}, "table_duration"),
        (
            "groundball",
            {"reading": "GROUNDBALL(ss)A", "bases": {}, "outs": 0, "chart_cell": {"batter": "?"}},
            "chart_cell",
        ),
        ("bunt_allowed", {"play": "drag", "bases": {"first": {}}, "outs": 0}, "play"),
        ("hit_and_run_miss", {"chart_result": "a hit", "bases": {"first": {}}, "outs": 0}, "chart_result"),
        ("starter_fatigue", {"role": "mascot", "endurance": 6, "log": []}, "role"),
        ("substitution", {"action": "protest", "current_pitcher": "starter"}, "action"),
        ("hold_change", {"since_last_instruction": ["a bird flies by"]}, "event"),
        ("out_of_position", {"rated_positions": ["rover"], "plays": "lf"}, "rated_positions"),
        (
            "catcher_blocking",
            {"safe_up_to": 9, "blocking_chart_safe_up_to": CHART, "throw_to": "home"},
            "blocking_chart_safe_up_to",
        ),
    ],
)
def test_unknown_word_error_includes_the_field(area: str, facts: dict[str, Any], field: str) -> None:
    with pytest.raises(UnknownWords, match=f"“{field}”"):
        gather().adapters["senior_seminar", area](CaseFacts(facts, WORDS), "senior_seminar")


def test_field_unknown_to_the_adapter_is_refused() -> None:
    case_facts = CaseFacts(HIT | {"extra_base_attempt": False, "rain": True}, WORDS)
    gather().adapters["senior_seminar", "hit_advance"](case_facts, "senior_seminar")
    with pytest.raises(UnreadError, match="rain"):
        check_all_read(case_facts, frozenset(), frozenset())
