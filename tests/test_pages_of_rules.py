"""Test that every tournament rule is linked to the page where a director applies it, and that the page's code does."""

from typing import Final

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from rules_engine.rule_index import Keeper, keepers, met_on, rule_pages
from tests.reach import House, Place, product

NO_PAGE: Final = {"T0.10", "S25.0", "T27.45", "T27.61", "T27.65"}
_OF_PLAY: Final = ("systems/", "baseball/", "terminal/", "eligibility/substitution.py")


@pytest.fixture(scope="module")
def house() -> House:
    return product()


def keepers_by_number() -> dict[str, list[Keeper]]:
    keepers_by_rule: dict[str, list[Keeper]] = {}
    for keeper in keepers():
        for number in keeper.numbers:
            if number.startswith("T"):
                keepers_by_rule.setdefault(number, []).append(keeper)
    return keepers_by_rule


def views() -> dict[str, Place]:
    """Map every URL name to its view function."""
    named: dict[str, Place] = {}
    waiting: list[URLResolver | URLPattern] = list(get_resolver().url_patterns)
    while waiting:
        pattern = waiting.pop()
        if isinstance(pattern, URLResolver):
            waiting += pattern.url_patterns
        elif pattern.name:
            view = getattr(pattern.callback, "__wrapped__", pattern.callback)
            named[pattern.name] = Place(view.__module__, view.__name__)
    return named


def place_of(keeper: Keeper) -> Place:
    return Place(f"rules_engine.{keeper.path.removesuffix('.py').replace('/', '.')}", keeper.name)


def is_of_play(keeper: Keeper) -> bool:
    return keeper.path.startswith(_OF_PLAY)


def test_every_administrative_rule_has_a_page() -> None:
    """The play table applies the rules of play, so docs/reference/systems.md lists their functions."""
    administered = {
        number for number, number_keepers in keepers_by_number().items() if not all(map(is_of_play, number_keepers))
    }
    assert administered - rule_pages().keys() - NO_PAGE == set()
    assert rule_pages().keys() - administered == set()


def test_every_rule_page_calls_the_rules_code(house: House) -> None:
    answered_by, keepers = views(), keepers_by_number()
    addresses = {address for pages in rule_pages().values() for address in pages}
    reached = {address: house.reached([answered_by[address]]) for address in addresses}
    strangers = [
        f"{number} on {address}"
        for number, pages in rule_pages().items()
        for address in pages
        if not any(place_of(keeper) in reached[address] for keeper in keepers[number] if not is_of_play(keeper))
    ]
    assert strangers == []


def test_page_does_not_count_for_rules_it_does_not_call(house: House) -> None:
    """The check can fail: the dice roll page doesn't apply a shootout's rules."""
    reached = house.reached([views()["rolls"]])
    shootout = [keeper for keeper in keepers_by_number()["T32.0"] if keeper.path == "competition/shootout.py"]
    assert shootout
    assert not any(place_of(keeper) in reached for keeper in shootout)


def test_rules_of_play_are_met_at_the_table_and_others_on_their_pages() -> None:
    assert met_on("T23.01") == "at the table"
    assert met_on("T10.2") == "Enter results; Pitching sheet; Bullpens"
