"""Making card sets: from a real season, or from a file that was read without faults."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from core.errors import Refused
from drafts.models import Ballpark, CardSet, PlayerCard
from seasons.lahman import SeasonError
from seasons.players_and_parks import ALL_LEAGUES, CardMinimums, Season, read_season

NAME_LENGTH = 80


def load_season(
    *,
    year: int,
    league: str = ALL_LEAGUES,
    minimums: CardMinimums | None = None,
    name: str = "",
    replace: bool = False,
) -> CardSet:
    """Store a real season as a card set named like "1998 MLB". Raises Refused with nothing changed."""
    name = name.strip() or f"{year} {league}"
    check_name(name=name, replace=replace)
    minimums = minimums or CardMinimums()
    try:
        season = read_season(year, league, minimums)
    except SeasonError as fault:
        raise Refused(str(fault), field=fault.field) from None
    facts = {
        "source": CardSet.Source.SEASON,
        "system": "",
        "season": year,
        "league": league,
        "note": minimums.summary(),
    }
    return store_card_set(name=name, cards=card_rows(season), parks=park_rows(season), replace=replace, facts=facts)


def card_rows(season: Season) -> list[PlayerCard]:
    """Rows ready to be stored; nothing is stored yet."""
    rows = []
    for player in season.players:
        facts = player._asdict()
        counts = facts.pop("counts")
        rows.append(PlayerCard(**counts, **facts))
    return rows


def park_rows(season: Season) -> list[Ballpark]:
    return [Ballpark(code=park.code, name=park.name[:80], club=park.clubs[:60]) for park in season.parks]


def import_card_set(
    *,
    name: str,
    system: str,
    cards: Sequence[PlayerCard],
    parks: Sequence[Ballpark],
    note: str = "",
    replace: bool = False,
    league: str = "",
) -> CardSet:
    """Store what a file of this game held (drafts.card_files reads it and lists its faults first)."""
    facts = {"source": CardSet.Source.FILE, "system": system, "season": None, "league": league, "note": note[:300]}
    return store_card_set(name=name, cards=cards, parks=parks, replace=replace, facts=facts)


def check_name(*, name: str, replace: bool) -> None:
    """Refuse early what storing would refuse, before any long reading."""
    if not name.strip():
        raise Refused("A card set needs a name.", field="name")
    if len(name.strip()) > NAME_LENGTH:
        raise Refused(
            f"The name has {len(name.strip())} characters; a card set's has at most {NAME_LENGTH}.", field="name"
        )
    existing = CardSet.objects.filter(name=name.strip()).first()
    if existing is not None:
        _check_replaceable(existing, replace)


def store_card_set(
    *, name: str, cards: Sequence[PlayerCard], parks: Sequence[Ballpark], replace: bool, facts: dict[str, Any]
) -> CardSet:
    """One transaction: a new set, or the same set with other cards where no draft uses it yet."""
    name = name.strip()
    check_name(name=name, replace=replace)
    try:
        with transaction.atomic():
            card_set = _emptied(name, replace, facts) or CardSet.objects.create(name=name, **facts)
            for card in cards:
                card.card_set = card_set
            for park in parks:
                park.card_set = card_set
            PlayerCard.objects.bulk_create(cards, batch_size=500)
            Ballpark.objects.bulk_create(parks, batch_size=500)
            return card_set
    except ProtectedError:
        raise Refused(f"Cards of “{name}” are in use; choose another name.", field="name") from None
    except IntegrityError:
        raise Refused(f"Somebody stored a card set “{name}” just now; nothing was changed.", field="name") from None


def _emptied(name: str, replace: bool, facts: dict[str, Any]) -> CardSet | None:
    """The set of this name without its cards, ready to be filled; None where there is none yet."""
    card_set = CardSet.objects.select_for_update().filter(name=name).first()
    if card_set is None:
        return None
    _check_replaceable(card_set, replace)
    card_set.cards.all().delete()
    card_set.ballparks.all().delete()
    for field, value in facts.items():
        setattr(card_set, field, value)
    card_set.version += 1
    card_set.save()
    return card_set


def _check_replaceable(card_set: CardSet, replace: bool) -> None:
    used_by = card_set.drafts.select_related("division__tournament").first()
    if used_by is not None:
        place = f"{used_by.division.tournament.name}, {used_by.division.name}"
        raise Refused(
            f"The card set “{card_set.name}” is used by the draft of {place}; choose another name.", field="name"
        )
    if not replace:
        raise Refused(
            f"There is a card set “{card_set.name}” already; nothing was changed. Choose another name, or replace it.",
            field="name",
        )
