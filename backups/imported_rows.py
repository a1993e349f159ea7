"""Store a tournament file's rows with new primary keys.

The rows come from a checked copy (`backups/checked_copies.py`). They are loaded before the transaction starts, so that
other writers wait only for the writing.
"""

from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, cast

from django.db import connection
from django.db.models import JSONField, Model
from django.forms.models import model_to_dict

from backups.ownership import CARDS, owned_models, references
from backups.primary_keys import PrimaryKeyMap
from backups.table_rows import Models, insert_rows, last_number, read_rows, reset_sequence, sqlite_file
from drafts.models import Ballpark, CardSet, PlayerCard
from pitching.models import SignOff
from pitching.queries.signed_content import signed_numbers
from tournaments.models import Action, Notice, Tournament
from tournaments.services.setup import free_slug

# snapshots of a past moment, whose ids don't change
_SNAPSHOT: Final = {"mistake.facts", "signoff.content", "signoff.numbers"}
Card = PlayerCard | Ballpark


class TournamentRows(NamedTuple):
    """All rows in a tournament file, and the highest id that each table has ever had."""

    rows: dict[type[Model], list[Model]]
    highest: dict[type[Model], int]


def load_rows(copy: Path) -> TournamentRows:
    """Load a checked copy into memory."""
    rows: dict[type[Model], list[Model]] = {}
    highest = {}
    with sqlite_file(copy) as alias:
        for model in cast(Models, [*CARDS, *owned_models()]):
            with closing(read_rows(model, alias)) as stored:
                rows[model] = list(stored)
            highest[model] = last_number(model, alias)
    return TournamentRows(rows, highest)


def store_rows(content: TournamentRows) -> Tournament:
    """Store a tournament inside a transaction. The rows' primary keys are changed in place."""
    _lock_writers()
    owned = owned_models()
    last_here = {model: last_number(model, "default") for model in owned}
    numbers = PrimaryKeyMap(last_here=last_here, highest=content.highest)
    for model in owned:
        for row in content.rows[model]:
            numbers.new_key(model, row.pk)  # in the rows' order, before other rows refer to them
    (tournament,) = cast(list[Tournament], content.rows[Tournament])
    numbers.slugs = {tournament.slug: free_slug(tournament.slug)}
    for card_set in cast(list[CardSet], content.rows[CardSet]):
        _store_cards(card_set, content, numbers)
    for model in owned:
        insert_rows(model, (_renumber(row, numbers) for row in content.rows[model]), "default")
    for model in owned:
        reset_sequence(model, numbers.last_new_id(model), "default")
    return Tournament.objects.get(pk=tournament.pk)


def _lock_writers() -> None:
    """Prevent other writers from using new ids. Reads stay possible. SQLite allows only one writer anyway."""
    if connection.vendor == "postgresql":
        models = cast(Models, [*owned_models(), *CARDS])
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def _renumber(row: Model, numbers: PrimaryKeyMap) -> Model:
    if isinstance(row, SignOff):
        signed = signed_numbers(row)
        row.numbers = {"series": signed["series"], "cards": {
            str(numbers.new_key(PlayerCard, int(card))): number for card, number in signed["cards"].items()
        }}  # fmt: skip
    row.pk = numbers.new_key(type(row), row.pk)
    for field, model in references(type(row)):
        value = getattr(row, field.attname)
        if value is not None:
            setattr(row, field.attname, numbers.new_key(model, value))
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


def _store_cards(card_set: CardSet, content: TournamentRows, numbers: PrimaryKeyMap) -> None:
    """Use the card set with this name if it contains all these cards and parks. Otherwise store a renamed set."""
    local_set = CardSet.objects.filter(name=card_set.name).first()
    cards = {kind: _cards_of(card_set, kind, content) for kind in (PlayerCard, Ballpark)}
    if local_set is None or not _can_share(local_set, cards):
        local_set = _new_set(card_set)
        for kind, rows in cards.items():
            fresh = [kind(**{**_content(row), "card_set": local_set}) for row in rows]
            kind._base_manager.bulk_create(fresh, batch_size=200)  # type: ignore[arg-type]
    numbers.looked_up.setdefault(CardSet, {})[card_set.pk] = local_set.pk
    for kind, rows in cards.items():
        by_code = dict(kind._base_manager.filter(card_set=local_set).values_list("code", "pk"))
        numbers.looked_up.setdefault(kind, {}).update({row.pk: by_code[row.code] for row in rows})


def _cards_of(card_set: CardSet, kind: type[Card], content: TournamentRows) -> list[Card]:
    rows = cast(list[Card], content.rows[kind])
    return [row for row in rows if row.card_set_id == card_set.pk]


def _can_share(local_set: CardSet, cards: dict[type[Card], list[Card]]) -> bool:
    """Return whether a file can use a card set. A private set requires that the file has all of its cards."""
    is_open = not local_set.is_private or local_set.cards.count() <= len(cards[PlayerCard])
    return is_open and all(_contains_cards(local_set, kind, rows) for kind, rows in cards.items())


def _contains_cards(card_set: CardSet, kind: type[Card], rows: list[Card]) -> bool:
    local_cards = {row.code: _content(row) for row in kind._base_manager.filter(card_set=card_set)}
    return all(local_cards.get(row.code) == _content(row) for row in rows)


def _content(row: Card) -> dict[str, object]:
    names = [field.name for field in row._meta.concrete_fields if field.name not in ("id", "card_set")]
    return {name: getattr(row, name) for name in names}


def _new_set(card_set: CardSet) -> CardSet:
    names_in_use = set(CardSet.objects.values_list("name", flat=True))
    names = (card_set.name, *(f"{card_set.name[:70]} ({number})" for number in range(2, 1000)))
    facts = {
        **model_to_dict(card_set, exclude=["id"]),
        "name": next(name for name in names if name not in names_in_use),
    }
    return CardSet.objects.create(**facts)
