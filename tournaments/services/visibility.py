"""Archive, hide, delete and recover a tournament.

A deleted tournament is hidden from everyone, and its links don't work. The organizer can recover it for 30 days.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from core.standby import new_leader_address
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import RECOVERABLE, Tournament
from tournaments.refusals import DeletionRefusal

logger = logging.getLogger(__name__)


def archive_tournament(*, tournament: Tournament, actor: Actor) -> None:
    """Move a tournament to the archive. It stays public."""
    _mark(tournament, actor, "archived_at", Verb.ARCHIVE_TOURNAMENT, "Moved to the archive.")


def unarchive_tournament(*, tournament: Tournament, actor: Actor) -> None:
    _unmark(tournament, actor, "archived_at", Verb.UNARCHIVE_TOURNAMENT, "Moved back from the archive.")


def hide_tournament(*, tournament: Tournament, actor: Actor) -> None:
    """Hide a tournament from everyone but its staff."""
    _mark(tournament, actor, "hidden_at", Verb.HIDE_TOURNAMENT, "Hidden from everyone but the staff.")


def show_tournament(*, tournament: Tournament, actor: Actor) -> None:
    _unmark(tournament, actor, "hidden_at", Verb.SHOW_TOURNAMENT, "Public again.")


def mark_deleted(*, tournament: Tournament, actor: Actor) -> None:
    """Delete a tournament for everyone. Its rows stay until `remove_expired_tournaments` removes them."""
    _mark(tournament, actor, "deleted_at", Verb.DELETE_TOURNAMENT, "Tournament deleted.")


def recover_tournament(*, tournament: Tournament, actor: Actor) -> None:
    """Undo a deletion and restore all links and results. Raise Refused if the tournament isn't deleted."""
    if tournament.deleted_at is None:
        raise Refused(DeletionRefusal.NOT_DELETED, name=tournament.name)
    _unmark(tournament, actor, "deleted_at", Verb.RECOVER_TOURNAMENT, "Tournament recovered.")


def remove_expired_tournaments(now: datetime) -> int:
    """Permanently remove the tournaments that were deleted 30 days ago. Return their number."""
    if new_leader_address():
        return 0
    expired = Tournament.objects.filter(deleted_at__lte=now - RECOVERABLE)
    for tournament in expired:
        with transaction.atomic():
            tournament.delete()
        logger.info("removed the deleted tournament %s", tournament.slug)
    return len(expired)


def _mark(tournament: Tournament, actor: Actor, field: str, verb: Verb, sentence: str) -> None:
    _set(tournament, actor, field, timezone.now(), verb, sentence)


def _unmark(tournament: Tournament, actor: Actor, field: str, verb: Verb, sentence: str) -> None:
    _set(tournament, actor, field, None, verb, sentence)


def _set(tournament: Tournament, actor: Actor, field: str, moment: datetime | None, verb: Verb, sentence: str) -> None:
    with writing(tournament.pk) as tournament:
        if bool(getattr(tournament, field)) == bool(moment):
            return
        setattr(tournament, field, moment)
        tournament.save(update_fields=[field])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=verb,
            subject=f"tournament:{tournament.pk}",
            sentence=sentence,
        )
