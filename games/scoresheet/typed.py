"""Autosave the grid's entries after each keystroke, for the next time the page opens.

An autosave doesn't count as a save. It doesn't change the version, check the entries, or log anything.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from core.prepared_queries import EXAMPLE_ID, PreparedQuery
from games.models import TypedGrid
from tournaments.action_log.writing import Actor
from tournaments.models import Series

MAX_PAGES = 20  # per person and series; older pages are deleted
_KEY = re.compile(r"[a-z0-9]{8,40}", re.ASCII)
_STAMP = re.compile(r"\d{1,15}", re.ASCII)
_MOST_ANSWERS = 40


class TypedPage(NamedTuple):
    """A single open page of the grid.

    `answers_for` lists earlier pages that this page has taken over or discarded, each up to a stamp.
    """

    key: str
    stamp: int
    version: int
    answers_for: tuple[tuple[str, int], ...] = ()


def typed_page(posted: Mapping[str, str]) -> TypedPage | None:
    """Return the page of a request, or None for a page without JavaScript, which can't autosave."""
    key, stamp, version = (posted.get(name, "") for name in ("page", "stamp", "version"))
    if not (_KEY.fullmatch(key) and _STAMP.fullmatch(stamp) and _STAMP.fullmatch(version)):
        return None
    answers = (answer.partition("@") for answer in posted.get("answers_for", "").split()[:_MOST_ANSWERS])
    pairs = ((name, int(at)) for name, _, at in answers if _KEY.fullmatch(name) and _STAMP.fullmatch(at))
    return TypedPage(key, int(stamp), min(int(version), 2**31 - 1), tuple(pairs))


def save_typed(*, series: Series, actor: Actor, page: TypedPage, values: Mapping[str, str]) -> None:
    """Replace a page's autosaved values. An empty mapping means that nothing is unsaved.

    Values older than the stored values are ignored, because a slow connection can deliver them late.
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
                own.filter(pk__in=list(rows[MAX_PAGES:])).delete()
        for key, stamp in page.answers_for:
            own.filter(page=key, stamp__lte=stamp).exclude(page=page.key).delete()


_WITH_ENTRIES: Final = PreparedQuery(
    lambda: TypedGrid.objects.filter(series=EXAMPLE_ID).exclude(values={}).order_by("-typed_at")
)


def unsaved_pages(series: Series, access_id: int | None) -> list[dict[str, Any]]:
    """Return the pages with unsaved entries. `mine` marks this viewer's pages on any device."""
    rows = _WITH_ENTRIES.rows_of(series.pk)
    return [
        {
            "page": row.page,
            "stamp": row.stamp,
            "version": row.version,
            "values": row.values,
            "by": row.typed_by,
            "mine": row.access_id == access_id,
        }
        for row in rows
    ]
