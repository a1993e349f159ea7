"""What was typed into the grid of a series and never saved, for the page that is opened again."""

from typing import Any

from games.models import TypedGrid
from tournaments.models import Series


def typed_before(series: Series, access_id: int | None) -> list[dict[str, Any]]:
    """The pages with something unsaved; `mine` are those of this viewer, on whatever device."""
    rows = TypedGrid.objects.filter(series=series).exclude(values={}).order_by("-typed_at")
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
