"""Store card sets built from real seasons or from valid card files."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from core.errors import Refused
from drafts.models import Ballpark, CardSet, Draft, PlayerCard
from drafts.queries.card_set_owners import OPERATOR, CardSetUser
from drafts.refusals import CardSetRefusal
from rules_engine.rulings import refuse
from seasons.lahman import SeasonError
from seasons.players_and_parks import ALL_LEAGUES, CardMinimums, Season, read_season
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament

NAME_LENGTH = 80


def load_season(
    *,
    year: int,
    league: str = ALL_LEAGUES,
    minimums: CardMinimums | None = None,
    name: str = "",
    replace: bool = False,
    user: CardSetUser = OPERATOR,
) -> CardSet:
    """Store a real season as a card set, named like "1998 MLB" by default.

    Raises:
        Refused: The season or the name is invalid. Nothing is changed.
    """
    name = name.strip() or f"{year} {league}"
    check_name(name=name, replace=replace, user=user)
    minimums = minimums or CardMinimums()
    try:
        season = read_season(year, league, minimums)
    except SeasonError as fault:
        raise Refused(CardSetRefusal.NO_SEASON, field=fault.field, fault=str(fault)) from None
    facts = {
        "source": CardSet.Source.SEASON,
        "system": "",
        "season": year,
        "league": league,
        "note": minimums.summary(),
    }
    cards, parks = card_rows(season), park_rows(season)
    return store_card_set(name=name, cards=cards, parks=parks, replace=replace, facts=facts, user=user)


def card_rows(season: Season) -> list[PlayerCard]:
    """Return unsaved rows for a season's cards."""
    rows = []
    for player in season.players:
        facts = player._asdict()
        counts = facts.pop("counts")
        rows.append(PlayerCard(**counts, **facts))
    return rows


def park_rows(season: Season) -> list[Ballpark]:
    """Return unsaved rows for a season's ballparks."""
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
    is_private: bool = False,
    user: CardSetUser = OPERATOR,
) -> CardSet:
    """Store the cards and ballparks that drafts.card_files loaded from a file for this game."""
    facts = {"source": CardSet.Source.FILE, "system": system, "season": None, "league": league, "note": note[:300]}
    return store_card_set(
        name=name, cards=cards, parks=parks, replace=replace, facts=facts, user=user, is_private=is_private
    )


def store_own_season(
    *,
    name: str,
    year: int,
    season: Season,
    note: str,
    replace: bool = False,
    is_private: bool = False,
    user: CardSetUser = OPERATOR,
) -> CardSet:
    """Store a season built from a user's own files.

    Raises:
        Refused: The season has no players, or the name is invalid. Nothing is changed.
    """
    if not season.players:
        raise Refused(CardSetRefusal.NO_STATISTICS, field="file")
    facts = {
        "source": CardSet.Source.FILE,
        "system": "",
        "season": year,
        "league": ALL_LEAGUES,
        "note": note[:300],
    }
    cards, parks = card_rows(season), park_rows(season)
    return store_card_set(
        name=name, cards=cards, parks=parks, replace=replace, facts=facts, user=user, is_private=is_private
    )


def check_name(*, name: str, replace: bool, user: CardSetUser = OPERATOR) -> None:
    """Reject an invalid name before loading a long file."""
    name = name.strip()
    if not name:
        raise Refused(CardSetRefusal.NO_NAME, field="name")
    if len(name) > NAME_LENGTH:
        ruling = refuse(CardSetRefusal.NAME_TOO_LONG, "", length=len(name), longest=NAME_LENGTH)
        raise Refused(ruling, field="name")
    existing = CardSet.objects.filter(name=name).first()
    if existing is not None:
        _check_replaceable(existing, replace, user)


def store_card_set(
    *,
    name: str,
    cards: Sequence[PlayerCard],
    parks: Sequence[Ballpark],
    replace: bool,
    facts: dict[str, Any],
    user: CardSetUser = OPERATOR,
    is_private: bool = False,
) -> CardSet:
    """Store a new set, or replace the cards of an unused set, in a single transaction."""
    name = name.strip()
    check_name(name=name, replace=replace, user=user)
    access_id = user.access_for(name)
    try:
        with transaction.atomic():
            card_set = _clear_existing_set(name, replace, facts, user)
            if card_set is None:
                card_set = CardSet.objects.create(name=name, uploaded_by=access_id, is_private=is_private, **facts)
            elif is_private:
                _make_private(card_set, access_id)
            for card in cards:
                card.card_set = card_set
            for park in parks:
                park.card_set = card_set
            PlayerCard.objects.bulk_create(cards, batch_size=500)
            Ballpark.objects.bulk_create(parks, batch_size=500)
            return card_set
    except ProtectedError:
        raise Refused(CardSetRefusal.CARDS_IN_USE, field="name", name=name) from None
    except IntegrityError:
        raise Refused(CardSetRefusal.STORED_MEANWHILE, field="name", name=name) from None


def _make_private(card_set: CardSet, access_id: int | None) -> None:
    """Make a replaced set private, and assign it to the new uploader if it had none."""
    card_set.is_private = True
    card_set.uploaded_by = card_set.uploaded_by or access_id
    card_set.save(update_fields=["is_private", "uploaded_by"])


def share_card_set(*, card_set: CardSet, is_private: bool, user: CardSetUser, actor: Actor) -> None:
    """Set whether others can use and download a set. Every tournament that drafts from the set logs the change.

    Raises:
        Refused: The user can't change this set.
    """
    _check_changeable(card_set, user)
    if is_private and card_set.uploaded_by is None:
        card_set.uploaded_by = user.access_for(card_set.name)
    was_private = card_set.is_private
    card_set.is_private = is_private
    with transaction.atomic():
        card_set.save(update_fields=["is_private", "uploaded_by"])
        if was_private != is_private:
            tournaments = Tournament.objects.filter(divisions__draft__card_set=card_set)
            for tournament in tournaments.distinct().order_by("pk"):
                _log_sharing(tournament, card_set, actor)


def _log_sharing(tournament: Tournament, card_set: CardSet, actor: Actor) -> None:
    """Log the sharing change in a tournament, which also invalidates its cached pages."""
    effect = "is shared. Visitors can see its card values."
    if card_set.is_private:
        effect = "is now private. Visitors can see the names of drafted players, but not card values."
    with writing(tournament.pk) as locked:
        record_action(
            tournament=locked, actor=actor, verb=Verb.SHARE_CARD_SET, sentence=f"The card set “{card_set}” {effect}"
        )


def delete_card_set(*, card_set: CardSet, user: CardSetUser) -> None:
    """Delete a set that no draft uses.

    Raises:
        Refused: The user can't change this set, or a draft uses it.
    """
    _check_changeable(card_set, user)
    draft = card_set.drafts.select_related("division__tournament").first()
    if draft is not None:
        raise Refused(CardSetRefusal.DELETE_IN_USE, name=card_set.name, draft=_draft_name(draft))
    try:
        card_set.delete()
    except ProtectedError:
        raise Refused(CardSetRefusal.CARDS_IN_USE_HERE, name=card_set.name) from None


def check_usable(*, card_set: CardSet, user: CardSetUser) -> None:
    """Reject a private set that the user can't use."""
    if not user.may_use(card_set):
        raise Refused(CardSetRefusal.PRIVATE, field="card_set", name=card_set.name)


def _check_changeable(card_set: CardSet, user: CardSetUser, field: str = "") -> None:
    if not user.may_change(card_set):
        raise Refused(CardSetRefusal.NOT_YOURS, field=field, name=card_set.name)


def _draft_name(draft: Draft) -> str:
    return f"{draft.division.tournament.name}, {draft.division.name}"


def _clear_existing_set(name: str, replace: bool, facts: dict[str, Any], user: CardSetUser) -> CardSet | None:
    """Clear the cards of an existing set with this name and update its fields. Return None if there is no such set."""
    card_set = CardSet.objects.select_for_update().filter(name=name).first()
    if card_set is None:
        return None
    _check_replaceable(card_set, replace, user)
    card_set.cards.all().delete()
    card_set.ballparks.all().delete()
    for field, value in facts.items():
        setattr(card_set, field, value)
    card_set.version += 1
    card_set.save()
    return card_set


def _check_replaceable(card_set: CardSet, replace: bool, user: CardSetUser) -> None:
    draft = card_set.drafts.select_related("division__tournament").first()
    if draft is not None:
        ruling = refuse(
            CardSetRefusal.USED_BY_DRAFT, "", subject=draft.pk, name=card_set.name, draft=_draft_name(draft)
        )
        raise Refused(ruling, field="name")
    if not replace:
        raise Refused(CardSetRefusal.NAME_TAKEN, field="name", name=card_set.name)
    _check_changeable(card_set, user, "name")
