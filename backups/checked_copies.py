"""Copy rows from an untrusted file into a new database, checking each row in a child process.

This version creates the new database's tables. All rows satisfy its constraints, and nothing else from the file is
copied, so the new database can be imported without further checks.
"""

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, cast

from django.apps import apps
from django.db import connections, transaction
from django.db.models import Model

from backups.archives import BackupError, damage_named
from backups.foreign_archives import read_archive_in_child
from backups.ownership import CARDS, owned_models
from backups.refusals import ImportRefusal
from backups.row_checks import check_rows
from backups.table_rows import Models, insert_rows, last_number, read_rows, reset_sequence, sqlite_file
from core.child_process import ReadLimits
from tournaments.models import Tournament

MAX_ROWS: Final = 50_000  # the largest weekend has 4,000
_LIMITS: Final = ReadLimits(seconds=6)


def copy_checked(path: Path, database: Path, copy: Path) -> None:
    """Copy a tournament file's rows into a new database. Raise BackupError for the first invalid row."""
    read_archive_in_child(partial(_copy, path.name, database, copy), path, _LIMITS, needs_django=True)


def make_tables(alias: str) -> None:
    """Create this version's tables without running every migration."""
    with connections[alias].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed:
                editor.create_model(model)


def _copy(file_name: str, database: Path, copy: Path) -> None:
    with damage_named(file_name), sqlite_file(database) as source, sqlite_file(copy) as target:
        make_tables(target)
        models = cast(Models, [*CARDS, *owned_models()])
        _refuse_many_rows(models, source, file_name)
        with transaction.atomic(using=target):
            for model in models:
                _copy_model(model, source, target, file_name)
        if Tournament.objects.using(target).count() != 1:
            raise BackupError(ImportRefusal.NOT_ONE_TOURNAMENT, file=file_name)


def _copy_model(model: type[Model], source: str, target: str, file_name: str) -> None:
    with closing(read_rows(model, source)) as rows:
        insert_rows(model, check_rows(model, rows, file_name), target)
    reset_sequence(model, last_number(model, source), target)


def _refuse_many_rows(models: Models, source: str, file_name: str) -> None:
    rows = sum(model._base_manager.using(source).count() for model in models)
    if rows > MAX_ROWS:
        raise BackupError(ImportRefusal.TOO_MANY_ROWS, file=file_name, rows=rows, most=MAX_ROWS)
