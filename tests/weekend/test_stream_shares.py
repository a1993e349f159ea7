"""Test that an IP address can use 5% of a process's event streams, and that signed-in devices have priority."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from core.network import visitor_network
from tests.browser.installation import Site
from tests.drills.visitor import Visitor

pytestmark = [pytest.mark.database]
MOST = 40
SHARE = 2
MAKE_LINK = """
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament
hall = Tournament.objects.create(slug='hall', name='Hall')
print(link_token(Access.objects.create(tournament=hall, role=Role.DIRECTOR, label='Ann', nonce='ann')))
"""
LOCAL = "127.0.0.1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(Path(tmp_path_factory.mktemp("shares")))
    site.environment["MOST_OPEN_PAGES"] = str(MOST)
    try:
        site.open()
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def link(site: Site) -> str:
    return site.shell(MAKE_LINK)


@pytest.fixture
def cookie(site: Site, link: str) -> str:
    """Return a new device's cookie."""
    return Visitor(site.port).sign_in(link)


@pytest.fixture
def streams(site: Site) -> Iterator["Streams"]:
    with ExitStack() as closing:
        yield Streams(site.port, closing)


class Streams:
    """Open event streams, all closed at the end of a test."""

    def __init__(self, port: int, closing: ExitStack) -> None:
        self._port, self._closing = port, closing

    def open(self, address: str, cookie: str = "") -> tuple[int, socket.socket]:
        """Open a stream from one of this computer's IP addresses, and return the status and the connection."""
        connection = self._closing.enter_context(
            socket.create_connection((LOCAL, self._port), timeout=30, source_address=(address, 0))
        )
        cookies = f"Cookie: {cookie}\r\n" if cookie else ""
        connection.sendall(f"GET /t/hall/events/ HTTP/1.1\r\nHost: {LOCAL}\r\n{cookies}\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(1)
        return int(head.split(b" ")[1]), connection

    def status_of_head(self, address: str) -> int:
        """Return the status for a page that asks why it has no stream."""
        with socket.create_connection((LOCAL, self._port), timeout=30, source_address=(address, 0)) as connection:
            connection.sendall(f"HEAD /t/hall/events/ HTTP/1.1\r\nHost: {LOCAL}\r\n\r\n".encode())
            return int(connection.recv(65536).split(b" ")[1])

    def statuses(self, address: str, number: int, cookie: str = "") -> list[int]:
        return [self.open(address, cookie)[0] for _ in range(number)]


def test_full_process_drops_a_visitors_stream_for_a_signed_in_device(streams, cookie):
    connections = []
    for number in range(MOST // SHARE):
        for _ in range(SHARE):
            status, connection = streams.open(f"127.0.1.{number + 1}")
            assert status == 200
            connections.append(connection)
    assert streams.statuses("127.0.0.2", 1) == [503]
    assert streams.statuses(LOCAL, 1, cookie) == [200]
    closed = connections[SHARE - 1]
    while closed.recv(65536):
        pass  # to the end of the stream
    assert streams.statuses("127.0.0.2", 1) == [503]


def test_single_address_gets_at_most_five_percent_of_the_streams(streams, cookie):
    assert streams.statuses("127.0.0.3", SHARE + 3) == [200] * SHARE + [503] * 3
    assert streams.status_of_head("127.0.0.3") == 503
    assert streams.status_of_head("127.0.0.4") == 200
    assert streams.statuses("127.0.0.4", SHARE) == [200] * SHARE


def test_signed_in_devices_do_not_count_against_their_address(streams, cookie):
    assert streams.statuses("127.0.0.5", SHARE, cookie) == [200] * SHARE
    assert streams.statuses("127.0.0.5", SHARE + 1) == [200] * SHARE + [503]


def test_forged_cookie_counts_as_a_visitor(streams, cookie):
    false_cookie = cookie.replace("sessionid=", "sessionid=x")
    assert streams.statuses("127.0.0.6", SHARE + 1, false_cookie) == [200] * SHARE + [503]


def test_closed_stream_frees_its_slot(site, streams, cookie):
    with ExitStack() as closing:
        assert Streams(site.port, closing).statuses("127.0.0.7", SHARE) == [200] * SHARE
    for _ in range(100):
        status, connection = streams.open("127.0.0.7")
        if status == 200:
            return
        connection.close()
    raise AssertionError("the places of closed streams are still taken")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_ipv6_visitors_are_counted_by_network(address, network):
    assert visitor_network(address) == network
