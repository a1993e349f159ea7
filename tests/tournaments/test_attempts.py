"""Test that valid links and tokens work at the attempt limit, and that page views don't evict the counters."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory
from tests.games.building import DESK, League, complete_games
from tournaments.access import attempts
from tournaments.access.attempts import failures_in_memory
from tournaments.access.links import link_token
from tournaments.models import FailedAttempt
from tournaments.services.pins import WRONG_PINS_PER_TEAM, set_pin

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def wait_of(answer):
    """Return the seconds to wait from a 429 response."""
    assert answer.status_code == 429
    return int(answer.headers["Retry-After"])


def bearer(access):
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


def test_valid_links_and_tokens_work_despite_failed_attempts(client, settings):
    settings.SIGN_IN_ATTEMPTS = 3
    director = AccessFactory()
    invitations = f"/api/v1/tournaments/{director.tournament.slug}/invitations/"
    assert [client.get("/join/wrong/").status_code for _ in range(5)] == [403, 403, 403, 429, 429]
    assert client.post(f"/join/{link_token(director)}/").status_code == 302
    assert client.post("/sign-in/", {"link": link_token(ManagerAccessFactory())}).status_code == 302
    assert bearer(director).get(invitations).status_code == 200
    assert Client(headers={"Authorization": "Bearer wrong"}).get(invitations).status_code == 429


def test_valid_sheet_code_works_despite_failed_attempts(client, settings):
    settings.SIGN_IN_ATTEMPTS = 3
    league = League()
    league.save(complete_games(league, league.series[0]))
    manager = ManagerAccessFactory(team=league.bears.team)
    signing = reverse("api_sign", args=[league.tournament.slug, league.series[0].pk])
    body = {"sheet_of": league.sharks.team.pk}
    code = bearer(manager).post(signing, body, content_type="application/json").json()["code"]
    for address in ("check", "api_code"):
        failures_in_memory.clear()
        wrong = [client.get(reverse(address, args=["AAAA-2222"])).status_code for _ in range(5)]
        assert wrong == [404, 404, 404, 429, 429]
        assert 0 < wait_of(client.get(reverse(address, args=["AAAA-2222"]))) <= 15 * 60
        assert client.get(reverse(address, args=[code])).status_code == 200


def test_page_views_do_not_evict_attempt_counts(client, settings, director_of):
    # a cache of twenty pages shows the effect of two thousand views on a cache of two thousand
    small = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20}}
    settings.CACHES = {"default": small}
    settings.SIGN_IN_ATTEMPTS = 15
    league = League()
    league.save(complete_games(league, league.series[0]))
    set_pin(team=league.bears.team, actor=DESK, pin="4821")
    director = director_of(league.tournament)
    signing = reverse("sign_sheet", args=[league.tournament.slug, league.series[0].pk, league.sharks.team.pk])
    for number in range(WRONG_PINS_PER_TEAM):
        director.post(signing, {"pin": f"{number:04}"})
    for _ in range(15):
        client.get("/join/wrong/")
    for number in range(50):
        assert client.get(f"/t/{league.tournament.slug}/rules/?page={number}").status_code == 200
    refused = director.post(signing, {"pin": "4821"})
    assert "Too many wrong PINs" in refused.content.decode()
    assert 600 < wait_of(refused) <= 900
    assert client.get("/join/wrong/").status_code == 429


def test_wrong_link_counts_for_15_minutes(client, settings, monkeypatch):
    settings.SIGN_IN_ATTEMPTS = 1
    now = [1000.0]
    monkeypatch.setattr(attempts.time, "monotonic", lambda: now[0])
    assert client.get("/join/wrong/").status_code == 403
    for minutes, wait in ((0, 15 * 60), (14, 60)):
        now[0] = 1000.0 + 60 * minutes
        assert wait_of(client.get("/join/wrong/")) == wait
        assert wait_of(Client(headers={"Authorization": "Bearer wrong"}).get("/api/v1/tournaments/")) == wait
        assert wait_of(client.get("/play/seat/wrong/")) == wait
        assert wait_of(client.get("/play/volunteer/wrong/")) == wait
    now[0] = 1000.0 + 60 * 16
    assert client.get("/join/wrong/").status_code == 403
    assert not FailedAttempt.objects.exists()


def test_wrong_code_counts_for_15_minutes_and_is_then_deleted(client, settings):
    settings.SIGN_IN_ATTEMPTS = 1
    wrong = {"link": "ABCDEFGH"}
    assert [client.post("/sign-in/", wrong).status_code for _ in range(2)] == [403, 429]
    FailedAttempt.objects.update(at=timezone.now() - timedelta(minutes=14))
    assert 0 < wait_of(client.post("/sign-in/", wrong)) <= 60
    FailedAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert client.post("/sign-in/", wrong).status_code == 403
    assert FailedAttempt.objects.count() == 1


def test_failed_attempts_store_no_ip_address(client):
    client.post("/sign-in/", {"link": "ABCDEFGH"}, REMOTE_ADDR="10.9.9.9")
    assert FailedAttempt.objects.exists()
    assert "10.9.9.9" not in str(FailedAttempt.objects.values())


def test_too_many_wrong_pins_return_429(settings):
    settings.SIGN_IN_ATTEMPTS = 2
    league = League()
    league.save(complete_games(league, league.series[0]))
    set_pin(team=league.bears.team, actor=DESK, pin="4821")
    director = bearer(AccessFactory(tournament=league.tournament))
    address = reverse("api_sign", args=[league.tournament.slug, league.series[0].pk])
    body = {"sheet_of": league.sharks.team.pk, "pin": "0001"}
    answers = [director.post(address, body, content_type="application/json") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert 600 < wait_of(answers[-1]) <= 900


def test_pin_guesses_are_limited_by_sign_in_link_across_teams(settings):
    settings.SIGN_IN_ATTEMPTS = 2
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    league = League()
    league.save(complete_games(league, league.series[0]))
    for team in (league.sharks.team, league.bears.team, TeamFactory(division=league.division)):
        set_pin(team=team, actor=DESK, pin="4821")
    director = bearer(AccessFactory(tournament=league.tournament))
    address = reverse("api_sign", args=[league.tournament.slug, league.series[0].pk])

    def sign(sheet_of, pin):
        body = {"sheet_of": sheet_of.pk, "pin": pin}
        return director.post(address, body, content_type="application/json").status_code

    assert [sign(side.team, "0001") for side in (league.sharks, league.bears)] == [400, 400]
    assert sign(league.sharks.team, "4821") == 429
