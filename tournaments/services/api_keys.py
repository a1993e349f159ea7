"""Create and revoke API keys."""

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from core.errors import Refused
from core.names import clean_name
from tournaments.access.api_keys import KEY_PREFIX, hash_key, valid_keys
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, writing
from tournaments.models import Access, ApiKey, Role
from tournaments.refusals import ApiKeyRefusal
from tournaments.services.invitations import record_access_action

LONGEST_NAME: Final = 80
MOST_KEYS: Final = 20
_LONGEST_YEARS: Final = 2
_SHOWN_LETTERS: Final = len(KEY_PREFIX) + 4


class NewApiKey(NamedTuple):
    """A newly created key. `secret` is the key itself, which is shown once and never stored."""

    key: ApiKey
    secret: str


def scopes_of(access: Access) -> list[ApiKey.Scope]:
    """Return the scopes that a key for this access can have."""
    is_director = access.role in (Role.ORGANISER, Role.DIRECTOR)
    return [scope for scope in ApiKey.Scope if is_director or scope != ApiKey.Scope.ASSISTANT]


def make_api_key(*, access: Access, actor: Actor, name: str, scope: str, ends_at: datetime | None = None) -> NewApiKey:
    """Create a key that acts for the holder of a sign-in link. It stops working when the link does."""
    name = clean_name(name)
    if not name or len(name) > LONGEST_NAME:
        raise Refused(ApiKeyRefusal.NO_NAME, field="name", longest=LONGEST_NAME)
    if scope not in scopes_of(access):
        raise Refused(ApiKeyRefusal.WRONG_SCOPE, field="scope")
    _check_end(ends_at)
    if access.api_keys.filter(valid_keys()).count() >= MOST_KEYS:
        raise Refused(ApiKeyRefusal.TOO_MANY, most=MOST_KEYS)
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    key = ApiKey(
        access=access,
        name=name,
        scope=scope,
        ends_at=ends_at,
        key_hash=hash_key(secret),
        start=secret[:_SHOWN_LETTERS],
    )
    _save(key, actor, Verb.MAKE_API_KEY, f"An API key was made for {access}: {name}.")
    return NewApiKey(key, secret)


def revoke_api_key(*, key: ApiKey, actor: Actor) -> None:
    """Revoke a key immediately."""
    if key.revoked_at is not None:
        raise Refused(ApiKeyRefusal.ALREADY_REVOKED)
    key.revoked_at = timezone.now()
    _save(key, actor, Verb.REVOKE_API_KEY, f"The API key {key} for {key.access} was revoked.")


def _check_end(ends_at: datetime | None) -> None:
    if ends_at is None:
        return
    now = timezone.now()
    if ends_at <= now:
        raise Refused(ApiKeyRefusal.END_HAS_PASSED, field="ends_on")
    if ends_at > now + timedelta(days=366 * _LONGEST_YEARS):
        raise Refused(ApiKeyRefusal.END_TOO_FAR, field="ends_on", years=_LONGEST_YEARS)


def _save(key: ApiKey, actor: Actor, verb: Verb, sentence: str) -> None:
    """Save a key and log the change in its tournament. An organizer's key has no tournament."""
    if key.access.tournament_id is None:
        key.save()
        return
    with writing(key.access.tournament_id) as tournament:
        key.save()
        record_access_action(tournament, actor, verb, sentence)
