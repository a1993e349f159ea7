"""Call other servers over https, but only at public internet addresses.

The host name is resolved before each call, and the connection uses the IP address that was checked. This prevents DNS
rebinding. Redirects aren't followed.
"""

import contextlib
import http.client
import json
import socket
import ssl
import threading
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from core.errors import Refused
from rules_engine.rulings import Finding

_NAT64: Final = IPv6Network("64:ff9b::/96")
# older Python versions treat these as public
_PRIVATE: Final = (ip_network("192.0.0.0/24"), ip_network("64:ff9b:1::/48"))
_TIMEOUT_SECONDS: Final = 10.0
_LONGEST_WAIT: Final = 120


class CallFailed(Exception):
    """A call failed. The message doesn't include the URL.

    `wait` is the number of seconds that the server asked us to wait. `status` is its status code, or 0 if it didn't
    respond.
    """

    def __init__(self, sentence: str, wait: int = 0, status: int = 0) -> None:
        super().__init__(sentence)
        self.wait = min(max(wait, 0), _LONGEST_WAIT)
        self.status = status


class CallLimits(NamedTuple):
    """Additional networks and certificates that calls accept, and the time limit. Only tests add any."""

    networks: tuple[str, ...] = ()
    trusted: ssl.SSLContext | None = None
    seconds: float = 20.0  # for the whole call, even if the server responds slowly


PUBLIC: Final = CallLimits()


class AddressRefusal(Finding):
    """Reasons why a URL can't be called."""

    NO_WEB_ADDRESS = "That isn't a web address. Copy the full address, such as https://discord.com/api/webhooks/..."
    NO_HTTPS = "The address must start with https:// and include a server name."
    HAS_PASSWORD = "The address can't contain a user name or password."
    PRIVATE_ADDRESS = "{host} is not a public internet address. Webhooks can be sent only to the public internet."
    ILLEGAL_CHARACTER = "The address contains a space or another character that web addresses can't have."


class Destination(NamedTuple):
    host: str
    port: int
    path: str


def parse_destination(address: str) -> Destination:
    """Parse an https URL. Raise Refused for anything else."""
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or 443
    except ValueError:
        raise Refused(AddressRefusal.NO_WEB_ADDRESS) from None
    if parts.scheme != "https" or not host:
        raise Refused(AddressRefusal.NO_HTTPS)
    if parts.username is not None or parts.password is not None:
        raise Refused(AddressRefusal.HAS_PASSWORD)
    if any(_is_illegal(char) for char in parts.path + parts.query):
        raise Refused(AddressRefusal.ILLEGAL_CHARACTER)
    query = f"?{parts.query}" if parts.query else ""
    return Destination(host, port, (parts.path or "/") + query)


def refuse_private_address(address: str) -> None:
    """Raise Refused if a person enters a URL with a private IP address.

    Host names are also resolved before each call.
    """
    host = parse_destination(address).host
    if _is_private(host):
        raise Refused(AddressRefusal.PRIVATE_ADDRESS, host=host)


def _is_private(host: str) -> bool:
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return not is_public(host)
    except ValueError:
        return False  # a host name


def _is_illegal(char: str) -> bool:
    return char.isspace() or not char.isprintable() or not char.isascii()


def is_public(text: str) -> bool:
    """Return whether an IP address, and any IPv4 address embedded in it, is public."""
    address = ip_address(text.partition("%")[0])
    if address.is_multicast or not address.is_global or any(address in network for network in _PRIVATE):
        return False
    if isinstance(address, IPv4Address):
        return True
    return not address.is_site_local and all(is_public(str(inner)) for inner in _embedded_ipv4(address))


def _embedded_ipv4(address: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses embedded in an IPv6 address."""
    candidates = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        candidates.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [inner for inner in candidates if inner is not None]


def resolve_public_address(destination: Destination, limits: CallLimits = PUBLIC) -> str:
    """Return the IP address to call. Raise CallFailed if any of the host's addresses isn't public."""
    try:
        answers = socket.getaddrinfo(destination.host, destination.port, type=socket.SOCK_STREAM)
    except OSError:
        raise CallFailed(f"no server is named {destination.host}") from None
    addresses = [str(answer[4][0]) for answer in answers]
    allowed_networks = [ip_network(network) for network in limits.networks]
    for address in addresses:
        is_allowed = any(ip_address(address.partition("%")[0]) in network for network in allowed_networks)
        if not is_public(address) and not is_allowed:
            raise CallFailed(f"{destination.host} is not a public internet address")
    return addresses[0]


class _PinnedConnection(http.client.HTTPSConnection):
    """An https connection to a fixed IP address. The server's certificate must match the host name."""

    def __init__(self, destination: Destination, ip: str, trusted: ssl.SSLContext) -> None:
        super().__init__(destination.host, destination.port, timeout=_TIMEOUT_SECONDS, context=trusted)
        self.ip = ip
        self.trusted = trusted

    def connect(self) -> None:
        plain_socket = socket.create_connection((self.ip, self.port), self.timeout)
        encrypted_socket = self.trusted.wrap_socket(
            plain_socket, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock = encrypted_socket
        encrypted_socket.do_handshake()

    def hang_up(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):  # already closed
                # close the raw socket, because another thread is using the encrypted one
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def post_json(address: str, document: Mapping[str, Any], limits: CallLimits = PUBLIC) -> int:
    """Post a JSON document and return the status code. Raise CallFailed unless the server accepts it."""
    return post(address, json.dumps(document).encode(), {"Content-Type": "application/json"}, limits)


def post(address: str, content: bytes, headers: Mapping[str, str], limits: CallLimits = PUBLIC) -> int:
    """Post this content and return the status code. Raise CallFailed unless the server accepts it."""
    destination = parse_destination(address)
    ip = resolve_public_address(destination, limits)
    connection = _PinnedConnection(destination, ip, limits.trusted or ssl.create_default_context())
    deadline = threading.Timer(limits.seconds, connection.hang_up)
    try:
        deadline.start()
        connection.connect()
        connection.request("POST", destination.path, content, {"User-Agent": "Pennant", **headers})
        with connection.getresponse() as response:
            _check_response(destination, response)
            return response.status
    except (OSError, http.client.HTTPException) as error:
        raise CallFailed(f"{destination.host} can't be reached: {_failure_reason(error)}") from None
    finally:
        deadline.cancel()
        connection.close()


def _failure_reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return "its certificate is not valid"
    if isinstance(error, TimeoutError):
        return "it didn't respond in time"
    return type(error).__name__


def _check_response(destination: Destination, response: http.client.HTTPResponse) -> None:
    """Raise CallFailed unless the server accepted the document."""
    status = response.status
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        sentence = f"{destination.host} redirects to another address ({status}), and Pennant doesn't follow redirects"
        raise CallFailed(sentence, status=status)
    wait = response.getheader("Retry-After", "")
    seconds = int(wait) if wait.isdecimal() and len(wait) < 6 else 0
    raise CallFailed(f"{destination.host} returned {status}", seconds, status)
