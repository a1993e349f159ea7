"""Announce a name for this computer on the hall's network, so that phones find it without its IP address.

After a takeover the standby has the name, so a phone whose page was closed finds the computer that leads.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

from core.durable_files import write_durably
from core.network import is_loopback, network_addresses
from core.standby import network_name_file, new_leader_address
from tournaments.queries.phone_addresses import is_listening_at

if TYPE_CHECKING:
    from zeroconf import Zeroconf

logger = logging.getLogger(__name__)
_SERVICE: Final = "_http._tcp.local."
_LOOKUP_MILLISECONDS: Final = 1500


class NetworkName:
    """The name that this computer has announced, if any."""

    def __init__(self) -> None:
        self._network: Zeroconf | None = None
        # unknown at startup, because a crashed run may have left a name behind
        self._addresses: list[str] | None = None

    def announce(self) -> None:
        """Announce "pennant.local", and announce it again after the network changes. Call this repeatedly."""
        addresses = _announced_addresses()
        if addresses == self._addresses:
            return
        self.withdraw()
        # set even after a failure, so that only a different network triggers another attempt
        self._addresses = addresses
        if addresses:
            try:
                self._announce(addresses, urlsplit(settings.PUBLIC_URL).port or _usual_port())
            except Exception as fault:
                # Pennant works without a name, whatever error the network or the library raises
                logger.warning("this computer has no name on the network: %s: %s", type(fault).__name__, fault)
                self._close()

    def _announce(self, addresses: list[str], port: int) -> None:
        from zeroconf import ServiceInfo, Zeroconf  # noqa: PLC0415 - 14 MB that hosts and single computers don't need

        self._network = Zeroconf(interfaces=addresses)
        name = _free_name(self._network, addresses)
        service = ServiceInfo(
            _SERVICE, f"{name}.{_SERVICE}", port=port, server=f"{name}.local.", parsed_addresses=addresses
        )
        self._network.register_service(service, allow_name_change=True)
        scheme = "https" if settings.BEHIND_HTTPS else "http"
        suffix = "" if port == _usual_port() else f":{port}"
        write_durably(network_name_file(), f"{scheme}://{name}.local{suffix}")
        logger.info("this computer is %s.local on the network", name)

    def withdraw(self) -> None:
        """Withdraw the name when the worker stops."""
        self._close()
        self._addresses = []

    def _close(self) -> None:
        if self._network is not None:
            self._network.close()
            self._network = None
        with suppress(OSError):
            network_name_file().unlink()


def _announced_addresses() -> list[str]:
    """Return the IP addresses to announce. There are none on a host, or if other devices can't reach this computer."""
    host = settings.LISTEN_HOST
    if not settings.ANNOUNCE_NAME or not host or is_loopback(host) or _has_name() or new_leader_address():
        return []
    return [entry.address for entry in network_addresses() if not entry.is_virtual and is_listening_at(entry.address)]


def _usual_port() -> int:
    """Return the port that URLs omit."""
    return 443 if settings.BEHIND_HTTPS else 80


def _has_name() -> bool:
    """Return whether phones already reach this installation by name, such as on a host."""
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    if host in settings.NETWORK_NAMES:  # the name in a certificate for the hall
        return False
    if settings.BEHIND_HTTPS or host == "localhost":
        return bool(settings.BEHIND_HTTPS)
    try:
        ip_address(host)
    except ValueError:
        return True
    return False


def _free_name(network: "Zeroconf", addresses: Sequence[str]) -> str:
    """Return "pennant", or "pennant-2" and so on if another computer in the hall has that name."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # noqa: PLC0415

    configured = urlsplit(settings.PUBLIC_URL).hostname
    for name in [configured] if configured in settings.NETWORK_NAMES else settings.NETWORK_NAMES:
        resolver = AddressResolverIPv4(f"{name}.")
        if not resolver.request(network, _LOOKUP_MILLISECONDS) or set(resolver.parsed_addresses()) <= set(addresses):
            return str(name).removesuffix(".local")
    raise LookupError("every name is in use")
