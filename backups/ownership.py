"""Find the tables and rows that belong to one tournament, and remove private data from them.

Ownership follows foreign keys, so a new table needs no entry here. Tables registered as private are never exported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from backups.table_rows import Models, concrete_models
from core.private_tables import is_private
from drafts.models import Ballpark, CardSet, PlayerCard
from tournaments.models import Team, Tournament

# shared by all tournaments; an export includes the sets that its drafts use
CARDS: Final = (CardSet, PlayerCard, Ballpark)
_PRIVATE_FIELDS: Final[dict[type[Model], tuple[str, ...]]] = {
    Team: ("pin_hash", "pin_set_by", "pin_set_at", "pin_is_known")
}


def owned_models() -> Models:
    """Return the models whose rows belong to a tournament, referenced ones first."""
    owned: Models = [Tournament]
    excluded = (Tournament, *CARDS)
    waiting = [model for model in concrete_models(apps) if model not in excluded and not is_private(model)]
    while ready := [model for model in waiting if _belongs(model, [*owned, *CARDS])]:
        owned += ready
        waiting = [model for model in waiting if model not in ready]
    return owned


def rows_of(model: type[Model], tournament: Tournament) -> QuerySet[Model]:
    """Return an owned model's rows that belong to this tournament."""
    return model._base_manager.filter(**{_path_to_tournament(model): tournament.pk}).order_by("pk")


def references(model: type[Model]) -> Iterator[tuple[Field[Any, Any], type[Model]]]:
    """Yield a model's foreign keys with the related models."""
    for field in model._meta.concrete_fields:
        if field.is_relation and isinstance(field.related_model, type):
            yield field, field.related_model


def strip_private_data(row: Model, coming: Models) -> None:
    """Clear PINs and references to rows that are not exported."""
    for field, model in references(type(row)):
        if model not in coming:
            setattr(row, field.attname, None)
    for name in _PRIVATE_FIELDS.get(type(row), ()):
        setattr(row, name, type(row)().__dict__[name])


def _belongs(model: type[Model], owned: Models) -> bool:
    """Return whether a model refers to an owned model, and requires only owned models and cards."""
    foreign_keys = [(field, target) for field, target in references(model) if target is not model]
    needed = [models for field, models in foreign_keys if not field.null]
    return all(model in owned for model in needed) and any(model not in CARDS for model in needed if model in owned)


def _path_to_tournament(model: type[Model]) -> str:
    """Return the shortest lookup path, such as game__series__tournament."""
    if model is Tournament:
        return "pk"
    ways = [([field.name], model) for field, model in references(model) if not field.null]
    for way, related_model in ways:  # the list grows during the loop
        if related_model is Tournament:
            return "__".join(way)
        if len(way) < 5:
            ways += [([*way, field.name], further) for field, further in references(related_model) if not field.null]
    raise LookupError(f"{model.__name__} has no path to a tournament")
