"""Short codes that sign a device in where a link cannot be scanned: made at the desk, typed once within ten minutes.

A code stands for a link for ten minutes. What is stored is its hash, so that nobody reads it from a copy.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.access.links import standing
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor
from tournaments.models import Access
from tournaments.services.invitations import changing, record

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is read as another: I, L and 1, O and 0
LENGTH: Final = 6
VALID: Final = timedelta(minutes=10)


def make_code(*, access: Access, actor: Actor) -> str:
    """A code for this link; one made before stops. Refused for a link that is revoked or one's own."""
    with changing(access, actor, "make a code for", "make a code") as (now, there):
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        there.code_hash, there.code_ends_at = _hash(code), timezone.now() + VALID
        there.save(update_fields=["code_hash", "code_ends_at"])
        record(now, actor, Verb.MAKE_SIGN_IN_CODE, f"A code to sign in was made for {there}; it works once.")
    return code


def typed_code(text: str) -> str:
    """The code that somebody typed, in small letters, with blanks or hyphens; "" where it cannot be one."""
    code = text.upper().replace(" ", "").replace("-", "")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def use_code(code: str) -> Access | None:
    """The link that the code stands for, which then no longer does; None where it is wrong, used or too old."""
    valid = Access.objects.filter(standing(), code_hash=_hash(code), code_ends_at__gt=timezone.now())
    access = valid.select_related("tournament", "team").first()
    if access is None or not valid.filter(pk=access.pk).update(code_hash="", code_ends_at=None):
        return None  # two devices at once: the second finds it used
    return access


def tournaments_with_codes() -> list[int]:
    """The numbers of the tournaments in which a code could be guessed now."""
    waiting = Access.objects.filter(code_ends_at__gt=timezone.now(), tournament__isnull=False)
    return list(waiting.order_by().values_list("tournament_id", flat=True).distinct())


def _hash(code: str) -> str:
    return salted_hmac("pennant.sign_in_code", code, algorithm="sha256").hexdigest()
