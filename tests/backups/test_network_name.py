"""The name of a leader in its network: announced by multicast DNS, looked up as a phone does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from zeroconf import AddressResolverIPv4, Zeroconf

from backups.standby.network_name import NetworkName
from backups.standby.pairing import make_pairing_code, pair
from core.network import local_network_address
from core.standby import network_name_address
from core.standby_files import StandbyFiles, StandbyRecord

HOST = local_network_address()
pytestmark = pytest.mark.skipif(HOST == "127.0.0.1", reason="this computer has no network")


@pytest.fixture
def name(tmp_path: Path, settings) -> Iterator[NetworkName]:
    settings.DATA_DIR = tmp_path
    settings.PUBLIC_URL = f"http://{HOST}:8000"
    name = NetworkName()
    yield name
    name.withdraw()


def addresses_of(name: str) -> list[str]:
    network = Zeroconf(interfaces=[HOST])
    try:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(network, 3000)
        return resolver.parsed_addresses()
    finally:
        network.close()


def test_a_leader_with_a_standby_is_found_by_its_name(name: NetworkName) -> None:
    pair(code=make_pairing_code(), name="Laptop 2", address="http://192.168.1.6:8000")
    name.announce_if_paired()
    name.announce_if_paired()
    announced = network_name_address()
    assert addresses_of(announced.removeprefix("http://").removesuffix(":8000")) == [HOST]
    name.withdraw()
    assert network_name_address() == ""


def test_a_computer_without_a_standby_or_after_its_hand_over_announces_nothing(
    name: NetworkName, tmp_path: Path
) -> None:
    name.announce_if_paired()
    pair(code=make_pairing_code(), name="Laptop 2", address="http://192.168.1.6:8000")
    StandbyFiles(tmp_path).write(StandbyRecord.HANDED_OVER, address="http://192.168.1.6:8000", name="Laptop 2")
    name.announce_if_paired()
    assert network_name_address() == ""
