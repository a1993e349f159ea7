"""Test that every field in a tournament file rejects values that no page could have stored."""

from typing import Any

import pytest
from django.db.models import BooleanField, DateField, Field, IntegerField, JSONField, Model, TimeField

from backups.archives import BackupError
from backups.ownership import CARDS, owned_models
from backups.row_checks import check_rows
from tournaments.models import Tournament

MODELS = [*CARDS, *owned_models()]


def strange_values(field: Field) -> list[Any]:
    if field.is_relation or field.primary_key:
        return [0, -1, "first", 10**16]
    if isinstance(field, JSONField):
        deep: list[Any] = []
        for _ in range(40):
            deep = [deep]
        return ["x" * 3_000_000, [10**30], [0] * 2000, deep, ["\0"]]
    if isinstance(field, IntegerField):
        return [2**40, -(2**40), "many", 1.5]
    if field.choices:
        return ["\0", "no such choice", "x" * 3_000_000]
    if isinstance(field, BooleanField | DateField | TimeField):
        return ["never"]
    return ["x" * 3_000_000, "a\0b"]


class SingleFieldForm:
    """A form for a single field, so that no other field can be invalid."""

    def __init__(self, model: type[Model], field: Field) -> None:
        self.verbose_name = model._meta.verbose_name
        self.concrete_fields = [field]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_field_rejects_invalid_values(model: type[Model], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backups.row_checks.MAX_JSON_LENGTH", 1000)
    for field in model._meta.concrete_fields:
        for value in [*strange_values(field), *([] if field.null else [None])]:
            assert is_refused(model, field, value), f"{field.name}: {str(value)[:50]!r}"


def is_refused(model: type[Model], field: Field, value: Any) -> bool:
    row = model(pk=1)
    row.__dict__[field.attname] = value
    table = type("Table", (), {"_meta": SingleFieldForm(model, field)})
    try:
        list(check_rows(table, [row], "strange.pennant"))
    except BackupError as refusal:
        return "is damaged" in str(refusal)
    return False


@pytest.mark.parametrize("name", ["time_zone", "profile_key"])
def test_tournament_rejects_unknown_names(name: str) -> None:
    assert is_refused(Tournament, Tournament._meta.get_field(name), "Mars/Olympus")
