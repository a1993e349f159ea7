"""The invitation links that stand, with their addresses as phones can open them."""

import contextlib
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament

_ONLY_HERE = ("localhost", "127.", "0.0.0.0", "[::1]", "testserver")


@dataclass(frozen=True, slots=True)
class Invitation:
    """One link: whose it is, its address, and its QR code as SVG."""

    access: Access
    address: str

    @property
    def qr(self) -> SafeString:
        drawn = segno.make(self.address, error="m").svg_inline(
            scale=4, border=2, omitsize=True, svgclass="qr", lineclass=None, title=f"Code of {self.access.label}"
        )
        return mark_safe(drawn)  # drawn by segno from our own address; the title is escaped by it


def invitations(tournament: Tournament, base: str) -> list[Invitation]:
    """Standing links, directors and assistants first, then teams by name."""
    accesses = Access.objects.filter(tournament=tournament, revoked_at=None).select_related("team")
    rank = [Role.DIRECTOR, Role.ASSISTANT, Role.MANAGER]
    ordered = sorted(accesses, key=lambda a: (rank.index(Role(a.role)), a.label.casefold(), a.pk))
    return [Invitation(access, address_of_link(access, base)) for access in ordered]


def address_of_link(access: Access, base: str) -> str:
    """The whole invitation link, on a site that begins with `base`."""
    return base + reverse("join", args=[link_token(access)])


def base_for_phones(request: HttpRequest) -> str:
    """The site's address as phones in the room can open it: as asked for, else as set, else this request's, else the
    laptop's own.

    A director who opened the page as localhost would otherwise print codes that work on his laptop only.
    """
    asked = urlsplit(request.GET.get("base", ""))
    if asked.scheme in ("http", "https") and _is_ours(asked.hostname or "", request):
        return f"{asked.scheme}://{asked.netloc}"
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    host = request.get_host()
    if not host.startswith(_ONLY_HERE):
        return f"{request.scheme}://{host}"
    port = f":{request.get_port()}" if request.get_port() not in ("80", "443") else ""
    return f"{request.scheme}://{address_in_the_room()}{port}"


def base_without_request() -> str:
    """The site's address where nobody has opened it yet, such as for a command."""
    return str(settings.PUBLIC_URL) or "http://127.0.0.1:8000"


def _is_ours(host: str, request: HttpRequest) -> bool:
    """An address in the room, this site's own or the public one: no link may make a director print codes for others."""
    if host in (request.get_host().rsplit(":", 1)[0], urlsplit(settings.PUBLIC_URL).hostname) or host.endswith(
        ".local"
    ):
        return True
    with contextlib.suppress(ValueError):
        return ip_address(host).is_private
    return False


def address_in_the_room() -> str:
    """This machine's address in its network. Nothing is sent: the socket is only asked where it would go out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
