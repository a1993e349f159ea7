"""Calls to other people's servers: by https to an address of the public internet, and to nothing else.

The name is resolved before each call and the call is made to the very address that was looked at, so that a name which
changes its mind in between leads nowhere. Redirects are not followed.
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

_NAT64: Final = IPv6Network("64:ff9b::/96")
_SILENT_SECONDS: Final = 10.0
_LONGEST_WAIT: Final = 120


class CallFailed(Exception):
    """Why the other server has not got it, in words without the address. `wait`: seconds, where it asked for some."""

    def __init__(self, sentence: str, wait: int = 0) -> None:
        super().__init__(sentence)
        self.wait = min(max(wait, 0), _LONGEST_WAIT)


class Reach(NamedTuple):
    """How far calls reach. Only tests go further: to a network of this machine, with a certificate of their own."""

    networks: tuple[str, ...] = ()
    trusted: ssl.SSLContext | None = None
    seconds: float = 20.0  # for the whole call, however slowly the other side drips


PUBLIC: Final = Reach()


class Destination(NamedTuple):
    host: str
    port: int
    path: str


def destination_of(address: str) -> Destination:
    """The parts of an https address. Raises Refused for anything else."""
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port or 443
    except ValueError:
        raise Refused("This is no address: copy it whole, such as https://discord.com/api/webhooks/...") from None
    if parts.scheme != "https" or not host:
        raise Refused("The address must begin with https:// and name a server.")
    if parts.username is not None or parts.password is not None:
        raise Refused("The address must not hold a name or password before the server.")
    if any(sign.isspace() or not sign.isprintable() or not sign.isascii() for sign in parts.path + parts.query):
        raise Refused("The address holds a blank or a sign that no address has.")
    return Destination(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet, also where it only wraps another."""
    address = ip_address(text.partition("%")[0])
    if address.is_multicast or not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return True
    return not address.is_site_local and all(is_public(str(inner)) for inner in _within(address))


def _within(address: IPv6Address) -> list[IPv4Address]:
    """IPv4 addresses that an IPv6 address leads on to."""
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [each for each in inner if each is not None]


def resolved(there: Destination, reach: Reach = PUBLIC) -> str:
    """The IP address to call. Raises CallFailed where any address of that name is not public."""
    try:
        answers = socket.getaddrinfo(there.host, there.port, type=socket.SOCK_STREAM)
    except OSError:
        raise CallFailed(f"{there.host} is not known: no server has that name") from None
    addresses = [str(answer[4][0]) for answer in answers]
    own = [ip_network(network) for network in reach.networks]
    for address in addresses:
        if not is_public(address) and not any(ip_address(address.partition("%")[0]) in network for network in own):
            raise CallFailed(f"{there.host} is not an address of the public internet")
    return addresses[0]


class _Pinned(http.client.HTTPSConnection):
    """Talks to this IP address, and to the name whose certificate must be shown."""

    def __init__(self, there: Destination, at: str, trusted: ssl.SSLContext) -> None:
        super().__init__(there.host, there.port, timeout=_SILENT_SECONDS, context=trusted)
        self.at, self.trusted = at, trusted

    def connect(self) -> None:
        plain = socket.create_connection((self.at, self.port), self.timeout)
        wrapped = self.trusted.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = wrapped
        wrapped.do_handshake()

    def hang_up(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):  # it had just ended
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)  # beneath the encryption, which another thread uses


def post_json(address: str, document: Mapping[str, Any], reach: Reach = PUBLIC) -> None:
    """Post a document. Raises CallFailed unless the other server took it."""
    there = destination_of(address)
    connection = _Pinned(there, resolved(there, reach), reach.trusted or ssl.create_default_context())
    bell = threading.Timer(reach.seconds, connection.hang_up)
    try:
        bell.start()
        connection.connect()
        body = json.dumps(document).encode()
        connection.request("POST", there.path, body, {"Content-Type": "application/json", "User-Agent": "Pennant"})
        with connection.getresponse() as answer:
            _judge(there, answer)
    except (OSError, http.client.HTTPException) as fault:
        raise CallFailed(f"{there.host} cannot be reached: {_why(fault)}") from None
    finally:
        bell.cancel()
        connection.close()


def _why(fault: Exception) -> str:
    if isinstance(fault, ssl.SSLCertVerificationError):
        return "its certificate is not valid"
    return "it does not answer in time" if isinstance(fault, TimeoutError) else type(fault).__name__


def _judge(there: Destination, answer: http.client.HTTPResponse) -> None:
    if 200 <= answer.status < 300:
        return
    if 300 <= answer.status < 400:
        raise CallFailed(f"{there.host} leads on to another address ({answer.status}), which is not followed")
    wait = answer.getheader("Retry-After", "")
    raise CallFailed(f"{there.host} answered {answer.status}", int(wait) if wait.isdecimal() and len(wait) < 6 else 0)
