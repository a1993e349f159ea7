"""A fact of a case that its adapter passes over fails the case, and only names and prose may be story."""

from typing import Any

import pytest

from tests.conformance.adapters import TOURNAMENT, Registry
from tests.conformance.case_files import SHIPPED, Case, read_files
from tests.conformance.given import CaseFacts, StoryError, UnreadError, check_all_read
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import RULE_WORDS


def test_facts_that_were_read_count_and_the_rest_is_named_by_its_place() -> None:
    case_facts = CaseFacts(
        {"outs": 1, "enters": {"inning": 9, "lead": 2}, "checks": [{"d20": 1, "white_d6": 3}], "why": "rain"}
    )
    assert (case_facts["outs"], case_facts["enters"]["inning"], case_facts["checks"][0]["d20"]) == (1, 9, 1)
    assert case_facts.unread() == ["why", "enters.lead", "checks[0].white_d6"]


def test_to_ask_whether_a_key_is_there_is_not_to_read_it() -> None:
    case_facts = CaseFacts({"outs": 1})
    assert "outs" in case_facts
    assert case_facts.unread() == ["outs"]


def test_a_table_laid_out_whole_is_read() -> None:
    case_facts = CaseFacts({"chart": {"2b": {"2": "E(2)"}}})
    assert case_facts.full("chart") == {"2b": {"2": "E(2)"}}
    assert case_facts.unread() == []


def test_a_key_that_is_missing_is_refused_and_has_no_default() -> None:
    case_facts = CaseFacts({})
    with pytest.raises(UnknownWords, match="“outs”"):
        case_facts["outs"]
    with pytest.raises(TypeError):
        case_facts.get("outs", 0)  # type: ignore[call-arg]
    assert case_facts.get("outs") is None
    assert case_facts.absent("outs", 0) == 0


@pytest.mark.parametrize("story", ["Al Simmons", "a fly ball to deep left in the rain", ["r1", "Lefty Gomez"]])
def test_names_and_prose_may_be_story(story: Any) -> None:
    check_all_read(CaseFacts({"told": story}), frozenset(("told",)), RULE_WORDS)


def test_story_may_stand_inside_of_an_object() -> None:
    park = {"park": {"name": "Old Park"}, "rolls": [{"by": "Al Simmons"}]}
    check_all_read(read_through(park), frozenset(("park.name", "rolls[0].by")), RULE_WORDS)
    with pytest.raises(StoryError, match="“park.name”"):
        check_all_read(read_through(park | {"park": {"name": 3}}), frozenset(("park.name", "rolls[0].by")), RULE_WORDS)


def read_through(facts: dict[str, Any]) -> CaseFacts:
    case_facts = CaseFacts(facts)
    assert len([case_facts[key] for key in case_facts]) == len(facts)
    return case_facts


@pytest.mark.parametrize("fact", [3, True, None, "7", "hit and run", "Squeeze", "starter", ["second"], {"inning": 9}])
def test_a_number_a_truth_or_a_rules_word_is_no_story(fact: Any) -> None:
    with pytest.raises(StoryError, match="“told”"):
        check_all_read(CaseFacts({"told": fact}), frozenset(("told",)), RULE_WORDS)


def shipped(registry: Registry, *systems: str) -> list[Case]:
    cases = read_files([SHIPPED])
    return [case for case in cases if registry.adapter(case) and registry.system_of(case) in systems]


def first_of_each_area(registry: Registry) -> dict[tuple[str, str], Case]:
    cases = shipped(registry, "som_1", "som_2", "senior_seminar", "pine_tar", "inside_pitch", TOURNAMENT)
    return {(registry.system_of(case), case.area): case for case in reversed(cases)}


@pytest.mark.django_db
def test_every_area_refuses_a_case_with_a_field_that_its_adapter_does_not_know(registry: Registry) -> None:
    areas = first_of_each_area(registry)
    assert len(areas) > 130
    for case in areas.values():
        with pytest.raises(UnreadError, match="wind_blows_in"):
            registry.answer(case, case.facts | {"wind_blows_in": True})
