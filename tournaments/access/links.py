"""Sign-in links and API tokens.

A link contains the id of its Access row and a signature over id and nonce. Nothing secret is
stored, a link can be shown again, and revoking the row signs out every device that used it.
"""

from django.core import signing
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Access, SignUp, TeamCalendar

_signer = signing.Signer(salt="pennant.access")
_sign_up_signer = signing.Signer(salt="pennant.sign-up")
_calendar_signer = signing.Signer(salt="pennant.calendar")


def link_token(access: Access) -> str:
    """Return the last part of the sign-in link of this access."""
    return _signer.sign(f"{access.pk}.{access.nonce}").replace(":", "~")


def access_of_token(token: str) -> Access | None:
    """Return the access of a link or API token; None if it is wrong or revoked."""
    try:
        number, nonce = _signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
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
    return _sign_up_signer.sign(f"{sign_up.pk}.{sign_up.key}").replace(":", "~")


def sign_up_of_token(token: str) -> SignUp | None:
    """Return the sign-up of its person's link; None if the link is wrong."""
    try:
        number, key = _sign_up_signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
        return None
    return SignUp.objects.select_related("tournament", "team").filter(pk=number, key=key).first()


def calendar_token(calendar: TeamCalendar) -> str:
    """Return the secret part of the address of a team's calendar."""
    return _calendar_signer.sign(f"{calendar.pk}.{calendar.key}").replace(":", "~")


def calendar_of_token(token: str) -> TeamCalendar | None:
    """Return the calendar of a secret address; None if the address is wrong or was replaced."""
    try:
        number, key = _calendar_signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
        return None
    return TeamCalendar.objects.select_related("team__tournament").filter(pk=number, key=key).first()
