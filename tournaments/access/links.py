"""Invitation links and API tokens.

A link carries the number of its Access row and a signature over number and nonce. Nothing secret is stored,
a link can be shown again, and revoking the row ends every device that used it.
"""

from django.core import signing
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Access

_signer = signing.Signer(salt="pennant.access")


def link_token(access: Access) -> str:
    """What the invitation link of this access ends with."""
    return _signer.sign(f"{access.pk}.{access.nonce}").replace(":", "~")


def access_of_token(token: str) -> Access | None:
    """The access a link or API token stands for; None where it is wrong or revoked."""
    try:
        number, nonce = _signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
        return None
    return Access.objects.select_related("tournament", "team").filter(standing(), pk=number, nonce=nonce).first()


def standing(prefix: str = "") -> Q:
    """Accesses that are neither revoked nor past their end; `prefix` where they are reached by another row."""
    ends = f"{prefix}ends_at"
    return Q(**{f"{prefix}revoked_at": None}) & (Q(**{ends: None}) | Q(**{f"{ends}__gt": timezone.now()}))
