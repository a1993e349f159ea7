"""Network addresses of this computer and its visitors. Standard library only, because the launcher imports it."""

import ipaddress
import socket
from typing import Final, NamedTuple

_VIRTUAL_ADAPTERS: Final = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vbox",
    "virtualbox",
    "vmnet",
    "vmware",
    "vethernet",
    "hyper-v",
)


class NetworkAddress(NamedTuple):
    """An IPv4 address on this computer, with its network adapter's name."""

    address: str
    adapter: str

    @property
    def is_virtual(self) -> bool:
        """Return whether the adapter connects only programs on this computer, such as containers."""
        return any(mark in self.adapter.lower() for mark in _VIRTUAL_ADAPTERS)


def network_addresses() -> list[NetworkAddress]:
    """Return the addresses at which other devices may reach this computer, the most likely address first."""
    import ifaddr  # noqa: PLC0415 - the launcher doesn't need it

    likeliest = local_network_address()
    addresses = [
        NetworkAddress(str(entry.ip), adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for entry in adapter.ips
        if entry.is_IPv4 and _is_reachable(str(entry.ip))
    ]
    return sorted(addresses, key=lambda entry: (entry.is_virtual, entry.address != likeliest, entry.adapter))


def _is_reachable(address: str) -> bool:
    """Return whether other devices can reach an address.

    A link-local address means that the network assigned none.
    """
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def is_loopback(host: str) -> bool:
    """Return whether a server that listens on this host is reachable only from this computer."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def is_every_address(host: str) -> bool:
    """Return whether a server that listens on this host is reachable at all of its computer's addresses."""
    return host.strip("[]") in ("0.0.0.0", "::")


def local_network_address() -> str:
    """Return this computer's address in the local network. This only looks up the route, and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_this_machine(host: str) -> bool:
    """Return whether a host is this computer, based on its name or an address where it can listen."""
    name = socket.gethostname().lower()
    if host.lower() in (name, name.split(".")[0], f"{name.split('.')[0]}.local"):
        return True
    try:
        family, *_, address = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST)[0]
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind(address)
    except OSError:
        return False
    return True


def visitor_network(address: str) -> str:
    """Return the network address that identifies a visitor.

    This is the visitor's IPv4 address or /64 IPv6 network.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
