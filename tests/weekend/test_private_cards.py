"""Test that visitors see drafted names from a private card set but no card values, on every public URL."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from drafts.models import Ballpark, CardSet, Draft, Pick, PlayerCard
from drafts.queries.card_set_owners import CardSetUser
from drafts.services.card_sets import share_card_set
from tests.access_table import ACCESS, make_world
from tests.conftest import signed_in
from tests.factories import AccessFactory, HitterFactory, PitcherFactory
from tests.tournaments.test_canary_tokens import texts_of
from tests.tournaments.test_roles import address_in
from tournaments.action_log.writing import PROGRAM

pytestmark = pytest.mark.django_db
NUMBER = 23457
RATING = "Canary rating"
INNINGS = "7819.0"  # the number in outs
CANARIES = (str(NUMBER), INNINGS, RATING, "1-19", '_left":19')
STATISTICS = [
    field.name for field in PlayerCard._meta.fields if field.get_internal_type() == "PositiveSmallIntegerField"
]


@pytest.fixture
def world() -> dict[str, Any]:
    """Create a tournament whose private card set has canary values, with a hitter, a pitcher and a ballpark drafted."""
    made: dict[str, Any] = make_world()
    draft = Draft.objects.select_related("card_set").get(division=made["division_id"])
    values = dict.fromkeys(STATISTICS, NUMBER) | {"outs_pitched": NUMBER, "birth_year": 1969}
    values |= {"ratings": {"fielding": RATING}, "positions": {"SS": NUMBER}}
    hitter = HitterFactory(card_set=draft.card_set, name="Hal Hitter", **values)
    pitcher = PitcherFactory(card_set=draft.card_set, name="Pat Pitcher", **values | {"positions": {}})
    HitterFactory(card_set=draft.card_set, name="Fred Free", **values)
    park = Ballpark.objects.get(card_set=draft.card_set)
    Ballpark.objects.filter(pk=park.pk).update(singles_left=19, homeruns_left=19)
    for overall, chosen in enumerate(({"card": hitter}, {"card": pitcher}, {"park": park}), 1):
        Pick.objects.create(draft=draft, overall=overall, team=made["own"], made_at=timezone.now(), **chosen)
    CardSet.objects.filter(pk=draft.card_set_id).update(is_private=True)
    return made


def public_addresses(world: dict[str, Any]) -> Iterator[str]:
    for name, row in ACCESS.items():
        if row.get == "public":
            yield address_in(world, name)
    for name in ("rosters", "draft"):
        for kind in ("csv", "xlsx"):
            yield reverse("export", args=[world["slug"], name, kind])


def canaries_in(answer: HttpResponseBase) -> list[str]:
    return [canary for text in texts_of(answer) for canary in CANARIES if canary in text]


def test_no_public_address_shows_a_card_value(world: dict[str, Any]) -> None:
    visitor = Client()
    visitor.raise_request_exception = False
    leaks = {}
    for address in public_addresses(world):
        leaks[address] = [canary for canary in canaries_in(visitor.get(address)) if canary != INNINGS]
    assert {address: secrets for address, secrets in leaks.items() if secrets} == {}


def test_public_pages_show_innings_only_in_pitching_rulings(world: dict[str, Any]) -> None:
    visitor = Client()
    visitor.raise_request_exception = False
    shown = {name for name, row in ACCESS.items() if row.get == "public"}
    shown = {name for name in shown if INNINGS in canaries_in(visitor.get(address_in(world, name)))}
    assert shown == {"sheet", "bullpens", "division_board", "api_team_board", "api_division_board"}


SHOWS_VALUES = ["rosters", "team", "rosters_pdf", "draft_value", "api_draft_cards", "api_draft_parks"]


@pytest.mark.parametrize("name", SHOWS_VALUES)
def test_participants_see_card_values(name: str, world: dict[str, Any]) -> None:
    assistant = signed_in(AccessFactory(tournament=world["tournament"], role="assistant"))
    answer: Any = assistant.get(address_in(world, name))
    assert answer.status_code == 200
    assert name == "draft_value" or canaries_in(answer)


@pytest.mark.parametrize("name", ["rosters", "team", "draft_board", "rosters_pdf", "api_roster"])
def test_visitors_see_drafted_players(name: str, world: dict[str, Any]) -> None:
    text = re.sub(r"<[^>]+>", "", " ".join(texts_of(Client().get(address_in(world, name)))))
    assert "Hal Hitter" in text
    assert "Pat Pitcher" in text
    assert "Fred Free" not in text


@pytest.mark.parametrize(
    ("name", "status"), [("draft_value", 403), ("draft_value_pdf", 403), ("api_draft_value", 401), ("card_set", 403)]
)
def test_value_only_pages_are_refused(name: str, status: int, world: dict[str, Any]) -> None:
    assert Client().get(address_in(world, name)).status_code == status


def test_making_a_set_private_invalidates_cached_pages(world: dict[str, Any], settings: Any) -> None:
    settings.PAGE_CACHE_SECONDS = 60
    card_set = CardSet.objects.get(pk=world["card_set_id"])
    organizer = CardSetUser.from_accesses([AccessFactory(role="organiser", tournament=None, team=None)])
    share_card_set(card_set=card_set, is_private=False, user=organizer, actor=PROGRAM)
    address = address_in(world, "rosters")
    assert canaries_in(Client().get(address))
    share_card_set(card_set=card_set, is_private=True, user=organizer, actor=PROGRAM)
    assert canaries_in(Client().get(address)) == []
