"""Write the activity log."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import live
from core.errors import Refused
from core.standby import new_leader_address
from tournaments.access.viewers import Viewer
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament
from tournaments.refusals import LeaderRefusal


@dataclass(frozen=True, slots=True)
class Actor:
    """The actor in a logged action: a signed-in device by name, or the program."""

    name: str
    access_id: int | None = None


PROGRAM = Actor("Pennant")


def actor_of(viewer: Viewer) -> Actor:
    return Actor(viewer.name, viewer.access_id)


@contextmanager
def writing(tournament_id: int) -> Iterator[Tournament]:
    """Open a transaction that locks the tournament, so that actions and their numbers stay in order.

    Yield the tournament as currently stored. Every service that changes anything starts with this.
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
    """Log an action and, after the commit, notify every open page of the tournament.

    Call this inside the service's transaction. `public` is sent unchanged to every open page.

    Raises:
        Refused: The standby computer has taken over. On SQLite, the transaction has the write lock, so no action
            can follow the last copy that the standby received.
    """
    if address := new_leader_address():
        raise Refused(LeaderRefusal.HANDED_OVER, address=address)
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
