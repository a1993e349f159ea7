"""Short sign-in codes for devices that can't scan a link.

A code replaces a link for ten minutes and works once. Only its hash is stored, so a backup doesn't reveal it.
"""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.code_letters import CODE_LETTERS, random_code, typed_letters
from tournaments.access.links import standing
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor
from tournaments.models import Access
from tournaments.services.invitations import change_access, record_access_action

# Correct codes are never rejected, so the length must be enough to prevent guessing: 31**8 codes.
LENGTH: Final = 8
VALIDITY: Final = timedelta(minutes=10)


def make_code(*, access: Access, actor: Actor) -> str:
    """Create a code for this link.

    Any earlier code stops working. Raise Refused for a revoked link or the actor's own.
    """
    with change_access(access, actor, "make a code for", "make a code") as (
        tournament,
        current,
    ):
        code = random_code(LENGTH)
        current.code_hash, current.code_ends_at = _hash(code), timezone.now() + VALIDITY
        current.save(update_fields=["code_hash", "code_ends_at"])
        record_access_action(
            tournament,
            actor,
            Verb.MAKE_SIGN_IN_CODE,
            f"A sign-in code was made for {current}. It works once.",
        )
    return code


def typed_code(text: str) -> str:
    """Return the code in this text, ignoring case, spaces and hyphens, or "" if it isn't a possible code."""
    code = typed_letters(text)
    return code if len(code) == LENGTH and set(code) <= set(CODE_LETTERS) else ""


def use_code(code: str) -> Access | None:
    """Return the link for a code and mark the code as used. Return None if it is wrong, used or expired."""
    valid = Access.objects.filter(standing(), code_hash=_hash(code), code_ends_at__gt=timezone.now())
    access = valid.select_related("tournament", "team").first()
    if access is None or not valid.filter(pk=access.pk).update(code_hash="", code_ends_at=None):
        return None  # Another device has just used it.
    return access


def _hash(code: str) -> str:
    return salted_hmac("pennant.sign_in_code", code, algorithm="sha256").hexdigest()
