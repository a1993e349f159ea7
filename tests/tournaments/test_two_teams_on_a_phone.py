"""Test that a phone with two teams' links uses the last one opened, and can switch teams on the page."""

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.models import Access

pytestmark = pytest.mark.django_db


@pytest.fixture
def accesses() -> tuple[Access, Access]:
    tournament = TournamentFactory()
    hawks, owls = (TeamFactory(tournament=tournament, name=name) for name in ("Hawks", "Owls"))
    return (
        ManagerAccessFactory(tournament=tournament, team=hawks),
        ManagerAccessFactory(tournament=tournament, team=owls),
    )


def open_link(phone: Client, access: Access) -> None:
    phone.post(f"/join/{link_token(access)}/")


def team_of(phone: Client, access: Access) -> int | None:
    return phone.get(f"/t/{access.tournament.slug}/me/").context["viewer"].team_id


@pytest.mark.parametrize("first", [0, 1])
def test_last_opened_link_wins(accesses: tuple[Access, Access], first: int) -> None:
    earlier, later = accesses[first], accesses[1 - first]
    phone = signed_in(earlier)
    open_link(phone, later)
    assert team_of(phone, later) == later.team_id
    open_link(phone, earlier)
    assert team_of(phone, earlier) == earlier.team_id


def test_page_switches_between_the_teams(accesses: tuple[Access, Access]) -> None:
    hawks, owls = accesses
    phone = signed_in(hawks)
    open_link(phone, owls)
    page = phone.get(f"/t/{owls.tournament.slug}/me/").text
    assert f'data-acts-for="{owls.team_id}"' in page
    assert "Switch to Hawks" in page
    answer = phone.post("/device/team/", {"access": hawks.pk})
    assert answer.headers["Location"] == f"/t/{hawks.tournament.slug}/me/"
    assert team_of(phone, hawks) == hawks.team_id
    assert "Switch to Owls" in phone.get(f"/t/{hawks.tournament.slug}/standings/").text


def test_reopening_an_earlier_link_requires_confirmation(accesses: tuple[Access, Access]) -> None:
    hawks, owls = accesses
    phone = signed_in(hawks)
    open_link(phone, owls)
    assert phone.get(f"/join/{link_token(owls)}/").status_code == 302
    assert phone.get(f"/join/{link_token(hawks)}/").status_code == 200
    assert team_of(phone, owls) == owls.team_id  # a GET request changes nothing


def test_cannot_switch_to_a_team_not_signed_in_on_this_phone(accesses: tuple[Access, Access]) -> None:
    hawks, owls = accesses
    phone = signed_in(hawks)
    assert "data-acts-for" not in phone.get(f"/t/{hawks.tournament.slug}/me/").text
    answer = phone.post("/device/team/", {"access": owls.pk})
    assert answer.headers["Location"] == "/device/"
    assert team_of(phone, hawks) == hawks.team_id


def test_proxy_can_switch_between_two_teams(accesses: tuple[Access, Access]) -> None:
    hawks, owls = (AccessFactory(tournament=access.tournament, team=access.team, role="proxy") for access in accesses)
    phone = signed_in(hawks)
    open_link(phone, owls)
    page = phone.get(f"/t/{owls.tournament.slug}/standings/")
    assert page.context["viewer"].drafts_for == owls.team_id
    phone.post("/device/team/", {"access": hawks.pk})
    page = phone.get(f"/t/{owls.tournament.slug}/standings/")
    assert page.context["viewer"].drafts_for == hawks.team_id
