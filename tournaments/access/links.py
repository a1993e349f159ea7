"""Sign-in links and API tokens.

A link contains its Access row's ID and a signature of the ID and nonce. Nothing secret is stored, so a link can be
shown again. Revoking the row signs out every device that used the link.
"""

from django.db.models import Q
from django.utils import timezone

from core.signed_tokens import WrongToken, read_token, sign_token
from tournaments.models import Access, SignUp, TeamCalendar

_ACCESS, _SIGN_UP, _CALENDAR = "pennant.access", "pennant.sign-up", "pennant.calendar"


def link_token(access: Access) -> str:
    """Return the last path segment of this access's sign-in link."""
    return sign_token(access.pk, access.nonce, _ACCESS)


def access_of_token(token: str) -> Access | None:
    """Return the access for a sign-in link or API token, or None if the token is wrong or revoked."""
    try:
        number, nonce = read_token(token, _ACCESS)
    except WrongToken:
        return None
    return Access.objects.select_related("tournament", "team").filter(standing(), pk=number, nonce=nonce).first()


def standing(prefix: str = "") -> Q:
    """Return a filter for valid accesses.

    A valid access is neither revoked nor expired, and its tournament isn't deleted. `prefix` is the lookup path to the
    access, such as "access__".
    """
    ends = f"{prefix}ends_at"
    works = Q(**{f"{prefix}revoked_at": None, f"{prefix}tournament__deleted_at": None})
    return works & (Q(**{ends: None}) | Q(**{f"{ends}__gt": timezone.now()}))


def sign_up_token(sign_up: SignUp) -> str:
    """Return the last path segment of the link for changing or withdrawing a sign-up."""
    return sign_token(sign_up.pk, sign_up.key, _SIGN_UP)


def sign_up_of_token(token: str) -> SignUp | None:
    """Return the sign-up for a token from its link, or None if the token is wrong."""
    try:
        number, key = read_token(token, _SIGN_UP)
    except WrongToken:
        return None
    return SignUp.objects.select_related("tournament", "team").filter(pk=number, key=key).first()


def calendar_token(calendar: TeamCalendar) -> str:
    """Return the secret part of a team calendar's URL."""
    return sign_token(calendar.pk, calendar.key, _CALENDAR)


def calendar_of_token(token: str) -> TeamCalendar | None:
    """Return the calendar for a secret token, or None if the token is wrong or was replaced."""
    try:
        number, key = read_token(token, _CALENDAR)
    except WrongToken:
        return None
    return TeamCalendar.objects.select_related("team__tournament").filter(pk=number, key=key).first()
