"""This machine's place in its network. Standard library only: the launcher asks here too."""

import socket


def address_in_the_room() -> str:
    """This machine's address in its network. Nothing is sent: the socket is only asked where it would go out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_of_this_machine(host: str) -> bool:
    """By its name, or by an address at which it could listen."""
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
