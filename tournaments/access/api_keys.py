"""Look up the access that belongs to an API key or a sign-in link's token."""

import hashlib
from copy import copy
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from core.lock_timeouts import wait_at_most_a_second
from core.restore_lock import RestoreInProgress, hold_off_restores
from tournaments.access.links import access_of_token, standing
from tournaments.models import Access, ApiKey, Role

KEY_PREFIX: Final = "pennant_"
_USE_INTERVAL: Final = timedelta(minutes=1)

WRONG_TOKEN = "This token is invalid, revoked or expired. Make a new API key, or ask the director for a new link."


class TokenHolder(NamedTuple):
    """The access that a token belongs to. `key` is None for a sign-in link's token."""

    access: Access
    key: ApiKey | None = None

    @property
    def is_read_only(self) -> bool:
        return self.key is not None and self.key.scope == ApiKey.Scope.READ


def hash_key(key: str) -> str:
    """Return the hash that is stored for a key. Keys are long and random, so a fast hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def valid_keys() -> Q:
    """Return a filter for valid keys. A key is valid only while its sign-in link is."""
    has_not_ended = Q(ends_at=None) | Q(ends_at__gt=timezone.now())
    return Q(revoked_at=None) & has_not_ended & standing("access__")


def holder_of_token(token: str) -> TokenHolder | None:
    """Return the access for an API key or a sign-in link's token, or None if it is wrong, revoked or expired."""
    if not token.startswith(KEY_PREFIX):
        access = access_of_token(token)
        return TokenHolder(access) if access else None
    keys = ApiKey.objects.select_related("access__tournament", "access__team")
    key = keys.filter(valid_keys(), key_hash=hash_key(token)).first()
    return TokenHolder(_access_of_key(key), key) if key else None


def _access_of_key(key: ApiKey) -> Access:
    """Return the key's access, with the assistant role if the key is limited to it."""
    if key.scope != ApiKey.Scope.ASSISTANT:
        return key.access
    limited = copy(key.access)
    limited.role = Role.ASSISTANT
    return limited


def bearer_token(request: HttpRequest) -> str:
    """Return the token in the Authorization header, or "" if there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def note_key_use(key: ApiKey) -> None:
    """Record that a key was used, at most once a minute. Skip this while a backup is being restored."""
    now = timezone.now()
    if key.last_used_at is not None and key.last_used_at > now - _USE_INTERVAL:
        return
    try:
        with hold_off_restores(), wait_at_most_a_second():
            ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    except RestoreInProgress:
        return
