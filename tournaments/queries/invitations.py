"""Valid sign-in links, their URLs for phones, and their table in the API."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from core.tables import Column, Place, TableDefinition
from tournaments.access.links import link_token, standing
from tournaments.models import Access, Role, Tournament


@dataclass(frozen=True, slots=True)
class Invitation:
    """A sign-in link with its URL."""

    access: Access
    address: str

    @property
    def qr(self) -> SafeString:
        return qr_code(self.address, str(self.access))


@lru_cache(maxsize=2_000)
def qr_code(address: str, label: str) -> SafeString:
    """Return the QR code as SVG. It may contain a sign-in link, so it is cached only in this process."""
    code = segno.make(address, error="m")
    svg = code.svg_inline(
        scale=4,
        border=2,
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
        title=f"QR code for {label}",
    )
    return mark_safe(svg)  # segno escapes the title.


INVITATIONS: TableDefinition[Invitation] = TableDefinition(
    "invitations",
    (
        Column("id", "Number", lambda invitation: invitation.access.pk, Place.API),
        Column("role", "Role", lambda invitation: invitation.access.role, Place.API, kind=Role),
        Column("label", "For", lambda invitation: str(invitation.access), Place.API, kind=str),
        Column("team", "Team", lambda invitation: invitation.access.team_id, Place.API, is_nullable=True),
        Column("created_at", "Made", lambda invitation: invitation.access.created_at, Place.API, kind=datetime),
        Column("address", "Link", lambda invitation: invitation.address, Place.API, kind=str),
        Column(
            "last_used_at",
            "Last used",
            lambda invitation: invitation.access.last_used_at,
            Place.API,
            kind=datetime,
            is_nullable=True,
        ),
    ),
)


def invitations(tournament: Tournament, base: str) -> list[Invitation]:
    """Return the valid links, first for directors and assistants, then for teams by name."""
    accesses = Access.objects.filter(tournament=tournament, revoked_at=None).select_related("team", "tournament")
    roles = [Role.DIRECTOR, Role.ASSISTANT, Role.MANAGER, Role.PROXY]
    ordered = sorted(
        accesses,
        key=lambda access: (roles.index(Role(access.role)), access.label.casefold(), access.pk),
    )
    return [Invitation(access, address_of_link(access, base)) for access in ordered]


def address_of_link(access: Access, base: str) -> str:
    """Return a link's full URL on the site at `base`."""
    return base + reverse("join", args=[link_token(access)])


def address_of_phone_check(tournament: Tournament, base: str) -> str:
    """Return the full URL of the page that confirms a phone's connection."""
    return base + reverse("phone_check", args=[tournament.slug])


def director_name(tournament: Tournament) -> str:
    """Return the director's name for printouts, or "" if it is unknown.

    Prefer the tournament's own director to the installation's organizer.
    """
    accesses = Access.objects.filter(standing())
    directors = accesses.filter(tournament=tournament, role=Role.DIRECTOR).exclude(label__in=("", "Director"))
    organizers = accesses.filter(role=Role.ORGANISER).exclude(own_name="")
    chosen = directors.first() or organizers.first()
    return str(chosen) if chosen else ""
