"""Find this computer's address in its network. Standard library only, because the launcher imports it."""

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
