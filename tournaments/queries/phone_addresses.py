"""URLs where phones can reach this computer, and the URL to use in sign-in links and QR codes."""

from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

from core.network import (
    is_every_address,
    is_loopback,
    is_this_machine,
    local_network_address,
    network_addresses,
)
from core.standby import network_name_address
from tournaments.models import Tournament

_LOCAL_HOSTS: Final = ("localhost", "127.", "0.0.0.0", "[::1]", "testserver")


class PhoneAddress(NamedTuple):
    """A URL that phones can open, with a description."""

    address: str
    source: str


def base_for_phones(request: HttpRequest, tournament: Tournament | None = None) -> str:
    """Return the site's base URL for phones at the venue.

    The first usable URL wins: the requested URL, the director's choice, the configured URL, this request's URL, or the
    laptop's own address. The request's URL alone isn't enough, because a director may have opened the page as
    localhost.
    """
    requested = _split(request.GET.get("base", ""))
    if requested and requested.scheme in ("http", "https") and _is_own_host(requested.hostname or "", request):
        return f"{requested.scheme}://{requested.netloc}"
    return site_address(request, tournament)


def site_address(request: HttpRequest, tournament: Tournament | None = None) -> str:
    """Return the base URL for printed QR codes: the director's choice, the configured URL or the most likely one."""
    if tournament is not None and is_usable_choice(tournament.phone_address, request):
        return tournament.phone_address
    return _configured_address() or _likeliest_address(request)


def _configured_address() -> str:
    """Return PUBLIC_URL, or "" if the launcher guessed it and the computer's network has changed since."""
    host = _host(settings.PUBLIC_URL)
    is_guess = bool(settings.LISTEN_HOST) and host.replace(".", "").isdecimal()
    return "" if is_guess and not is_this_machine(host) else str(settings.PUBLIC_URL)


def is_usable_choice(address: str, request: HttpRequest) -> bool:
    """Return whether a URL that a director chose still leads to this computer.

    The URL may have been chosen on a different computer.
    """
    parts = _split(address)
    if parts is None or not parts.hostname or not may_choose_address() or is_only_here(address):
        return False
    return address == network_name_address() or _is_own_host(parts.hostname, request)


def may_choose_address() -> bool:
    """Return whether phones can use several URLs. With HTTPS, only the hostname in the certificate works."""
    return not settings.BEHIND_HTTPS


def phone_addresses(request: HttpRequest) -> list[PhoneAddress]:
    """Return the URLs that a director can choose from, most likely first."""
    if not may_choose_address():
        return [PhoneAddress(str(settings.PUBLIC_URL) or _likeliest_address(request), "the address in the settings")]
    port = _port_suffix(request)
    offered = [
        PhoneAddress(f"{request.scheme}://{entry.address}{port}", entry.adapter)
        for entry in network_addresses()
        if is_listening_at(entry.address)
    ]
    if offered and (name := network_name_address()):
        offered.append(PhoneAddress(name, "a name that most phones find, even if the number changes"))
    addresses = {entry.address for entry in offered}
    for address, source in (
        (str(settings.PUBLIC_URL), "the address in the settings"),
        (_address_of(request), "the address of this page"),
    ):
        if address and address not in addresses and not is_only_here(address) and _is_own_host(_host(address), request):
            addresses.add(address)
            offered.append(PhoneAddress(address, source))
    return [entry for entry in offered if validate_host(_host(entry.address), settings.ALLOWED_HOSTS)]


def is_listening_at(address: str) -> bool:
    """Return whether the web server listens on this IP address. Without a launcher, assume that it does."""
    host = settings.LISTEN_HOST
    return not host or is_every_address(host) or host == address


def is_listening_here_only() -> bool:
    """Return whether the web server accepts connections only from this computer."""
    return is_loopback(settings.LISTEN_HOST) if settings.LISTEN_HOST else False


def is_only_here(base: str) -> bool:
    """Return whether only this machine can open the URL."""
    return _host(base).startswith(tuple(name.strip("[]") for name in _LOCAL_HOSTS))


def base_without_request() -> str:
    """Return the site's URL outside a request, such as in a command."""
    return str(settings.PUBLIC_URL) or "http://127.0.0.1:8000"


def _likeliest_address(request: HttpRequest) -> str:
    if not request.get_host().startswith(_LOCAL_HOSTS):
        return _address_of(request)
    return f"{request.scheme}://{local_network_address()}{_port_suffix(request)}"


def _address_of(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _port_suffix(request: HttpRequest) -> str:
    port = urlsplit(f"//{request.get_host()}").port
    return f":{port}" if port and port not in (80, 443) else ""


def _is_own_host(host: str, request: HttpRequest) -> bool:
    """Return whether the host is this machine or the configured host.

    Otherwise, a crafted link could make us print another site's codes.
    """
    own_hosts = (request.get_host().rsplit(":", 1)[0], _host(settings.PUBLIC_URL), _host(network_name_address()))
    return bool(host) and (host in own_hosts or is_this_machine(host))


def _host(address: str) -> str:
    parts = _split(address)
    return (parts.hostname or "") if parts else ""


def _split(address: str) -> SplitResult | None:
    try:
        return urlsplit(address)
    except ValueError:
        return None
