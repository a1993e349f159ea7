"""Writing the action log: who did what, when, why, from what to what."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import live
from tournaments.access.viewers import Viewer
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a signed-in device by its name, or the program itself."""

    name: str
    access_id: int | None = None


PROGRAM = Actor("Pennant")


def actor_of(viewer: Viewer) -> Actor:
    return Actor(viewer.name, viewer.access_id)


@contextmanager
def writing(tournament_id: int) -> Iterator[Tournament]:
    """One transaction that holds the tournament's row, so that its acts and their log numbers come one after another.

    Gives the tournament as it stands now. Every service that changes something begins with this.
    """
    with transaction.atomic():
        yield Tournament.objects.select_for_update().get(pk=tournament_id)


def record_action(
    *,
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    sentence: str,
    subject: str = "",
    reason: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    public: dict[str, Any] | None = None,
    undoes: Action | None = None,
) -> Action:
    """Write one row and, once the transaction stands, wake every open page of the tournament.

    Must be called inside the service's transaction. `public` is sent to every open page as it is.
    """
    action = Action.objects.create(
        tournament=tournament,
        actor=actor.name[:120],
        access_id=actor.access_id,
        verb=verb,
        subject=subject,
        sentence=sentence[:500],
        reason=reason[:500],
        before=before or {},
        after=after or {},
        public=public or {},
        undoes=undoes,
    )
    transaction.on_commit(lambda: live.announce(tournament.pk))
    return action
