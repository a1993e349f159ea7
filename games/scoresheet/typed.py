"""Keeps what is typed into the grid and not saved, as it stands, key by key.

It is no save: no version is counted, nothing is checked and the log has no row of it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.models import TypedGrid
from tournaments.action_log.writing import Actor
from tournaments.models import Series

MOST_PAGES = 20  # of one person and series; older ones go


class TypedPage(NamedTuple):
    """One open page of the grid. `answers_for`: pages that it has taken over or thrown away, each up to a stamp."""

    key: str
    stamp: int
    version: int
    answers_for: tuple[tuple[str, int], ...] = ()


def keep_typed(*, series: Series, actor: Actor, page: TypedPage, values: Mapping[str, str]) -> None:
    """Put these values in place of what the page held. Empty: nothing of it is unsaved any more.

    What was typed before what is kept already is left aside: a slow line may bring it later.
    """
    typed = {
        "stamp": page.stamp,
        "version": page.version,
        "values": dict(values),
        "typed_by": actor.name[:120],
        "typed_at": timezone.now(),
    }
    with transaction.atomic():
        own = TypedGrid.objects.filter(series=series, access=actor.access_id)
        if not own.filter(page=page.key, stamp__lt=page.stamp).update(**typed):
            _, is_new = own.get_or_create(series=series, access_id=actor.access_id or 0, page=page.key, defaults=typed)
            if is_new:
                rows = own.order_by("-typed_at").values_list("pk", flat=True)
                own.filter(pk__in=list(rows[MOST_PAGES:])).delete()
        for key, stamp in page.answers_for:
            own.filter(page=key, stamp__lte=stamp).exclude(page=page.key).delete()
