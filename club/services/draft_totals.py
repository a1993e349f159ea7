"""Add up how often players were drafted, by name and card season."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Count, Min, QuerySet, Sum

from club.models import PlayerDraftTotals
from club.services.changes import club_writing
from core.lock_timeouts import yield_write_lock
from drafts.models import CardSet, Draft, Pick
from tournaments.access.visibility import counted_by_club
from tournaments.models import Tournament

_BATCH: Final = 200

# name -> drafts, sum of the overall numbers, earliest pick
_Totals = dict[str, tuple[int, int, int]]


def renew_draft_totals(tournament: Tournament) -> None:
    """Add up the totals for the card seasons in a tournament's draft."""
    sets = CardSet.objects.filter(drafts__division__tournament=tournament).order_by()
    _renew({season or 0 for season in sets.values_list("season", flat=True)})


def renew_stale_draft_totals() -> bool:
    """Recompute all card seasons' totals if picks are missing from them or a tournament was deleted.

    Return whether they were stale.
    """
    added_up = PlayerDraftTotals.objects.aggregate(drafts=Sum("drafts"))["drafts"] or 0
    if added_up == _counted_picks().count():
        return False
    drafted = CardSet.objects.filter(drafts__isnull=False).order_by().values_list("season", flat=True)
    stored = PlayerDraftTotals.objects.order_by().values_list("season", flat=True).distinct()
    _renew({season or 0 for season in (*drafted, *stored)})
    return True


def _renew(seasons: Iterable[int]) -> None:
    """Replace these seasons' totals where they changed."""
    for season in sorted(seasons):
        totals = _current_totals(season)
        if totals != _stored_totals(season):
            _replace(season, totals)
            yield_write_lock()


def _replace(season: int, totals: _Totals) -> None:
    rows = [
        PlayerDraftTotals(name=name, season=season, drafts=drafts, overall_sum=overall_sum, earliest=earliest)
        for name, (drafts, overall_sum, earliest) in totals.items()
    ]
    with club_writing():
        PlayerDraftTotals.objects.filter(season=season).delete()
        PlayerDraftTotals.objects.bulk_create(rows, batch_size=_BATCH)


def _current_totals(season: int) -> _Totals:
    drafts = Draft.objects.filter(counted_by_club("division__tournament__"), card_set__season=season or None)
    # use ids, because otherwise the databases would read the picks from all drafts
    ids = list(drafts.values_list("pk", flat=True))
    picks = Pick.objects.filter(draft__in=ids, card__isnull=False).order_by().values("card__name")
    rows = picks.annotate(drafts=Count("pk"), overall_sum=Sum("overall"), earliest=Min("overall"))
    return _by_name(rows.values_list("card__name", "drafts", "overall_sum", "earliest"))


def _stored_totals(season: int) -> _Totals:
    rows = PlayerDraftTotals.objects.filter(season=season).order_by()
    return _by_name(rows.values_list("name", "drafts", "overall_sum", "earliest"))


def _by_name(rows: Iterable[tuple[str, int, int, int]]) -> _Totals:
    return {name: (drafts, overall_sum, earliest) for name, drafts, overall_sum, earliest in rows}


def _counted_picks() -> QuerySet[Pick]:
    """Return the drafted cards in the tournaments that count."""
    return Pick.objects.filter(counted_by_club("draft__division__tournament__"), card__isnull=False).order_by()
