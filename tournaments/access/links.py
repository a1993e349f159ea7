"""Sign-in links and API tokens.

A link contains the id of its Access row and a signature over id and nonce. Nothing secret is
stored, a link can be shown again, and revoking the row signs out every device that used it.
"""

from django.db.models import Q
from django.utils import timezone

from core.signed_tokens import WrongToken, read_token, sign_token
from tournaments.models import Access, SignUp, TeamCalendar

_ACCESS, _SIGN_UP, _CALENDAR = "pennant.access", "pennant.sign-up", "pennant.calendar"


def link_token(access: Access) -> str:
    """Return the last part of the sign-in link of this access."""
    return sign_token(access.pk, access.nonce, _ACCESS)


def access_of_token(token: str) -> Access | None:
    """Return the access of a link or API token; None if it is wrong or revoked."""
    try:
        number, nonce = read_token(token, _ACCESS)
    except WrongToken:
        return None
    return Access.objects.select_related("tournament", "team").filter(standing(), pk=number, nonce=nonce).first()


def standing(prefix: str = "") -> Q:
    """Return the filter for accesses that still work; `prefix` leads to the access.

    They are neither revoked nor ended, and their tournament isn't deleted.
    """
    ends = f"{prefix}ends_at"
    works = Q(**{f"{prefix}revoked_at": None, f"{prefix}tournament__deleted_at": None})
    return works & (Q(**{ends: None}) | Q(**{f"{ends}__gt": timezone.now()}))


def sign_up_token(sign_up: SignUp) -> str:
    """Return the last part of the link with which a person changes or withdraws a sign-up."""
    return sign_token(sign_up.pk, sign_up.key, _SIGN_UP)


def sign_up_of_token(token: str) -> SignUp | None:
    """Return the sign-up of its person's link; None if the link is wrong."""
    try:
        number, key = read_token(token, _SIGN_UP)
    except WrongToken:
        return None
    return SignUp.objects.select_related("tournament", "team").filter(pk=number, key=key).first()


def calendar_token(calendar: TeamCalendar) -> str:
    """Return the secret part of the address of a team's calendar."""
    return sign_token(calendar.pk, calendar.key, _CALENDAR)


def calendar_of_token(token: str) -> TeamCalendar | None:
    """Return the calendar of a secret address; None if the address is wrong or was replaced."""
    try:
        number, key = read_token(token, _CALENDAR)
    except WrongToken:
        return None
    return TeamCalendar.objects.select_related("team__tournament").filter(pk=number, key=key).first()
