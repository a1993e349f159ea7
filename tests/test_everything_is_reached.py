"""Test that the product itself calls every rule function and every service, not just the tests."""

from textwrap import dedent

import pytest

from tests.reach import House, Place, product

FOR_NEW_SYSTEMS = "rules_engine.baseball.system_defaults"  # docs/example-plugin/akron_rules/coin_flip.py uses all of it


@pytest.fixture(scope="module")
def unreached() -> set[str]:
    house = product()
    reached = house.reached()
    public = {place for place in house.public_functions() if place.module != FOR_NEW_SYSTEMS}
    return {f"{place.module}.{place.name}" for place in public if place not in reached}


def test_every_rule_and_service_is_reachable_from_the_product(unreached: set[str]) -> None:
    assert not unreached, "call these from the product, or let them go:\n" + "\n".join(sorted(unreached))


HOUSE = {
    "manage.py": "from weekend.management.commands import deal",
    "weekend/urls.py": """
        from weekend import views
        urlpatterns = [views.page, include("games.urls")]
    """,
    "weekend/views.py": """
        from rules_engine.systems import dice as shaken
        def page(request):
            from rules_engine.cards import fits
            named = fits()
            return shaken.roll(request)
        def left_over(): return lonely()
        def lonely(): ...
    """,
    "games/urls.py": "",
    "rules_engine/cards.py": """
        ENDINGS = {"mercy": by_mercy}
        def fits(): return ENDINGS
        def by_mercy(): ...
        def named(): ...
    """,
    "rules_engine/systems/__init__.py": "",
    "rules_engine/systems/dice.py": """
        class Tray:
            def shake(self): return pips()
        def roll(request, unused=None): return Tray()
        def pips(): ...
        def unused(): ...
    """,
    "games/services/results.py": """
        def save(): ...
        def _own(): ...
    """,
}


def test_finds_functions_unreachable_from_urls() -> None:
    house = House((path, dedent(text)) for path, text in HOUSE.items())
    reached = house.reached()
    lost = [place for place in house.public_functions() if place not in reached]
    assert lost == [
        Place("rules_engine.cards", "named"),
        Place("rules_engine.systems.dice", "unused"),
        Place("games.services.results", "save"),
    ]
    assert Place("weekend.views", "left_over") not in reached
