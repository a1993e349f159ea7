"""The card sets of the installation, with what they hold."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from drafts.models import Ballpark, CardSet, Draft, PlayerCard


def card_sets_with_counts() -> QuerySet[CardSet]:
    """Newest season first; each with card_count, park_count and draft_count."""
    return CardSet.objects.annotate(
        card_count=_count(PlayerCard),
        park_count=_count(Ballpark),
        draft_count=_count(Draft),
    )


def _count(table: type[PlayerCard | Ballpark | Draft]) -> Coalesce:
    mine = table.objects.filter(card_set=OuterRef("pk")).order_by().values("card_set").annotate(number=Count("pk"))
    return Coalesce(Subquery(mine.values("number")), 0)
