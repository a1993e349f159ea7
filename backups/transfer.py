"""Export a tournament to a file, and import it in another installation.

The file is an archive like a backup (backups/archives.py), with a small SQLite database of one tournament. It is
verified, refused if damaged, and upgraded like a backup. Links, devices and PINs are left out, so the new organizer
invites people again.
"""

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple, cast

from django.apps import apps
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import JSONField, Model
from django.forms.models import model_to_dict
from django.utils import timezone

from backups.archives import (
    BackupError,
    BackupKind,
    BackupManifest,
    TournamentSummary,
    extracted_database,
    read_manifest,
    refuse_larger,
    refuse_newer,
    verify_archive,
    write_archive,
)
from backups.backup import build_manifest, migrate_file
from backups.ownership import CARDS, owned_models, references, rows_of, strip_private_data
from backups.primary_keys import PrimaryKeyMap
from backups.refusals import ArchiveRefusal, ImportRefusal
from backups.row_checks import check_rows
from backups.sqlite_checks import MAX_IMPORTED_NUMBER, check_database
from backups.table_rows import Models, insert_rows, last_number, migration_state, reset_sequence, sqlite_file
from core.faults import infrastructure_fault
from core.read_snapshot import read_snapshot
from drafts.models import Ballpark, CardSet, Draft, PlayerCard
from pitching.models import SignOff
from pitching.queries.signed_content import signed_numbers
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action
from tournaments.models import Action, Notice, Tournament
from tournaments.services.setup import free_slug

# records of a past moment, whose ids stay the same
_SNAPSHOT = {"mistake.facts", "signoff.content", "signoff.numbers"}
_MAX_BYTES: Final = 100 * 1024 * 1024  # forty weekends


Card = PlayerCard | Ballpark


class ImportStep(IntEnum):
    """A finished step of an import."""

    CHECKED = 1
    BROUGHT_UP_TO_DATE = 2
    STORED = 3


OnProgress = Callable[[ImportStep, Tournament | None], None]


class TournamentImport(NamedTuple):
    """The content of a file, and why it can't be imported here, if so."""

    facts: BackupManifest
    refusal: Ruling | None

    @property
    def tournament(self) -> TournamentSummary:
        return self.facts.tournaments[0]


def write_tournament(tournament: Tournament, path: Path) -> BackupManifest:
    """Write a tournament to a file. Raises BackupError if it cannot be written or verified."""
    with tempfile.TemporaryDirectory(prefix="pennant-tournament-") as folder:
        database = Path(folder) / "tournament.sqlite3"
        with sqlite_file(database) as alias:
            _make_tables(alias)
            with read_snapshot():
                _copy_out(tournament, alias)
        facts = build_manifest(database, BackupKind.TOURNAMENT, timezone.now(), key="")
        write_archive(path, database, facts, key="")
    return facts


def file_name(tournament: Tournament, moment: datetime) -> str:
    return f"{tournament.slug}-{moment:%Y-%m-%d-%H%M%S}.pennant"


def preview_import(path: Path) -> TournamentImport:
    """Describe a tournament file. Raises BackupError if it is unreadable, damaged, too large or something else."""
    read_manifest(path)
    refuse_larger(path, _MAX_BYTES)
    facts = verify_archive(path)
    if facts.kind != BackupKind.TOURNAMENT:
        raise BackupError(ImportRefusal.EVERYTHING, file=path.name)
    refuse_newer(path, facts)
    if len(facts.tournaments) != 1:
        raise BackupError(ImportRefusal.NOT_ONE_TOURNAMENT, file=path.name)
    with extracted_database(path) as database, _damage_named(path), sqlite_file(database) as alias:
        check_database(database, MAX_IMPORTED_NUMBER)
        _refuse_unknown_migrations(path, alias)
        created, codes = _identity(alias)
    return TournamentImport(facts, _refuse_duplicate(created, codes))


def import_tournament(path: Path, actor: Actor, on_progress: OnProgress = lambda step, tournament: None) -> Tournament:
    """Import the tournament of a file, under new row numbers. Raises BackupError.

    `on_progress` is called after each step. The last call is inside the transaction, so an exception in it undoes
    everything.
    """
    seen = preview_import(path)
    if seen.refusal is not None:
        raise BackupError(seen.refusal)
    on_progress(ImportStep.CHECKED, None)
    with extracted_database(path) as database:
        with sqlite_file(database) as alias:
            older = migration_state(connections[alias]) != migration_state(connection)
        if older:
            migrate_file(database)
        on_progress(ImportStep.BROUGHT_UP_TO_DATE, None)
        with sqlite_file(database) as alias:
            _check_rows(path, alias)
            with transaction.atomic():
                _lock_writers()
                with _damage_named(path):
                    tournament = _copy_in(alias)
                _prepare_tournament(tournament, seen.facts, actor)
                on_progress(ImportStep.STORED, tournament)
    return tournament


def _read_rows(model: type[Model], alias: str) -> Generator[Model, None, None]:
    """Yield the rows of a file in the order of their numbers. Close it before the file is closed."""
    yield from model._base_manager.using(alias).order_by("pk").iterator(chunk_size=500)


def _check_rows(path: Path, alias: str) -> None:
    """Refuse a file with a row that no page could have made, before anything is written."""
    with _damage_named(path):
        for model in cast(Models, [*owned_models(), *CARDS]):
            with closing(_read_rows(model, alias)) as rows:
                check_rows(model, rows, path.name)
        if Tournament.objects.using(alias).count() != 1:
            raise BackupError(ImportRefusal.NOT_ONE_TOURNAMENT, file=path.name)


@contextmanager
def _damage_named(path: Path) -> Iterator[None]:
    """Whatever the content of a strange file raises harms only that file."""
    try:
        yield
    except BackupError:
        raise
    except Exception as error:
        if infrastructure_fault(error) is not None:  # such as a full disk, which is not the fault of the file
            raise
        raise BackupError(
            ArchiveRefusal.DAMAGED, file=path.name, cause=str(error)[:200] or type(error).__name__
        ) from error


def _make_tables(alias: str) -> None:
    """Create the tables of this version without running every migration."""
    with connections[alias].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed:
                editor.create_model(model)
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
        insert_rows(PlayerCard, PlayerCard.every.filter(card_set__in=sets).order_by("pk"), alias)
        insert_rows(Ballpark, Ballpark.objects.filter(card_set__in=sets).order_by("pk"), alias)
        for model in owned:
            insert_rows(model, _rows_to_export(model, tournament, [*owned, *CARDS]), alias)
            reset_sequence(model, last_number(model, "default"), alias)


def _rows_to_export(model: type[Model], tournament: Tournament, coming: Models) -> Iterator[Model]:
    for row in rows_of(model, tournament).iterator(chunk_size=500):
        strip_private_data(row, coming)
        yield row


def _refuse_unknown_migrations(path: Path, alias: str) -> None:
    known = MigrationRecorder(connection).applied_migrations().keys()
    newer = [
        name for app, name in MigrationRecorder(connections[alias]).applied_migrations() if (app, name) not in known
    ]
    if newer:
        raise BackupError(ImportRefusal.NEWER_PENNANT, file=path.name, version=settings.VERSION)


def _identity(alias: str) -> tuple[datetime, list[str]]:
    """Return what identifies a tournament: its creation time and the codes of its signatures.

    Uses SQL, because the file may be of an older version.
    """
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT created_at FROM tournaments_tournament")
        (written,) = cursor.fetchone()
        cursor.execute("SELECT code FROM pitching_signoff")
        codes = [code for (code,) in cursor.fetchall()]
    created = written if isinstance(written, datetime) else datetime.fromisoformat(written)
    return timezone.make_aware(created, timezone.get_fixed_timezone(0)) if timezone.is_naive(
        created
    ) else created, codes


def _refuse_duplicate(created: datetime, codes: list[str]) -> Ruling | None:
    here = Tournament.objects.filter(created_at=created).first()
    if here is None:
        signed = SignOff.objects.filter(code__in=codes[:500]).select_related("series__tournament").first()
        here = signed.series.tournament if signed else None
    return refuse(ImportRefusal.ALREADY_HERE, "", tournament=here.name) if here else None


def _lock_writers() -> None:
    """Keep others from using new ids; reading stays possible. SQLite has only one writer anyway."""
    if connection.vendor == "postgresql":
        names = ", ".join(
            connection.ops.quote_name(model._meta.db_table) for model in cast(Models, [*owned_models(), *CARDS])
        )
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def _copy_in(alias: str) -> Tournament:
    owned = owned_models()
    numbers = PrimaryKeyMap(moved_by={model: last_number(model, "default") for model in owned})
    slug = Tournament.objects.using(alias).get().slug
    numbers.slugs = {slug: free_slug(slug)}
    for card_set in CardSet.objects.using(alias).order_by("pk"):
        _import_cards(card_set, alias, numbers)
    for model in owned:
        with closing(_read_rows(model, alias)) as rows:
            insert_rows(model, (_renumber(row, numbers) for row in rows), "default")
        reset_sequence(model, numbers.moved_by[model] + last_number(model, alias), "default")
    return Tournament.objects.get(slug=numbers.slugs[slug])


def _renumber(row: Model, numbers: PrimaryKeyMap) -> Model:
    if isinstance(row, SignOff):
        signed = signed_numbers(row)
        row.numbers = {"series": signed["series"], "cards": {
            str(numbers.of(PlayerCard, int(card))): number for card, number in signed["cards"].items()
        }}  # fmt: skip
    row.pk = numbers.of(type(row), row.pk)
    for field, other in references(type(row)):
        held = getattr(row, field.attname)
        if held is not None:
            setattr(row, field.attname, numbers.of(other, held))
    for field in row._meta.concrete_fields:
        if isinstance(field, JSONField) and f"{row._meta.model_name}.{field.name}" not in _SNAPSHOT:
            setattr(row, field.name, numbers.in_facts(getattr(row, field.name), field.name))
    if isinstance(row, Action):
        row.subject = numbers.in_key(row.subject)
    elif isinstance(row, Notice):
        row.about, row.address = numbers.in_key(row.about), numbers.in_address(row.address)
    elif isinstance(row, Tournament):
        row.slug = numbers.slugs[row.slug]
    return row


def _import_cards(card_set: CardSet, alias: str, numbers: PrimaryKeyMap) -> None:
    """Use the card set of this name if it has all these cards and parks. Otherwise import it under another name."""
    here = CardSet.objects.filter(name=card_set.name).first()
    cards: dict[type[Card], list[Card]] = {
        kind: list(kind._base_manager.using(alias).filter(card_set=card_set)) for kind in (PlayerCard, Ballpark)
    }
    if here is None or not all(_contains_cards(here, kind, rows) for kind, rows in cards.items()):
        here = _new_set(card_set)
        for kind, rows in cards.items():
            fresh = [kind(**{**_content(row), "card_set": here}) for row in rows]
            kind._base_manager.bulk_create(fresh, batch_size=200)  # type: ignore[arg-type]
    numbers.looked_up.setdefault(CardSet, {})[card_set.pk] = here.pk
    for kind, rows in cards.items():
        by_code = dict(kind._base_manager.filter(card_set=here).values_list("code", "pk"))
        numbers.looked_up.setdefault(kind, {}).update({row.pk: by_code[row.code] for row in rows})


def _contains_cards(card_set: CardSet, kind: type[Card], rows: list[Card]) -> bool:
    here = {row.code: _content(row) for row in kind._base_manager.filter(card_set=card_set)}
    return all(here.get(row.code) == _content(row) for row in rows)


def _content(row: Card) -> dict[str, object]:
    names = [field.name for field in row._meta.concrete_fields if field.name not in ("id", "card_set")]
    return {name: getattr(row, name) for name in names}


def _new_set(card_set: CardSet) -> CardSet:
    taken = set(CardSet.objects.values_list("name", flat=True))
    names = (card_set.name, *(f"{card_set.name[:70]} ({number})" for number in range(2, 1000)))
    facts = {**model_to_dict(card_set, exclude=["id"]), "name": next(name for name in names if name not in taken)}
    return CardSet.objects.create(**facts)


def _prepare_tournament(tournament: Tournament, facts: BackupManifest, actor: Actor) -> None:
    """Pause drafts, whose deadlines have passed, and make open pages reload by a new epoch."""
    made = datetime.fromisoformat(facts.made_at).astimezone(UTC)
    Draft.objects.filter(division__tournament=tournament, state=Draft.State.RUNNING).update(
        state=Draft.State.PAUSED, deadline=None, seconds_left_when_paused=60
    )
    tournament.epoch = token_hex(8)
    tournament.save(update_fields=["epoch"])
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.OPEN_TOURNAMENT_FILE,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Opened from the file of {made:%Y-%m-%d %H:%M} UTC, made by Pennant {facts.version}. "
        "A draft that was running is paused; everybody is invited anew.",
    )
