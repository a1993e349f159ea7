"""Test signing devices in with invitation links: invalid, tampered and revoked links, and the attempt limit."""

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.access.links import access_of_token, link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Role
from tournaments.services.invitations import revoke_invitation

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_sign_in_redirects_by_role(client):
    access = ManagerAccessFactory()
    slug = access.tournament.slug
    assert client.post(f"/join/{link_token(access)}/").headers["Location"] == f"/t/{slug}/me/"
    director = AccessFactory(tournament=access.tournament)
    assert client.post(f"/join/{link_token(director)}/").headers["Location"] == f"/t/{slug}/dashboard/"
    director.refresh_from_db()
    assert director.last_used_at is not None


def test_rejects_a_tampered_link(client):
    access = AccessFactory()
    second_access = AccessFactory(role=Role.DIRECTOR)
    token = link_token(access)
    for wrong in (
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.replace(f"{access.pk}.", f"{second_access.pk}.", 1),
        "nothing",
        "1.~",
        "é" * 40,
        token.split("~")[0],
    ):
        answer = client.get(f"/join/{wrong}/")
        assert answer.status_code == 403
        assert "invalid or has been revoked" in answer.content.decode()
    assert "not signed in" in client.get("/device/").content.decode()


def test_changing_the_nonce_invalidates_the_old_link():
    access = AccessFactory()
    token = link_token(access)
    access.nonce = "another"
    access.save()
    assert access_of_token(token) is None


def test_revoking_a_link_signs_out_its_devices():
    access = ManagerAccessFactory(role=Role.ASSISTANT, team=None, tournament=TeamFactory().tournament, label="Zoe")
    browser = signed_in(access)
    address = f"/t/{access.tournament.slug}/people/"
    assert browser.get(address).status_code == 200
    revoke_invitation(access=access, actor=PROGRAM)
    assert browser.get(address).status_code == 403
    assert Client().post(f"/join/{link_token(access)}/").status_code == 403


def test_wrong_links_are_limited_by_address(client, settings):
    settings.SIGN_IN_ATTEMPTS = 3
    for _ in range(3):
        assert client.get("/join/wrong/").status_code == 403
    answer = client.get("/join/wrong/")
    assert answer.status_code == 429
    assert "Wait 15 minutes" in answer.content.decode()
    assert client.post("/sign-in/", {"link": "wrong"}).status_code == 429
    assert client.get("/join/wrong/", REMOTE_ADDR="10.9.9.9").status_code == 403


def test_forwarded_address_counts_only_behind_a_trusted_proxy(client, settings):
    settings.SIGN_IN_ATTEMPTS = 1
    client.get("/join/wrong/", headers={"x-forwarded-for": "1.1.1.1"})
    # without a trusted proxy, anyone could forge this header
    assert client.get("/join/wrong/", headers={"x-forwarded-for": "2.2.2.2"}).status_code == 429
    settings.TRUSTED_PROXIES = 1
    assert client.get("/join/wrong/", headers={"x-forwarded-for": "9.9.9.9, 3.3.3.3"}).status_code == 403
    assert client.get("/join/wrong/", headers={"x-forwarded-for": "8.8.8.8, 3.3.3.3"}).status_code == 429


def test_pasted_link_or_token_signs_in(client):
    token = link_token(AccessFactory())
    for typed in (f"http://host:8000/join/{token}/", token, f"  {token}/ "):
        assert client.post("/sign-in/", {"link": typed}).status_code == 302
    assert "or paste your sign-in link" in client.post("/sign-in/", {"link": "  "}).content.decode()


def test_device_can_act_for_several_teams_and_signs_out_completely(client):
    first, second = ManagerAccessFactory(), ManagerAccessFactory()
    for access in (first, second):
        client.post(f"/join/{link_token(access)}/")
    page = client.get("/device/").content.decode()
    assert first.label in page
    assert second.label in page
    client.post("/device/")
    assert "not signed in" in client.get("/device/").content.decode()


def test_strongest_role_applies_only_in_its_own_tournament(client):
    manager = ManagerAccessFactory()
    elsewhere = AccessFactory()
    for access in (manager, elsewhere):
        client.post(f"/join/{link_token(access)}/")
    assert client.get(f"/t/{manager.tournament.slug}/people/").status_code == 403
    assert client.get(f"/t/{elsewhere.tournament.slug}/people/").status_code == 200


def test_writing_requires_a_csrf_token():
    access = AccessFactory()
    browser = Client(enforce_csrf_checks=True)
    link = f"/join/{link_token(access)}/"
    assert browser.post(link).status_code == 403
    browser.get(link)
    assert browser.post(link, {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}).status_code == 302
    answer = browser.post(f"/t/{access.tournament.slug}/people/add/", {"team": "Reds", "manager": "Ann"})
    assert answer.status_code == 403
    assert not access.tournament.teams.exists()


def test_error_pages_log_nothing(client, caplog):
    tournament = TournamentFactory()
    assert client.get(f"/t/{tournament.slug}/dashboard/").status_code == 403
    assert client.get("/t/nobody/").status_code == 404
    assert caplog.records == []
