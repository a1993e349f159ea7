"""Export a tournament to a file, and import it into another installation.

Like a backup (backups/archives.py), the file is an archive, with a small SQLite database for one tournament. It is
verified, rejected if damaged, and upgraded like a backup. Links, devices and PINs are left out, so the new organizer
invites people again.
"""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone

from backups.archives import (
    BackupError,
    BackupKind,
    BackupManifest,
    TournamentSummary,
    damage_named,
    refuse_newer,
    write_archive,
)
from backups.backup import build_manifest, migrate_file
from backups.checked_copies import copy_checked, make_tables
from backups.foreign_archives import UnpackedTournament, unpack_tournament
from backups.imported_rows import load_rows, store_rows
from backups.ownership import CARDS, owned_models, rows_of, strip_private_data
from backups.refusals import ImportRefusal
from backups.table_rows import Models, insert_rows, last_number, reset_sequence, sqlite_file
from backups.temporary_folders import temporary_folder
from core.child_process import ReadLimits
from core.read_snapshot import read_snapshot
from drafts.models import Ballpark, CardSet, Draft, PlayerCard
from pitching.models import SignOff
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action
from tournaments.models import Tournament

_MIGRATION_LIMITS: Final = ReadLimits(seconds=30)


class ImportStep(IntEnum):
    """A finished step in an import."""

    UNPACKED = 1
    BROUGHT_UP_TO_DATE = 2
    CHECKED = 3
    STORED = 4


OnProgress = Callable[[ImportStep, Tournament | None], None]


class TournamentImport(NamedTuple):
    """A file's content, and the reason if it can't be imported here."""

    facts: BackupManifest
    refusal: Ruling | None

    @property
    def tournament(self) -> TournamentSummary:
        return self.facts.tournaments[0]


def write_tournament(tournament: Tournament, path: Path) -> BackupManifest:
    """Write a tournament to a file. Raise BackupError if it can't be written or verified."""
    with tempfile.TemporaryDirectory(prefix="pennant-tournament-") as folder:
        database = Path(folder) / "tournament.sqlite3"
        with sqlite_file(database) as alias:
            make_tables(alias)
            _record_migrations(alias)
            with read_snapshot():
                _copy_out(tournament, alias)
        facts = build_manifest(database, BackupKind.TOURNAMENT, timezone.now(), has_key=False)
        write_archive(path, database, facts, keys={})
    return facts


def file_name(tournament: Tournament, moment: datetime) -> str:
    return f"{tournament.slug}-{moment:%Y-%m-%d-%H%M%S}.pennant"


def preview_import(path: Path) -> TournamentImport:
    """Describe a tournament file.

    Raise BackupError if it is unreadable, damaged, too large or a different kind of file.
    """
    with temporary_folder() as folder:
        return _describe(path, unpack_tournament(path, folder))


def _describe(path: Path, unpacked: UnpackedTournament) -> TournamentImport:
    refuse_newer(path, unpacked.facts)
    _refuse_unknown_migrations(path, unpacked)
    with damage_named(path.name):
        created = datetime.fromisoformat(unpacked.created_at)
        created = created if timezone.is_aware(created) else created.replace(tzinfo=UTC)
        return TournamentImport(unpacked.facts, _refuse_duplicate(created, unpacked.codes))


def _refuse_unknown_migrations(path: Path, unpacked: UnpackedTournament) -> None:
    applied = MigrationRecorder(connection).applied_migrations().keys()
    if not applied >= set(unpacked.migrations):
        raise BackupError(ImportRefusal.NEWER_PENNANT, file=path.name, version=settings.VERSION)


def import_tournament(path: Path, actor: Actor, on_progress: OnProgress = lambda step, tournament: None) -> Tournament:
    """Import a file's tournament with new primary keys. Raise BackupError if it fails.

    `on_progress` is called after each step. The last call is inside the transaction, so an exception in it undoes
    everything.
    """
    with temporary_folder() as folder:
        unpacked = unpack_tournament(path, folder)
        seen = _describe(path, unpacked)
        if seen.refusal is not None:
            raise BackupError(seen.refusal)
        on_progress(ImportStep.UNPACKED, None)
        if set(unpacked.migrations) != set(MigrationRecorder(connection).applied_migrations()):
            migrate_file(unpacked.database, limits=_MIGRATION_LIMITS)
        on_progress(ImportStep.BROUGHT_UP_TO_DATE, None)
        copy = folder / "checked.sqlite3"
        copy_checked(path, unpacked.database, copy)
        with damage_named(path.name):
            content = load_rows(copy)
    on_progress(ImportStep.CHECKED, None)
    with transaction.atomic():
        with damage_named(path.name):
            tournament = store_rows(content)
        _prepare_tournament(tournament, seen.facts, actor)
        on_progress(ImportStep.STORED, tournament)
    return tournament


def _record_migrations(alias: str) -> None:
    steps = MigrationRecorder(connections[alias])
    steps.ensure_schema()
    with transaction.atomic(using=alias):
        for app, name in MigrationRecorder(connection).applied_migrations():
            steps.record_applied(app, name)


def _copy_out(tournament: Tournament, alias: str) -> None:
    owned = owned_models()
    with transaction.atomic(using=alias):
        sets = CardSet.objects.filter(pk__in=rows_of(Draft, tournament).values("card_set")).order_by("pk")
        insert_rows(CardSet, sets, alias)
        insert_rows(PlayerCard, PlayerCard.including_hidden.filter(card_set__in=sets).order_by("pk"), alias)
        insert_rows(Ballpark, Ballpark.objects.filter(card_set__in=sets).order_by("pk"), alias)
        for model in owned:
            insert_rows(model, _rows_to_export(model, tournament, [*owned, *CARDS]), alias)
            reset_sequence(model, last_number(model, "default"), alias)


def _rows_to_export(model: type[Model], tournament: Tournament, coming: Models) -> Iterator[Model]:
    for row in rows_of(model, tournament).iterator(chunk_size=500):
        strip_private_data(row, coming)
        yield row


def _refuse_duplicate(created: datetime, codes: list[str]) -> Ruling | None:
    existing = Tournament.objects.filter(created_at=created).first()
    if existing is None:
        signed = SignOff.objects.filter(code__in=codes[:500]).select_related("series__tournament").first()
        existing = signed.series.tournament if signed else None
    if existing is None:
        return None
    refusal = ImportRefusal.ALREADY_HERE if existing.deleted_at is None else ImportRefusal.DELETED_HERE
    return refuse(refusal, "", tournament=existing.name)


def _prepare_tournament(tournament: Tournament, facts: BackupManifest, actor: Actor) -> None:
    """Pause drafts, whose deadlines have passed, and set a new epoch to make open pages reload."""
    made = datetime.fromisoformat(facts.made_at).astimezone(UTC)
    Draft.objects.filter(division__tournament=tournament, state=Draft.State.RUNNING).update(
        state=Draft.State.PAUSED, deadline=None, seconds_left_when_paused=60, turn_bank=0
    )
    tournament.epoch = token_hex(8)
    tournament.save(update_fields=["epoch"])
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.OPEN_TOURNAMENT_FILE,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Opened from a file made {made:%Y-%m-%d %H:%M} UTC by Pennant {facts.version}. "
        "A running draft is paused. Invite people again.",
    )
