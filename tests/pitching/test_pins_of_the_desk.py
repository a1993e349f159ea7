"""Test that a PIN set by the director is announced to the team, and marked in the log and in its signatures."""

import pytest
from django.urls import reverse

from pitching.models import SignOff
from pitching.sheet.draw import sheet_pdf
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, ManagerFactory
from tests.games.building import League, complete_games
from tests.markup import as_single_line
from tests.pdf_reading import only_page
from tournaments.models import Action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league():
    league = League()
    ManagerFactory(team=league.bears.team, name="Bob")
    league.save(complete_games(league, league.series[0]))
    return league


@pytest.fixture
def zoe(league):
    """Sign in an assistant's device."""
    return signed_in(AccessFactory(tournament=league.tournament, role="assistant", label="Zoe"))


@pytest.fixture
def bob(league):
    return signed_in(ManagerAccessFactory(team=league.bears.team))


def pin_page(league, name="team_pin"):
    return reverse(name, args=[league.tournament.slug, league.bears.team.pk])


def my_team(league, browser):
    return browser.get(reverse("my_team", args=[league.tournament.slug])).content.decode()


def sign(league, browser, pin, series=0):
    at = [league.tournament.slug, league.series[series].pk, league.sharks.team.pk]
    return browser.post(reverse("sign_sheet", args=at), {"pin": pin})


def readings(league, browser, signed):
    """Return everything that shows a signature."""
    slug, team = league.tournament.slug, league.sharks.team
    pages = [
        reverse("check", args=[signed.code]),
        reverse("series", args=[slug, signed.series_id]),
        reverse("sheet", args=[slug, team.pk]),
        reverse("sheets", args=[slug]),
    ]
    papers = [only_page(sheet_pdf(league.tournament, team.pk, kind)) for kind in ("current", "signed")]
    return [*(browser.get(page).content.decode() for page in pages), *papers]


def test_team_is_notified_of_a_new_pin_until_it_confirms(league, zoe, bob, client):
    zoe.post(pin_page(league), {"pin": "4821"})
    assert "Zoe set your team&#x27;s PIN" in my_team(league, bob)
    assert "Zoe set the PIN for Bears" in client.get(f"/t/{league.tournament.slug}/log/").content.decode()
    assert "Zoe set the current PIN" in bob.get(pin_page(league)).content.decode()
    bob.post(pin_page(league, "pin_known"))
    assert "set your team&#x27;s PIN" not in my_team(league, bob)
    assert Action.objects.first().sentence == "Bears confirmed the PIN set by Zoe."


def test_only_the_team_can_confirm_the_notice(league, zoe, bob):
    zoe.post(pin_page(league), {"pin": "4821"})
    assert zoe.post(pin_page(league, "pin_known")).status_code == 403
    assert "set your team&#x27;s PIN" in my_team(league, bob)


def test_new_pin_set_by_the_director_notifies_the_team_again(league, zoe, bob):
    zoe.post(pin_page(league), {"pin": "4821"})
    bob.post(pin_page(league, "pin_known"))
    zoe.post(pin_page(league), {"pin": "7392"})
    assert "Zoe set your team&#x27;s PIN" in my_team(league, bob)


def test_signature_with_a_staff_pin_is_marked_everywhere(league, zoe, client):
    zoe.post(pin_page(league), {"pin": "4821"})
    assert sign(league, zoe, "4821").status_code == 302
    signed = SignOff.objects.get()
    for shown in readings(league, client, signed):
        assert "PIN set by Zoe (staff)" in as_single_line(shown)
    assert "a PIN set by Zoe (staff)" in Action.objects.first().sentence
    (signature,) = client.get(f"/api/v1/tournaments/{league.tournament.slug}/signatures/").json()["results"]
    assert (signature["how"], signature["pin_set_by"]) == ("pin", "Zoe")
    assert client.get(f"/api/v1/codes/{signed.code}/").json()["signature"]["pin_set_by"] == "Zoe"


def test_own_pin_clears_the_mark_on_later_signatures_only(league, zoe, bob, client):
    league.save(complete_games(league, league.series[1], first=4), league.series[1])
    zoe.post(pin_page(league), {"pin": "4821"})
    sign(league, zoe, "4821")
    bob.post(pin_page(league), {"pin": "7392"})
    assert "set your team&#x27;s PIN" not in my_team(league, bob)
    assert "Bears set its own PIN" in Action.objects.first().sentence
    assert sign(league, zoe, "4821", series=1).status_code == 400
    assert sign(league, zoe, "7392", series=1).status_code == 302
    assert list(SignOff.objects.order_by("pk").values_list("pin_set_by", flat=True)) == ["Zoe", ""]
    for shown in readings(league, client, SignOff.objects.last())[:2]:
        assert "(staff)" not in shown


def test_signature_on_own_device_mentions_no_pin(league, zoe, bob, client):
    zoe.post(pin_page(league), {"pin": "4821"})
    bob.post(reverse("sign_sheet", args=[league.tournament.slug, league.series[0].pk, league.sharks.team.pk]))
    for shown in readings(league, client, SignOff.objects.get()):
        assert "(staff)" not in shown
