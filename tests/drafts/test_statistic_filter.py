"""Test filtering the pool by a statistic, as typed on the pick page."""

import re

import pytest

from drafts.queries.pool import filter_by_bound, load_pool
from rules_engine.profile import load_profile
from tests.conftest import signed_in
from tests.drafts.rooms import running
from tests.factories import CardSetFactory, HitterFactory, ManagerAccessFactory, PitcherFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool():
    card_set = CardSetFactory()
    for name, homeruns, hits in (("Ann", 40, 150), ("Bea", 12, 100), ("Cal", 0, 0)):
        HitterFactory(card_set=card_set, name=name, homeruns=homeruns, hits=hits, at_bats=500 if hits else 0)
    for name, outs, earned in (("Dot", 601, 60), ("Eve", 360, 90)):
        PitcherFactory(card_set=card_set, name=name, outs_pitched=outs, earned_runs=earned)
    return load_pool(card_set, load_profile("purestrat@1"))


@pytest.mark.parametrize(
    ("stat", "bound", "at_most", "names"),
    [
        ("homeruns", "12", False, ["Ann", "Bea"]),
        ("average", ".300", False, ["Ann"]),
        ("average", "0.2", False, ["Ann", "Bea"]),
        ("outs_pitched", "200.1", False, ["Dot"]),
        ("outs_pitched", "120", False, ["Dot", "Eve"]),
        ("earned_run_average", "3.00", True, ["Dot"]),
        ("homeruns", "", False, ["Ann", "Bea", "Cal", "Dot", "Eve"]),
        ("homeruns", "many", False, ["Ann", "Bea", "Cal", "Dot", "Eve"]),
        ("", "30", False, ["Ann", "Bea", "Cal", "Dot", "Eve"]),
    ],
)
def test_filters_players_by_a_bound_in_scorers_notation(pool, stat, bound, at_most, names):
    assert sorted(card.name for card in filter_by_bound(pool, stat, bound, at_most=at_most)) == names


def test_pick_page_filters_by_statistic_and_preserves_input():
    draft = running()
    HitterFactory(card_set=draft.card_set, name="Big Bopper", homeruns=61)
    draft.card_set.version += 1
    draft.card_set.save()
    team = draft.division.teams.first()
    address = f"/t/{team.tournament.slug}/draft/{draft.division_id}/pick/"
    query = {"role": "hitter", "stat": "homeruns", "bound": "60"}
    page = signed_in(ManagerAccessFactory(team=team)).get(address, query).content.decode()
    assert "Big Bopper" in page
    assert "1 player" in page
    assert re.search(r'<option\s+value="homeruns"\s+selected\s*>\s*HR, at least\s*</option>', page)
    assert re.search(r'name="bound"\s+value="60"', page)
