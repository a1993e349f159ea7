"""Optional rules in a ruleset key, for every game system."""

from pathlib import Path

import pytest

from rules_engine.baseball.optional_rules import (
    OptionalRule,
    OptionalRuleError,
    choices_in,
    key_with_choices,
    rules_in_force,
    ruleset_name,
)
from rules_engine.baseball.ruleset_words import optional_rules_of, ruleset_title, switched_rules
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems import KEYS, load

PARKS = OptionalRule("parks", "30.2", "Ballparks count.", is_on=True)
WEATHER = OptionalRule("weather", "30.5", "The weather counts.", is_on=False, needs="parks")
DOCS = Path(__file__).parents[3] / "docs/reference/optional-rules.md"
RULESETS = [(key, ruleset) for key in KEYS for ruleset in load(key).editions]


def test_a_key_names_the_ruleset_and_the_rules_switched_on_and_off() -> None:
    assert ruleset_name("som_basic+plus_signs-holds") == "som_basic"
    assert choices_in("som_basic+plus_signs-holds") == {"plus_signs": True, "holds": False}
    assert choices_in("som_basic") == {}


def test_a_rule_is_usual_unless_the_key_switches_it() -> None:
    assert rules_in_force([PARKS, WEATHER], {}) == {"parks": True, "weather": False}
    assert rules_in_force([PARKS, WEATHER], {"weather": True}) == {"parks": True, "weather": True}


def test_a_rule_is_off_without_the_rule_that_it_needs_and_cannot_be_switched_on() -> None:
    usual = WEATHER._replace(is_on=True)
    assert rules_in_force([PARKS, usual], {"parks": False}) == {"parks": False, "weather": False}
    with pytest.raises(OptionalRuleError, match=r"weather \(30\.5\) needs parks"):
        rules_in_force([PARKS, WEATHER], {"parks": False, "weather": True})


def test_unknown_rules_and_rules_both_on_and_off_are_refused() -> None:
    with pytest.raises(OptionalRuleError, match="unknown optional rule 'snow'; choose from parks, weather"):
        rules_in_force([PARKS, WEATHER], {"snow": True})
    with pytest.raises(OptionalRuleError, match="weather can't be both on and off"):
        choices_in("book+weather-weather")


def test_a_key_is_made_from_choices_and_leaves_out_what_is_usual() -> None:
    is_on = {"parks": False, "weather": False}
    assert key_with_choices("book", [PARKS, WEATHER], is_on) == "book-parks"
    assert key_with_choices("book", [PARKS, WEATHER], {}) == "book"


@pytest.mark.parametrize(("key", "ruleset"), RULESETS)
def test_each_optional_rule_of_each_ruleset_can_be_switched_and_is_named(key: str, ruleset: str) -> None:
    system = load(key)
    printed = system.edition(ruleset)
    for rule in system.optional_rules(ruleset):
        switched = key_with_choices(ruleset, [rule], {rule.key: not rule.is_on})
        edition = system.edition(switched)
        assert edition.key == switched
        assert edition.title == printed.title
        assert edition != printed
        assert (rule, not rule.is_on) in switched_rules(system, switched)
        assert rule.key.replace("_", " ") in ruleset_title(system, switched)
        assert rule.rule
        assert rule.sentence.endswith(".")


@pytest.mark.parametrize(("key", "ruleset"), RULESETS)
def test_every_system_refuses_an_unknown_rule_with_the_known_ones(key: str, ruleset: str) -> None:
    system = load(key)
    with pytest.raises(SystemFileError, match="unknown optional rule 'snow'"):
        system.edition(f"{ruleset}+snow")
    assert [rule for rule, _ in optional_rules_of(system, ruleset)] == list(system.optional_rules(ruleset))


@pytest.mark.parametrize(("key", "ruleset"), [(key, ruleset) for key, ruleset in RULESETS if ruleset != "full"])
def test_the_docs_list_each_optional_rule_with_its_number_and_what_is_usual(key: str, ruleset: str) -> None:
    page = DOCS.read_text(encoding="utf-8")
    for rule in load(key).optional_rules(ruleset):
        usual = "on" if rule.is_on else "off"
        if ruleset.startswith("star"):
            assert f"| `{rule.key}` | {usual} |" in page
        else:
            assert f"| `{rule.key}` | {rule.rule} | {usual} | {rule.sentence} |" in page


def test_the_full_rules_of_pine_tar_are_on_as_the_docs_say() -> None:
    switched_off = [rule.key for rule in load("pine_tar").optional_rules("full") if not rule.is_on]
    assert switched_off == ["alternate_randomizer"]
