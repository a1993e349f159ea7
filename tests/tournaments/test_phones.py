"""Test connecting phones: URLs, the first phone, the director's choice, and printed slips."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core import network
from core.network import NetworkAddress, is_every_address, is_loopback, network_addresses
from core.standby import network_name_file
from tests.factories import ManagerAccessFactory, TeamFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Tournament
from tournaments.queries import phone_addresses
from tournaments.refusals import PhoneAddressRefusal
from tournaments.services.phones import choose_phone_address, record_phone
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db
WIFI, CABLE = "192.168.1.5", "10.0.0.7"
PHONE = "192.168.1.77"
ORIGINS = ("http://pennant.local:8000", "http://evil.local:8000")


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory()


@pytest.fixture(autouse=True)
def _two_networks(monkeypatch: pytest.MonkeyPatch, settings, tmp_path) -> None:
    """Simulate a computer that listens on both a wired network and Wi-Fi."""
    own = (WIFI, CABLE, "127.0.0.1")
    entries = [NetworkAddress(WIFI, "wlan0"), NetworkAddress(CABLE, "eth0")]
    monkeypatch.setattr(phone_addresses, "network_addresses", lambda: entries)
    monkeypatch.setattr(phone_addresses, "is_this_machine", lambda host: host in own)
    monkeypatch.setattr("tournaments.views.phones.is_this_machine", lambda host: host in own)
    settings.LISTEN_HOST = "0.0.0.0"
    settings.PUBLIC_URL = f"http://{WIFI}:8000"
    settings.DATA_DIR = tmp_path


@pytest.fixture
def director(director_of, tournament: Tournament) -> Client:
    browser = director_of(tournament)
    browser.defaults["HTTP_HOST"] = "localhost:8000"
    return browser


@pytest.fixture
def shown(director: Client, tournament: Tournament) -> Callable[..., str]:
    def page(**query: object) -> str:
        return director.get(reverse("connect_phones", args=[tournament.slug]), query).content.decode()

    return page


def state(name: str) -> str:
    return f'data-phone-state="{name}"'


def a_phone_opens(tournament: Tournament, host: str = f"{WIFI}:8000", visitor: str = PHONE) -> None:
    phone = Client(headers={"host": host}, REMOTE_ADDR=visitor)
    address = reverse("phone_check", args=[tournament.slug])
    page = phone.get(address).content.decode()
    assert f'data-here="{address}"' in page
    assert phone.post(address).status_code == 204


def test_page_waits_until_a_phone_opens_its_qr_code(tournament, shown) -> None:
    page = shown()
    assert state("waiting") in page
    assert "data-reload" in page
    assert f'data-phone-address="http://{WIFI}:8000"' in page
    a_phone_opens(tournament)
    page = shown()
    assert state("reached") in page
    assert "data-reload" not in page
    reached = timezone.localtime(
        Tournament.objects.get().phone_reached_at, timezone.zoneinfo.ZoneInfo(tournament.time_zone)
    )
    assert reached.strftime("%-I:%M %p") in page


def test_get_request_does_not_record_a_phone(tournament) -> None:
    Client(REMOTE_ADDR=PHONE).get(reverse("phone_check", args=[tournament.slug]))
    assert Tournament.objects.get().phone_reached_at is None


def test_this_computer_does_not_count_as_a_phone(tournament, shown) -> None:
    for own in ("127.0.0.1", WIFI):
        a_phone_opens(tournament, visitor=own)
    assert state("waiting") in shown()


def test_phone_without_javascript_can_press_a_button(tournament) -> None:
    phone = Client(headers={"host": f"{WIFI}:8000", "accept": "text/html"}, REMOTE_ADDR=PHONE)
    address = reverse("phone_check", args=[tournament.slug])
    assert phone.post(address).headers["Location"] == address
    assert Tournament.objects.get().phone_reached_address == f"http://{WIFI}:8000"


def test_phone_contact_is_recorded_once_a_minute_without_personal_data(tournament) -> None:
    a_phone_opens(tournament)
    first = Tournament.objects.get().phone_reached_at
    tournament.refresh_from_db()
    record_phone(tournament=tournament, address=f"http://{WIFI}:8000")
    assert Tournament.objects.get().phone_reached_at == first
    assert PHONE not in str(Tournament.objects.values().get())
    assert not Action.objects.exists()


def test_page_explains_client_isolation_after_a_minute_without_a_phone(shown) -> None:
    minute_ago = int((timezone.now() - timedelta(seconds=61)).timestamp())
    assert state("no_phone") in shown(opened=minute_ago)
    for opened in (int(timezone.now().timestamp()), "", "9" * 11, "soon"):
        assert state("waiting") in shown(opened=opened)


def test_chosen_address_is_confirmed(tournament, director) -> None:
    chosen = f"http://{CABLE}:8000"
    page = director.post(reverse("connect_phones", args=[tournament.slug]), {"address": chosen}, follow=True)
    assert f"Phones now use {chosen}." in page.content.decode()


def test_changing_the_address_waits_for_a_phone_again(tournament, director, shown) -> None:
    a_phone_opens(tournament)
    director.post(reverse("connect_phones", args=[tournament.slug]), {"address": f"http://{CABLE}:8000"})
    assert state("waiting") in shown()
    a_phone_opens(tournament, host=f"{CABLE}:8000")
    assert state("reached") in shown()


@pytest.mark.parametrize(
    ("listens_at", "public", "expected"),
    [
        ("127.0.0.1", "http://localhost:8000", "here_only"),
        ("::1", "http://localhost:8000", "here_only"),
        ("0.0.0.0", "http://localhost:8000", "no_network"),
        (WIFI, f"http://{WIFI}:8000", "waiting"),
        ("", "http://pennant.example", "waiting"),
    ],
)
def test_page_shows_the_listening_addresses(settings, shown, listens_at, public, expected) -> None:
    settings.LISTEN_HOST, settings.PUBLIC_URL = listens_at, public
    assert state(expected) in shown()


def test_only_reachable_addresses_are_offered(settings, shown) -> None:
    assert f'value="http://{CABLE}:8000"' in shown()
    settings.LISTEN_HOST = WIFI
    assert f'value="http://{CABLE}:8000"' not in shown()
    settings.LISTEN_HOST = "0.0.0.0"
    settings.ALLOWED_HOSTS = [WIFI, "localhost"]
    assert f'value="http://{CABLE}:8000"' not in shown()


def test_announced_network_name_is_offered_as_an_address(shown) -> None:
    network_name_file().write_text("http://pennant-2.local:8000")
    assert 'value="http://pennant-2.local:8000"' in shown()


def test_forms_work_at_the_announced_name() -> None:
    code = """
import django
django.setup()
from django.test import Client
from django.conf import settings
print([Client().get("/device/", headers={"host": host}).status_code for host in ("pennant-2.local:8000", "evil.local")])
"""
    variables = {**os.environ, "ALLOWED_HOSTS": "192.168.1.5", "LISTEN_HOST": "0.0.0.0", "PUBLIC_URL": ""}
    variables["DJANGO_SETTINGS_MODULE"] = "config.settings"
    answer = subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True)
    assert answer.stdout.strip() == "[200, 400]", answer.stderr
    phone = Client(headers={"host": "pennant.local:8000"}, enforce_csrf_checks=True)
    token = phone.get("/sign-in/").context["csrf_token"]
    form = {"link": "no link", "csrfmiddlewaretoken": str(token)}
    sent = {name: phone.post("/sign-in/", form, headers={"origin": name}).content.decode() for name in ORIGINS}
    assert ['id="fault"' in page for page in sent.values()] == [True, False]


def test_links_and_slips_use_the_chosen_address_until_undone(tournament, director) -> None:
    ManagerAccessFactory(team=TeamFactory(division__tournament=tournament))
    chosen = f"http://{CABLE}:8000"
    director.post(reverse("connect_phones", args=[tournament.slug]), {"address": chosen})
    pages = [reverse(name, args=[tournament.slug]) for name in ("people", "invitations_print", "api_invitations")]
    assert all(f"{chosen}/join/" in director.get(page).content.decode() for page in pages)
    action = Action.objects.get(verb="choose_phone_address")
    undo_action(action=action, actor=PROGRAM, reason="")
    assert all(f"{chosen}/join/" not in director.get(page).content.decode() for page in pages)


@pytest.mark.parametrize("address", ["http://evil.example", "http://127.0.0.1:8000", "", "javascript:alert(1)"])
def test_rejects_an_address_that_is_not_offered(tournament, address) -> None:
    with refuses(PhoneAddressRefusal.NOT_OFFERED):
        choose_phone_address(tournament=tournament, actor=PROGRAM, address=address, offered=[f"http://{WIFI}:8000"])
    assert Tournament.objects.get().phone_address == ""


def test_chosen_address_from_another_network_is_ignored(tournament, director, shown) -> None:
    for lost in ("http://192.168.9.9:8000", "http://127.0.0.1:8000", "http://[broken"):
        Tournament.objects.update(phone_address=lost)
        page = shown()
        assert "data-lost-choice" in page
        assert f'data-phone-address="http://{WIFI}:8000"' in page


def test_launchers_first_guess_is_dropped_after_a_network_change(settings, shown, monkeypatch) -> None:
    settings.PUBLIC_URL = "http://192.168.9.9:8000"
    monkeypatch.setattr(phone_addresses, "local_network_address", lambda: CABLE)
    assert f'data-phone-address="http://{CABLE}:8000"' in shown()
    settings.LISTEN_HOST = ""  # set by an operator, such as for a container
    assert 'data-phone-address="http://192.168.9.9:8000"' in shown()


def test_https_site_uses_only_the_configured_address(settings, tournament, shown) -> None:
    settings.PUBLIC_URL, settings.BEHIND_HTTPS = "https://pennant.example", True
    Tournament.objects.update(phone_address=f"http://{CABLE}:8000")
    page = shown()
    assert 'data-phone-address="https://pennant.example"' in page
    assert 'name="address"' not in page
    assert 'data-app="missing"' not in page


def test_pages_warn_when_printed_slips_have_another_address(tournament, director, shown) -> None:
    invitations = reverse("people", args=[tournament.slug])
    printed = director.post(reverse("invitations_print", args=[tournament.slug]))
    assert printed.status_code == 302
    assert director.get(printed.headers["Location"]).status_code == 200
    assert Tournament.objects.get().slips_address == f"http://{WIFI}:8000"
    assert "data-old-slips" not in shown()
    director.post(reverse("connect_phones", args=[tournament.slug]), {"address": f"http://{CABLE}:8000"})
    assert "data-old-slips" in shown()
    assert "data-old-slips" in director.get(invitations).content.decode()
    director.post(reverse("invitations_print", args=[tournament.slug]))
    assert "data-old-slips" not in shown()
    assert Action.objects.filter(verb="print_slips").count() == 2


def test_home_and_dashboard_link_directors_to_the_page(tournament, director, manager_of) -> None:
    address = f'href="{reverse("connect_phones", args=[tournament.slug])}"'
    for page in ("/", reverse("dashboard", args=[tournament.slug])):
        assert address in director.get(page).content.decode()
    manager = manager_of(TeamFactory(division__tournament=tournament))
    assert address not in manager.get("/").content.decode()


def test_network_addresses_are_sorted_by_likelihood(monkeypatch) -> None:
    class Entry:
        is_IPv4 = True  # noqa: N815 - the library's name

        def __init__(self, ip: str) -> None:
            self.ip = ip

    class Adapter:
        def __init__(self, nice_name: str, *ips: str) -> None:
            self.nice_name, self.ips = nice_name, [Entry(ip) for ip in ips]

    adapters = [
        Adapter("lo", "127.0.0.1"),
        Adapter("docker0", "172.17.0.1"),
        Adapter("eth0", CABLE, "169.254.3.4"),
        Adapter("wlan0", WIFI),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "local_network_address", lambda: WIFI)
    assert [entry.address for entry in network_addresses()] == [WIFI, CABLE, "172.17.0.1"]


def test_loopback_and_wildcard_hosts_are_recognized() -> None:
    assert [host for host in ("127.0.0.1", "::1", "localhost", WIFI, "0.0.0.0", "::") if is_loopback(host)] == [
        *("127.0.0.1", "::1", "localhost"),
    ]
    assert [host for host in ("127.0.0.1", WIFI, "0.0.0.0", "::") if is_every_address(host)] == ["0.0.0.0", "::"]
