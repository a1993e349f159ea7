"""Announce a name for the leader in the network of the hall, so that a closed phone finds whichever computer leads.

Only computers with a standby do this: the library takes 14 MB, and without a standby the address never changes.
"""

import logging
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

from core.durable_files import write_durably
from core.standby import network_name_file, new_leader_address, standby_files
from core.standby_files import StandbyRecord

if TYPE_CHECKING:
    from zeroconf import Zeroconf

logger = logging.getLogger(__name__)
_SERVICE: Final = "_http._tcp.local."
_LOOKUP_MILLISECONDS: Final = 1500
_MAX_NAMES: Final = 9


class NetworkName:
    """The name that this computer has announced, if any."""

    def __init__(self) -> None:
        self._network: Zeroconf | None = None

    def announce_if_paired(self) -> None:
        """Announce "pennant.local" if this computer leads and has a standby, or was one. Call it again and again."""
        files = standby_files()
        is_paired = files.path(StandbyRecord.PAIRED).exists() or files.path(StandbyRecord.TOOK_OVER).exists()
        if self._network is not None or not is_paired or new_leader_address():
            return
        address = urlsplit(settings.PUBLIC_URL)
        host = address.hostname or ""
        if _is_in_network(host):
            self._announce(host, address.port or 80)

    def _announce(self, host: str, port: int) -> None:
        from zeroconf import ServiceInfo, Zeroconf  # noqa: PLC0415 - 14 MB that most computers don't need

        self._network = Zeroconf(interfaces=[host])
        name = _free_name(self._network, host)
        service = ServiceInfo(
            _SERVICE, f"{name}.{_SERVICE}", port=port, server=f"{name}.local.", parsed_addresses=[host]
        )
        self._network.register_service(service, allow_name_change=True)
        write_durably(network_name_file(), f"http://{name}.local:{port}")
        logger.info("this computer is %s.local in the network", name)

    def withdraw(self) -> None:
        """Take the name back when the worker ends."""
        if self._network is not None:
            self._network.close()
            with suppress(OSError):
                network_name_file().unlink()


def _is_in_network(host: str) -> bool:
    """Whether other computers can reach an address. A host name needs no other name."""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return False


def _free_name(network: "Zeroconf", host: str) -> str:
    """Return "pennant", or "pennant-2" and so on if another computer in the hall has that name."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # noqa: PLC0415

    for number in range(1, _MAX_NAMES + 1):
        name = "pennant" if number == 1 else f"pennant-{number}"
        resolver = AddressResolverIPv4(f"{name}.local.")
        if not resolver.request(network, _LOOKUP_MILLISECONDS) or resolver.parsed_addresses() == [host]:
            return name
    return f"pennant-{host.rpartition('.')[2]}"
