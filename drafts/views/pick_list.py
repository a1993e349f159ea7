"""The list of available players and ballparks in the draft room and the mock draft."""

from collections.abc import Mapping
from typing import Any

from core.tables import Order
from drafts.queries.choosing import MINE, POSITIONS, Filters, may_design, park_rows, pool_rows, role_filters
from drafts.queries.list_tables import PickLinks, filled_list, filled_parks, statistics_for_role
from drafts.queries.room import Room
from drafts.queries.scouting import Scouting
from rules_engine.draft.roster_check import Outlook


def pick_list_context(
    room: Room,
    filters: Filters,
    pick_labels: Mapping[int, str],
    *,
    links: PickLinks,
    outlook: Outlook | None,
    list_action: str,
    team_query: str = "",
    scouting: Mapping[int, Scouting] | None = None,
) -> dict[str, Any]:
    """Return the context for the list and its filters.

    Args:
        pick_labels: The pick labels of drafted cards, by card ID.
        list_action: The URL that the list's buttons post to.
        team_query: The team parameter in the page's query string.
        scouting: The viewer's own list of players, if the viewer manages the team.
    """
    context: dict[str, Any] = {
        "filters": filters,
        "roles": role_filters(room),
        "positions": POSITIONS,
        "list_action": list_action,
        "mine": MINE if scouting else (),
        "team_query": team_query,
    }
    if filters.role == "parks":
        return {**context, "parks": filled_parks(park_rows(room, links)), "may_design": may_design(room)}
    rows, matching = pool_rows(room, filters, pick_labels, links, outlook, scouting)

    def sort_address(sort: str) -> str:
        return f"?{team_query}{filters.address(sort=sort, more='')}"

    return {
        **context,
        "players": filled_list(rows, filters.role, Order(filters.sorted_by, sort_address), has_list=bool(scouting)),
        "matching": matching,
        "statistics": statistics_for_role(filters.role),
        "more_address": filters.address(more=filters.more + 1) if matching > len(rows) else "",
    }
