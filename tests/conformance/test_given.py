"""A case fails if its adapter ignores a fact, and only names and prose can be story."""

from typing import Any

import pytest

from tests.conformance.adapters import TOURNAMENT, Registry
from tests.conformance.case_files import SHIPPED, Case, read_files
from tests.conformance.given import CaseFacts, StoryError, UnreadError, check_all_read
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import RULE_WORDS


def test_unread_facts_are_listed_by_path() -> None:
    case_facts = CaseFacts(
        {"outs": 1, "enters": {"inning": 9, "lead": 2}, "checks": [{"d20": 1, "white_d6": 3}], "why": "rain"}
    )
    assert (case_facts["outs"], case_facts["enters"]["inning"], case_facts["checks"][0]["d20"]) == (1, 9, 1)
    assert case_facts.unread() == ["why", "enters.lead", "checks[0].white_d6"]


def test_membership_test_does_not_count_as_reading() -> None:
    case_facts = CaseFacts({"outs": 1})
    assert "outs" in case_facts
    assert case_facts.unread() == ["outs"]


def test_reading_a_full_table_marks_every_entry_as_read() -> None:
    case_facts = CaseFacts({"chart": {"2b": {"2": "E(2)"}}})
    assert case_facts.full("chart") == {"2b": {"2": "E(2)"}}
    assert case_facts.unread() == []


def test_missing_key_raises_and_get_has_no_default() -> None:
    case_facts = CaseFacts({})
    with pytest.raises(UnknownWords, match="“outs”"):
        case_facts["outs"]
    with pytest.raises(TypeError):
        case_facts.get("outs", 0)  # type: ignore[call-arg]
    assert case_facts.get("outs") is None
    assert case_facts.absent("outs", 0) == 0


@pytest.mark.parametrize("story", ["Al Simmons", "a fly ball to deep left in the rain", ["r1", "Lefty Gomez"]])
def test_names_and_prose_can_be_declared_as_story(story: Any) -> None:
    check_all_read(CaseFacts({"told": story}), frozenset(("told",)), RULE_WORDS)


def test_story_can_be_nested_in_an_object() -> None:
    park = {"park": {"name": "Old Park"}, "rolls": [{"by": "Al Simmons"}]}
    check_all_read(read_through(park), frozenset(("park.name", "rolls[0].by")), RULE_WORDS)
    with pytest.raises(StoryError, match="“park.name”"):
        check_all_read(read_through(park | {"park": {"name": 3}}), frozenset(("park.name", "rolls[0].by")), RULE_WORDS)


def read_through(facts: dict[str, Any]) -> CaseFacts:
    case_facts = CaseFacts(facts)
    assert len([case_facts[key] for key in case_facts]) == len(facts)
    return case_facts


@pytest.mark.parametrize("fact", [3, True, None, "7", "hit and run", "Squeeze", "starter", ["second"], {"inning": 9}])
def test_numbers_booleans_and_rule_words_cannot_be_story(fact: Any) -> None:
    with pytest.raises(StoryError, match="“told”"):
        check_all_read(CaseFacts({"told": fact}), frozenset(("told",)), RULE_WORDS)


def shipped(registry: Registry, *systems: str) -> list[Case]:
    cases = read_files([SHIPPED])
    return [case for case in cases if registry.adapter(case) and registry.system_of(case) in systems]


def first_of_each_area(registry: Registry) -> dict[tuple[str, str], Case]:
    cases = shipped(registry, "som_1", "som_2", "senior_seminar", "pine_tar", "inside_pitch", TOURNAMENT)
    return {(registry.system_of(case), case.area): case for case in reversed(cases)}


@pytest.mark.django_db
def test_every_area_rejects_an_unknown_field(registry: Registry) -> None:
    areas = first_of_each_area(registry)
    assert len(areas) > 130
    for case in areas.values():
        with pytest.raises(UnreadError, match="wind_blows_in"):
            registry.answer(case, case.facts | {"wind_blows_in": True})
