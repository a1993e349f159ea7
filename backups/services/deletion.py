"""Delete a tournament, after a full backup."""

from contextlib import suppress

from django.utils import timezone

from backups.archives import BackupKind
from backups.backup import make_backup
from core.errors import Refused
from core.names import folded
from drafts.models import Draft
from drafts.services.clock import pause_draft
from tournaments.action_log.writing import Actor
from tournaments.models import Tournament
from tournaments.refusals import DeletionRefusal
from tournaments.services.visibility import mark_deleted, remove_expired_tournaments


def delete_tournament(*, tournament: Tournament, actor: Actor, typed_name: str) -> None:
    """Make a full backup, then delete a tournament. It can be recovered for 30 days.

    Args:
        typed_name: The tournament's name, as the person typed it to confirm.

    Raises:
        Refused: If the name doesn't match or the backup fails.
    """
    if folded(typed_name) != folded(tournament.name):
        raise Refused(DeletionRefusal.WRONG_NAME, field="name", name=tournament.name)
    make_backup(BackupKind.DELETION)
    _pause_drafts(tournament, actor)
    mark_deleted(tournament=tournament, actor=actor)
    remove_expired_tournaments(timezone.now())


def _pause_drafts(tournament: Tournament, actor: Actor) -> None:
    """Pause running drafts, so that no team loses a pick until the tournament is recovered."""
    running = Draft.objects.filter(division__tournament=tournament, state=Draft.State.RUNNING)
    for draft_id in running.values_list("pk", flat=True):
        with suppress(Refused):  # its last pick was due
            pause_draft(draft_id=draft_id, actor=actor)
