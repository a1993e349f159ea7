"""Addresses of this computer and of visitors. Standard library only, because the launcher imports it."""

import ipaddress
import socket


def local_network_address() -> str:
    """Return this computer's address in the local network. Nothing is sent: only the route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_this_machine(host: str) -> bool:
    """Check whether a host is this computer, by name or by an address it can listen on."""
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
    """Return the address that stands for a visitor: an IPv4 address, or the /64 network that an IPv6 visitor owns."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
