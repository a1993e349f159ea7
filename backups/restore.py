"""Restore a backup, after showing its content and what would be lost.

The backup is first unpacked and upgraded in a temporary database. Then one transaction replaces all rows. A page shows
either the old data or the new data, and an error changes nothing.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from backups.archives import (
    SEAL_KEY,
    BackupError,
    BackupKind,
    BackupManifest,
    TournamentSummary,
    extracted_database,
    key_fingerprint,
    read_key,
    refuse_newer,
)
from backups.backup import make_backup, migrate_file
from backups.compatibility import state_version
from backups.foreign_archives import verify_foreign_archive
from backups.refusals import RestoreRefusal
from backups.table_rows import concrete_models, copy_rows, empty_tables, highest_number, reset_sequence, sqlite_file
from core.durable_files import write_durably
from core.restore_lock import hold_off_writers
from core.seal_key import is_seal_key
from drafts.models import Draft
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action
from tournaments.models import Access, Action, Tournament


class RestorePreview(NamedTuple):
    """A backup compared with the current data."""

    facts: BackupManifest
    goes: list[str]  # current tournaments that the backup lacks, even if it has a different one with the same name
    actions_lost: int  # actions that the backup doesn't have, excluding practice weekends
    other_key: bool  # current links would stop working, and the backup's links would work
    links_lost: bool  # the backup's links won't open, because their key doesn't match SECRET_KEY

    @property
    def changes_nothing(self) -> bool:
        """Return whether the backup comes from this computer and contains all current data."""
        return not (self.goes or self.actions_lost or self.other_key or self.links_lost)


def preview_restore(path: Path) -> RestorePreview:
    """Compare a backup with the current data. Raise BackupError if the backup can't be read or is damaged."""
    facts = verify_foreign_archive(path)
    _refuse_tournament_file(path, facts)
    missing = [tournament for tournament in Tournament.objects.order_by("pk") if not _contains(facts, tournament)]
    # by number, because a laptop's clock can be wrong
    newer = Action.objects.filter(Q(pk__gt=facts.newest_action) | Q(tournament__in=missing))
    lost = newer.exclude(tournament__is_practice=True).count()
    names = [tournament.name for tournament in missing]
    replaces_key = brings_other_key(path, facts)
    return RestorePreview(facts, names, lost, replaces_key, _has_other_key(path, facts) and not replaces_key)


def _contains(facts: BackupManifest, tournament: Tournament) -> bool:
    """Return whether a backup has this tournament. Earlier versions' backups contain only its name."""
    return any(
        datetime.fromisoformat(summary.created_at).replace(tzinfo=UTC) == tournament.created_at
        if summary.created_at
        else summary.name == tournament.name
        for summary in facts.tournaments
    )


def brings_other_key(path: Path, facts: BackupManifest) -> bool:
    """Return whether restoring replaces the key, so that different links work."""
    return facts.has_key and bool(settings.SECRET_KEY_FILE) and _has_other_key(path, facts)


def _has_other_key(path: Path, facts: BackupManifest) -> bool:
    if facts.made_under:
        return facts.made_under != key_fingerprint(settings.SECRET_KEY)
    return facts.has_key and read_key(path) != settings.SECRET_KEY


def check_restorable(path: Path) -> BackupManifest:
    """Return the manifest of a backup that this version can restore. Raise BackupError for any other file."""
    facts = verify_foreign_archive(path)
    _refuse_tournament_file(path, facts)
    refuse_newer(path, facts)
    return facts


def restore_backup(path: Path, actor: Actor, *, sentence_start: str = "Restored the backup made") -> BackupManifest:
    """Back up the current data, then replace it with a backup's data. Raise BackupError if it fails.

    Args:
        sentence_start: The start of the sentence in the log. The backup's time follows.
    """
    facts = check_restorable(path)
    with extracted_database(path) as database:
        if _applied_migrations(database) != set(MigrationRecorder(connection).applied_migrations()):
            migrate_file(database)
        with hold_off_writers():
            if Tournament.objects.exists():
                make_backup(BackupKind.RESTORE)
            with sqlite_file(database) as alias:
                _replace_rows(alias, facts, actor, sentence_start)
    _adopt_keys(path)
    cache.clear()
    return facts


@transaction.atomic
def _replace_rows(alias: str, facts: BackupManifest, actor: Actor, sentence_start: str) -> None:
    """Replace all rows with those from another database."""
    models = concrete_models(apps)
    before = max(highest_number(Action, "default"), highest_number(Action, alias))
    empty_tables(models, "default")
    copy_rows(models, alias, "default")
    state_version()  # the backup's row contains the version that made it
    _pause_drafts()
    Tournament.objects.update(epoch=token_hex(8))
    _log_in_every_tournament(facts, actor, before, sentence_start)


def _applied_migrations(database: Path) -> set[tuple[str, str]]:
    """Return a database file's applied migrations, each with its app."""
    with closing(sqlite3.connect(database)) as copy:
        return set(copy.execute("SELECT app, name FROM django_migrations"))


def _refuse_tournament_file(path: Path, facts: BackupManifest) -> None:
    if facts.kind == BackupKind.TOURNAMENT:
        raise BackupError(RestoreRefusal.ONE_TOURNAMENT, file=path.name)


def _pause_drafts() -> None:
    """Pause running drafts, because their old deadlines have passed and no team should lose a pick."""
    Draft.objects.filter(state=Draft.State.RUNNING).update(
        state=Draft.State.PAUSED, deadline=None, seconds_left_when_paused=60, turn_bank=0
    )


def _log_in_every_tournament(facts: BackupManifest, actor: Actor, before: int, sentence_start: str) -> None:
    """Log the restore with ids above all earlier ones, so that open and cached pages notice the change."""
    made = datetime.fromisoformat(facts.made_at).astimezone(UTC)
    sentence = f"{sentence_start} {made:%Y-%m-%d %H:%M} UTC. A running draft is paused."
    if actor.access_id is not None and not Access.objects.filter(pk=actor.access_id).exists():
        actor = Actor(actor.name)  # a different computer's backup doesn't have this installation's organizer
    for tournament in Tournament.objects.order_by("pk"):
        reset_sequence(Action, before, "default")
        row = record_action(tournament=tournament, actor=actor, verb=Verb.RESTORE_COPY, sentence=sentence)
        before = row.pk


def _adopt_keys(path: Path) -> None:
    """Store and use the backup's keys, so that its links work here and its seals are accepted as signed here."""
    key = read_key(path)
    if key and key != settings.SECRET_KEY and settings.SECRET_KEY_FILE:
        write_durably(Path(settings.SECRET_KEY_FILE), key)
        settings.SECRET_KEY = key
    seal_key = read_key(path, SEAL_KEY)
    if is_seal_key(seal_key) and settings.SEAL_KEY_FILE:
        write_durably(Path(settings.SEAL_KEY_FILE), seal_key)


def describe_tournament(tournament: TournamentSummary) -> str:
    last = f", the last at {tournament.newest_action_at} UTC" if tournament.newest_action_at else ""
    return f"{tournament.name}: {tournament.stage}, {tournament.teams} teams, {tournament.actions} actions{last}"
