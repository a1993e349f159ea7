"""Check the rows of a stranger's tournament by the rules of their fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Field, JSONField, Model

from backups.archives import BackupError
from backups.refusals import ArchiveRefusal
from backups.sqlite_checks import is_row_number
from tournaments.models import Tournament

MAX_TEXT_LENGTH: Final = 100_000  # characters of a field without a limit of its own
MAX_JSON_LENGTH: Final = 5_000_000


def check_rows(model: type[Model], rows: Iterable[Model], name: str) -> None:
    """Raise BackupError for the first row with a value that its fields don't accept."""
    for row in rows:
        for field in model._meta.concrete_fields:
            problem = _problem(field, getattr(row, field.attname), row)
            if problem:
                damaged_row = f"{model._meta.verbose_name} {row.pk}, {field.name}"
                raise BackupError(ArchiveRefusal.INVALID_ROW, file=name, row=damaged_row, fault=problem)
        if isinstance(row, Tournament):
            _check_edition(row, name)


def _problem(field: Field[Any, Any], value: Any, row: Model) -> str:
    """Return what is wrong with the value of a field, or ""."""
    if value is None:
        return "" if field.null else "it is missing."
    if field.is_relation or field.primary_key:
        return "" if is_row_number(value) else "that is no row number."
    if isinstance(field, JSONField):
        return "" if len(json.dumps(value)) <= MAX_JSON_LENGTH else "it is too long."
    if isinstance(value, (str, bytes)) and len(value) > (field.max_length or MAX_TEXT_LENGTH):
        return f"it has {len(value):,} characters."
    if value in field.empty_values:
        return ""
    try:
        field.clean(value, row)
    except ValidationError as error:
        return " ".join(error.messages)[:200]
    return ""


def _check_edition(tournament: Tournament, name: str) -> None:
    try:
        _ = tournament.profile
    except Exception as error:
        raise BackupError(ArchiveRefusal.INVALID_EDITION, file=name, cause=str(error)[:100]) from error
