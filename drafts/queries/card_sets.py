"""The installation's card sets with their counts and table columns."""

from operator import attrgetter
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.addresses import page_address
from core.tables import Align, Column, Place, TableDefinition, link_html
from drafts.models import Ballpark, CardSet, Draft, PlayerCard
from drafts.queries.card_table import has_ratings
from rules_engine.profile import Profile
from rules_engine.systems import KEYS, load
from tournaments.models import Tournament

_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT


def _fact(name: str, title: str, places: Place, **options: Any) -> Column[Any]:
    return Column(name, title, attrgetter(name), places, **options)


def game_of(card_set: CardSet) -> str:
    """Return the title of a set's game."""
    return load(card_set.system).title if card_set.system else "any game"


CARD_SETS: TableDefinition[Any] = TableDefinition(
    "card_sets",
    (
        _fact("id", "Number", _API),
        _fact(
            "name",
            "Card set",
            _PAGE | _API,
            align=_LEFT,
            cell=lambda card_set: link_html(page_address("card_set", card_set.pk), card_set.name),
            names_row=True,
            tone="nowrap",
            kind=str,
        ),
        _fact("source", "From", _API, kind=CardSet.Source),
        Column("from", "From", lambda card_set: card_set.get_source_display(), _PAGE, _LEFT, tone="nowrap"),
        _fact("system", "System", _API, kind=str),
        Column("game", "Game", game_of, _PAGE | _API, _LEFT, tone="nowrap", kind=str),
        _fact("season", "Season", _API, is_nullable=True),
        _fact("league", "League", _API, kind=str),
        _fact("only_league", "One league only", _PAGE, align=_LEFT),
        _fact("card_count", "Cards", _PAGE | _API),
        _fact("park_count", "Ballparks", _PAGE | _API),
        _fact("draft_count", "Drafts", _PAGE | _API),
        _fact("note", "Note", _PAGE | _API, align=_LEFT, tone="small quiet hide-phone", kind=str),
    ),
)


def rated_games() -> list[tuple[str, str]]:
    """Return the key and title of every game that has ratings in card files."""
    return [(key, load(key).title) for key in KEYS if has_ratings(key)]


def card_sets_for(profile: Profile) -> QuerySet[CardSet]:
    """Return the card sets that work with a tournament's rules edition."""
    return CardSet.objects.filter(system__in=("", profile.game.system))


def card_sets_with_counts() -> QuerySet[CardSet]:
    """Return all card sets with card_count, park_count and draft_count, latest season first."""
    return CardSet.objects.annotate(
        card_count=_count(PlayerCard),
        park_count=_count(Ballpark),
        draft_count=_count(Draft),
    )


def _count(table: type[PlayerCard | Ballpark | Draft]) -> Coalesce:
    rows = table.objects.filter(card_set=OuterRef("pk")).order_by().values("card_set")
    counts = rows.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counts), 0)


def earlier_draft(tournament: Tournament) -> Draft | None:
    """Return the draft that suggests a card set and clock: the copied tournament's first draft, if any."""
    drafts = Draft.objects.filter(division__tournament=tournament.copied_from_id)
    return drafts.order_by("division__position").first() if tournament.copied_from_id else None
