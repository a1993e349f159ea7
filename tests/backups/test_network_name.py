"""Test this computer's network name: announced by multicast DNS, and looked up as a phone would."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf

from backups.standby import network_name as announcing
from backups.standby.network_name import NetworkName
from core.network import NetworkAddress, local_network_address
from core.standby import network_name_address
from core.standby_files import StandbyFiles, StandbyRecord

HOST = local_network_address()
needs_network = pytest.mark.skipif(HOST == "127.0.0.1", reason="this computer has no network")


@pytest.fixture
def name(tmp_path: Path, settings) -> Iterator[NetworkName]:
    settings.DATA_DIR = tmp_path
    settings.PUBLIC_URL = f"http://{HOST}:8000"
    settings.LISTEN_HOST = HOST
    settings.ANNOUNCE_NAME = True
    name = NetworkName()
    yield name
    name.withdraw()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], int]]:
    """Record the announcements instead of sending them."""
    calls: list[tuple[list[str], int]] = []
    monkeypatch.setattr(NetworkName, "_announce", lambda self, addresses, port: calls.append((addresses, port)))
    monkeypatch.setattr(announcing, "network_addresses", lambda: [NetworkAddress("192.168.1.5", "wlan0")])
    return calls


def addresses_of(name: str) -> list[str]:
    network = Zeroconf(interfaces=[HOST])
    try:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(network, 3000)
        return resolver.parsed_addresses()
    finally:
        network.close()


@needs_network
def test_this_computer_is_recognized_by_its_name(name: NetworkName) -> None:
    name.announce()
    name.announce()
    announced = network_name_address()
    assert addresses_of(announced.removeprefix("http://").removesuffix(":8000")) == [HOST]
    name.withdraw()
    assert network_name_address() == ""


@needs_network
def test_second_computer_gets_another_name(name: NetworkName, settings) -> None:
    service = "_http._tcp.local."
    first = Zeroconf(interfaces=[HOST])
    try:
        first.register_service(
            ServiceInfo(
                service, f"pennant.{service}", port=8000, server="pennant.local.", parsed_addresses=["192.0.2.99"]
            )
        )
        name.announce()
        assert network_name_address() == "http://pennant-2.local:8000"
    finally:
        first.close()


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 1),
        ({"PUBLIC_URL": "http://localhost:8000"}, 1),  # started before the network was available
        ({"LISTEN_HOST": ""}, 0),
        ({"LISTEN_HOST": "127.0.0.1"}, 0),
        ({"LISTEN_HOST": "192.168.1.6"}, 0),
        ({"PUBLIC_URL": "http://pennant.example"}, 0),
        ({"PUBLIC_URL": "https://pennant.example", "BEHIND_HTTPS": True}, 0),
        ({"PUBLIC_URL": "https://pennant.local:8000", "BEHIND_HTTPS": True}, 1),  # a certificate for the local network
        ({"ANNOUNCE_NAME": False}, 0),
    ],
)
def test_name_is_announced_only_if_phones_need_it(name, announced, settings, changes, count) -> None:
    for setting, value in ({"LISTEN_HOST": "0.0.0.0"} | changes).items():
        setattr(settings, setting, value)
    name.announce()
    assert announced == [(["192.168.1.5"], 8000 if "8000" in settings.PUBLIC_URL else 80)] * count


def test_computer_that_handed_over_announces_nothing(name, announced, settings, tmp_path: Path) -> None:
    settings.LISTEN_HOST = "0.0.0.0"
    StandbyFiles(tmp_path).write(StandbyRecord.HANDED_OVER, address="http://192.168.1.6:8000", name="Laptop 2")
    name.announce()
    assert announced == []


def test_name_is_announced_again_on_another_network(name, announced, settings, monkeypatch) -> None:
    settings.LISTEN_HOST = "0.0.0.0"
    name.announce()
    monkeypatch.setattr(announcing, "network_addresses", lambda: [NetworkAddress("172.20.10.2", "wlan0")])
    name.announce()
    assert [addresses for addresses, _ in announced] == [["192.168.1.5"], ["172.20.10.2"]]


def test_announcing_failure_is_logged_once_and_stops_nothing(name, announced, settings, monkeypatch, caplog) -> None:
    settings.LISTEN_HOST = "0.0.0.0"
    calls = []

    def fail(self: NetworkName, addresses: list[str], port: int) -> None:
        calls.append(addresses)
        raise OSError("Operation not permitted")

    monkeypatch.setattr(NetworkName, "_announce", fail)
    name.announce()
    name.announce()
    assert len(calls) == 1
    assert "Operation not permitted" in caplog.text


def test_zeroconf_is_loaded_only_to_announce() -> None:
    code = "import django; django.setup(); import backups.tasks, sys; sys.exit('zeroconf' in sys.modules)"
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    assert subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}).returncode == 0
