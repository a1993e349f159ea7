"""Check the rows of an untrusted tournament against the limits of their fields and the pages that create them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Field, IntegerField, JSONField, Model

from backups.archives import BackupError
from backups.refusals import ArchiveRefusal
from backups.sqlite_checks import is_row_number
from drafts.models import Draft
from drafts.services.clock import LONGEST_CLOCK
from tournaments.models import Tournament
from tournaments.queries.timetable import timetable_of
from tournaments.services.setup import check_best_of

MAX_TEXT_LENGTH: Final = 100_000  # characters in a field without its own limit
MAX_JSON_LENGTH: Final = 1_000_000  # characters and values
MAX_JSON_DEPTH: Final = 20
MAX_SMALL_NUMBER: Final = 10_000  # rounds, tables, picks, runs: pages loop up to some of these numbers
MAX_NUMBER: Final = 2**31 - 1  # the maximum of a PostgreSQL integer column
MAX_JSON_NUMBER: Final = 10**15
_MAX_SECONDS: Final = {
    (Draft, name) for name in ("seconds_per_pick", "seconds_left_when_paused", "time_bank_seconds", "turn_bank")
}


class _InvalidValue(ValueError):
    """A value that no page could have stored. The message explains why."""


def check_rows(model: type[Model], rows: Iterable[Model], name: str) -> Iterator[Model]:
    """Yield the rows. Raise BackupError for the first row with a value that its fields don't accept."""
    fields = model._meta.concrete_fields
    for row in rows:
        for field in fields:
            try:
                _check_value(field, getattr(row, field.attname), row)
            except (_InvalidValue, ValidationError) as error:
                fault = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
                damaged_row = f"{model._meta.verbose_name} {row.pk}, {field.name}"
                raise BackupError(ArchiveRefusal.INVALID_ROW, file=name, row=damaged_row, fault=fault[:200]) from error
        if isinstance(row, Tournament):
            _check_settings(row, name)
        yield row


def _check_value(field: Field[Any, Any], value: Any, row: Model) -> None:
    if value is None:
        if not field.null:
            raise _InvalidValue("it is missing.")
    elif field.is_relation or field.primary_key:
        if not is_row_number(value):
            raise _InvalidValue("it is not a row number.")
    elif isinstance(field, JSONField):
        _check_json(value)
    else:
        _check_plain(field, value, row)


def _check_plain(field: Field[Any, Any], value: Any, row: Model) -> None:
    if isinstance(value, (str, bytes)):
        _check_text(value, field.max_length or MAX_TEXT_LENGTH)
    if isinstance(field, IntegerField):
        _check_number(field, value)
    if not (field.blank and value in field.empty_values):
        field.clean(value, row)


def _check_text(value: str | bytes, longest: int) -> None:
    if len(value) > longest:
        raise _InvalidValue(f"it is too long, with {len(value):,} characters.")
    if isinstance(value, str) and "\0" in value:
        raise _InvalidValue("it contains a null character.")


def _check_number(field: IntegerField[Any, Any], value: Any) -> None:
    most = MAX_SMALL_NUMBER if "Small" in field.get_internal_type() else MAX_NUMBER
    if (field.model, field.name) in _MAX_SECONDS:
        most = LONGEST_CLOCK
    least = 0 if "Positive" in field.get_internal_type() else -most
    if type(value) is not int or not least <= value <= most:
        raise _InvalidValue(f"{str(value)[:30]} is not a number from {least} to {most}.")


def _check_json(value: Any) -> None:
    """Check the size of a stored value without recursion."""
    waiting = [(value, 0)]
    size = 0
    while waiting:
        part, depth = waiting.pop()
        size += 1 + (len(part) if isinstance(part, str) else 0)
        if isinstance(part, str):
            _check_text(part, MAX_JSON_LENGTH)
        elif isinstance(part, dict):
            waiting += [(inner, depth + 1) for pair in part.items() for inner in pair]
        elif isinstance(part, list):
            waiting += [(inner, depth + 1) for inner in part]
        elif isinstance(part, int | float) and not -MAX_JSON_NUMBER <= part <= MAX_JSON_NUMBER:
            raise _InvalidValue(f"the number {str(part)[:30]} is out of range.")
        if depth > MAX_JSON_DEPTH or size > MAX_JSON_LENGTH:
            raise _InvalidValue("it is too long or too deeply nested.")


def _check_settings(tournament: Tournament, name: str) -> None:
    """Raise BackupError for settings that the settings page would reject."""
    try:
        _ = tournament.profile
    except Exception as error:
        raise BackupError(ArchiveRefusal.INVALID_EDITION, file=name, cause=str(error)[:100]) from error
    try:
        for lengths in filter(None, (tournament.best_of, tournament.consolation_best_of)):
            check_best_of(lengths)
        timetable_of(tournament)
    except Exception as error:
        cause = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        raise BackupError(ArchiveRefusal.INVALID_SETTINGS, file=name, cause=cause[:100]) from error
