"""Test access and sign-out: sign-out happens on the server, links expire, and no other site's script runs."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from core.network import is_this_machine
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory
from tournaments.access.links import link_token
from tournaments.access.viewers import browser_in_words
from tournaments.models import Access, Action, Device

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


@pytest.fixture
def director():
    return AccessFactory(role="director", team=None)


@pytest.fixture
def organizer():
    return AccessFactory(role="organiser", tournament=None, team=None)


def dashboard(access: Access) -> str:
    return f"/t/{access.tournament.slug}/dashboard/"


def test_signing_out_invalidates_a_copied_cookie(director) -> None:
    browser, thief = signed_in(director), Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert thief.get(dashboard(director)).status_code == 200
    browser.post("/device/")
    assert browser.get(dashboard(director)).status_code == 403
    assert thief.get(dashboard(director)).status_code == 403
    assert browser.post(f"/join/{link_token(director)}/").status_code == 302  # the link signs in again


def test_second_link_rotates_the_session_key_and_signs_in_to_both(director) -> None:
    browser = signed_in(director)
    before = browser.cookies[settings.SESSION_COOKIE_NAME].value
    manager = ManagerAccessFactory()
    browser.post(f"/join/{link_token(manager)}/")
    assert browser.get(dashboard(director)).status_code == 200
    assert browser.get(f"/t/{manager.tournament.slug}/me/").status_code == 200
    old = Client()
    old.cookies[settings.SESSION_COOKIE_NAME] = before
    assert old.get(dashboard(director)).status_code == 403


def test_cookie_without_a_device_is_rejected(director) -> None:
    browser = signed_in(director)
    session = browser.session
    session["access"] = [director.pk]
    del session["device"]
    session.save()
    browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert browser.get(dashboard(director)).status_code == 403


def test_expired_link_signs_out_its_devices_and_tokens(director) -> None:
    helper = AccessFactory(tournament=director.tournament, role="assistant", team=None, label="Zoe")
    helper_client, director_client = signed_in(helper), signed_in(director)
    address = f"/t/{director.tournament.slug}/invitations/{helper.pk}/"
    end = timezone.localtime(timezone.now() + timedelta(hours=1), timezone=timezone.get_default_timezone())
    message = director_client.post(address, {"what": "end", "ends_at": "2001-01-01T10:00"}, follow=True)
    assert "time has passed" in message.content.decode()
    director_client.post(address, {"what": "end", "ends_at": f"{end + timedelta(days=2):%Y-%m-%dT%H:%M}"})
    helper.refresh_from_db()
    assert helper.ends_at > timezone.now() + timedelta(days=1)
    assert helper_client.get(dashboard(director)).status_code == 200

    Access.objects.filter(pk=helper.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert helper_client.get(dashboard(director)).status_code == 403
    assert Client().post(f"/join/{link_token(helper)}/").status_code == 403
    by_token = {"authorization": f"Bearer {link_token(helper)}"}
    assert Client().get("/api/v1/tournaments/", headers=by_token).status_code == 401

    director_client.post(address, {"what": "end", "ends_at": ""})
    assert helper_client.get(dashboard(director)).status_code == 200
    assert Action.objects.filter(verb="set_invitation_end").count() == 2


def test_director_cannot_expire_the_link_in_use(director) -> None:
    browser = signed_in(director)
    address = f"/t/{director.tournament.slug}/invitations/{director.pk}/"
    message = browser.post(address, {"what": "end", "ends_at": "2999-01-01T10:00"}, follow=True).content.decode()
    assert "Your own device uses this link" in message


def test_organizer_sees_devices_and_signs_out_a_device(organizer, director) -> None:
    agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36"
    client = Client(headers={"user-agent": agent})
    client.post(f"/join/{link_token(director)}/")
    page = signed_in(organizer)
    assert "Chrome, Android" in page.get("/devices/").content.decode()
    device = Device.objects.get(access=director)
    assert "has been signed out" in page.post(f"/devices/{device.pk}/end/", follow=True).content.decode()
    assert client.get(dashboard(director)).status_code == 403
    assert Action.objects.get(verb="end_device").tournament == director.tournament


def test_device_page_query_count_is_constant(organizer, django_assert_max_num_queries) -> None:
    page = signed_in(organizer)
    for _ in range(3):
        signed_in(AccessFactory(role="director", team=None))
        with django_assert_max_num_queries(4):
            page.get("/devices/")


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36 Edg/130",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605 Version/17 Safari/605", "Safari, macOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        ("curl/8.0", "curl/8.0"),
        ("", ""),
    ],
)
def test_browser_name_is_read_from_the_user_agent(agent: str, words: str) -> None:
    assert browser_in_words(agent) == words


def test_only_public_pages_are_cached(director) -> None:
    browser, public = signed_in(director), f"/t/{director.tournament.slug}/"
    assert browser.get(public).headers["Cache-Control"] == "no-store"
    opened = Client().post(f"/join/{link_token(director)}/")
    assert opened.headers["Cache-Control"] == "no-store", "it brings the cookie that signs a browser in"
    assert "no-store" not in Client().get(public).headers.get("Cache-Control", "")
    style = browser.get("/static/pennant.css")
    style.close()
    assert "no-store" not in style.headers.get("Cache-Control", "")


@pytest.mark.parametrize("address", ["/", "/api/", "/device/", "/nothing/", "/api/v1/tournaments/"])
def test_no_page_runs_inline_scripts(address: str) -> None:
    answer = Client().get(address)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script" not in policy  # so it has the default: this site only
    page = answer.content.decode()
    assert not [piece for piece in page.split("<script")[1:] if "src=" not in piece.split(">")[0]]


def test_links_are_printed_only_for_local_and_public_addresses(director, settings) -> None:
    settings.PUBLIC_URL = "https://pennant.example"
    TeamFactory(tournament=director.tournament, division=None)
    page, address = signed_in(director), f"/t/{director.tournament.slug}/people/?base="
    for base, expected in [
        ("http://127.0.0.1:8000", True),
        ("https://pennant.example", True),
        ("http://10.99.99.99:8000", False),
        ("http://evil.local", False),
        ("https://evil.example", False),
    ]:
        assert (f'data-base="{base}"' in page.get(address + base).content.decode()) is expected, base
    assert not is_this_machine("nowhere.example")


def deployed(**settings_of_the_host: str) -> subprocess.CompletedProcess[str]:
    """Run the deployment check in a new process, because settings are loaded at startup."""
    place = {"PATH": os.environ["PATH"], "PENNANT_DATA": os.environ.get("PENNANT_DATA", "/tmp"), "SECRET_KEY": "k" * 64}
    words = ["manage.py", "check", "--deploy", "--fail-level", "INFO"]
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**place, **settings_of_the_host}, capture_output=True, text=True
    )


def test_hosted_settings_pass_djangos_deploy_check() -> None:
    done = deployed(PUBLIC_URL="https://pennant.example", SECRET_KEY="jX9_" * 8 + "aQ3-zR7kLm2" * 4)
    assert done.returncode == 0, done.stderr


def test_host_serves_its_public_name_only_over_https(tmp_path: Path) -> None:
    code = """
import django, json
django.setup()
from django.test import Client
def ask(path, host, proto="http"):
    answer = Client().get(path, headers={"host": host, "x-forwarded-proto": proto})
    return [answer.status_code, answer.headers.get("Location", ""), answer.headers.get("Strict-Transport-Security", "")]
print(json.dumps([
    ask("/device/", "pennant.example", "https"),
    ask("/device/", "evil.example", "https"),
    ask("/device/", "pennant.example"),
    ask("/health/live/", "127.0.0.1:8000"),
]))
"""
    place = {"PENNANT_DATA": str(tmp_path), "PUBLIC_URL": "https://pennant.example", "SECRET_KEY": "k" * 64}
    completed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**place, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stderr
    local, elsewhere, plain, health = json.loads(completed.stdout.splitlines()[-1])
    assert (local[0], local[2]) == (200, "max-age=31536000")
    assert elsewhere[0] == 400
    assert plain[:2] == [301, "https://pennant.example/device/"]
    assert health[0] == 200
