"""The list of players and ballparks available to pick, its filters, and the pick queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from drafts.models import Ballpark, QueuedPlayer
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.guarding import guard_objection
from drafts.queries.list_tables import MINE_SORT, WORTH, ParkRow, PickLinks, PoolRow, statistics_for_role
from drafts.queries.pool import SORTS, PoolCard, filter_by_bound, search
from drafts.queries.room import Room
from drafts.queries.scouting import Scouting
from drafts.queries.statistics import LOW_IS_BEST
from rules_engine.draft.roster_check import Outlook

PAGE: Final = 40
ROLES: Final = (
    ("", "All"),
    ("hitter", "Hitters"),
    ("starter", "Starters"),
    ("reliever", "Relievers"),
    ("parks", "Parks"),
)


def role_filters(room: Room) -> tuple[tuple[str, str], ...]:
    """Return the role filters, including ballparks if the rules edition drafts them (T0.02)."""
    return ROLES if room.profile.draft.ballparks else ROLES[:-1]


MINE: Final = (("ranked", "Ranked"), ("favorites", "Favorites"), ("noted", "With a note"))
POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "OF")


@dataclass(frozen=True, slots=True)
class Filters:
    """The list's filters, order and length. Unknown values are ignored."""

    q: str = ""
    role: str = ""
    position: str = ""
    hand: str = ""
    sort: str = ""
    stat: str = ""  # a statistic in the list, filtered by the bound
    bound: str = ""
    all_cards: bool = False  # include ineligible cards
    mine: str = ""  # only players on the manager's own list: a value of MINE
    more: int = 1  # number of list pages to show

    @property
    def sorted_by(self) -> str:
        return self.sort or WORTH

    @property
    def address_by_list(self) -> str:
        """Return the filters as a query string, sorted by the manager's own list."""
        return self.address(sort=MINE_SORT, more="")

    def address(self, **changes: object) -> str:
        """Return the filters as a query string, with the given changes."""
        values: dict[str, object] = {
            "q": self.q,
            "role": self.role,
            "position": self.position,
            "hand": self.hand,
            "sort": self.sort,
            "stat": self.stat,
            "bound": self.bound if self.stat else "",
            "all": "1" if self.all_cards else "",
            "mine": self.mine,
            "more": self.more if self.more > 1 else "",
        }
        values |= changes
        texts = {name: str(value) for name, value in values.items()}
        return urlencode({name: text for name, text in texts.items() if text})


def parse_filters(data: Mapping[str, str]) -> Filters:
    """Parse the filters in a query string. Unknown values are ignored."""
    role = _known_or_empty(data.get("role", ""), [role for role, _ in ROLES])
    sort = data.get("sort", "")
    is_known_sort = sort.removeprefix("-") in (*SORTS, WORTH, MINE_SORT)
    return Filters(
        q=data.get("q", "").replace("\0", "")[:60],
        role=role,
        position=_known_or_empty(data.get("position", ""), POSITIONS),
        hand=_known_or_empty(data.get("hand", ""), ("L", "R", "S")),
        sort=sort if is_known_sort else "",
        stat=_known_or_empty(data.get("stat", ""), [column.name for column in statistics_for_role(role)]),
        bound=data.get("bound", "").strip()[:8],
        all_cards=data.get("all") == "1",
        mine=_known_or_empty(data.get("mine", ""), [key for key, _ in MINE]),
        more=_parse_page_count(data.get("more", "")),
    )


def _parse_page_count(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and 0 < len(text) < 4
    return min(max(int(text), 1), 100) if is_number else 1


def _known_or_empty(value: str, values: Sequence[str]) -> str:
    return value if value in values else ""


def pick_label_by_card(room: Room) -> dict[int, str]:
    """Return the pick label of each drafted card in this division, such as "1.04", by card ID."""
    return {row.card_id: room.label(row.overall) for row in room.selections() if row.card_id is not None}


def pool_rows(
    room: Room,
    filters: Filters,
    drafted: Mapping[int, str],
    links: PickLinks,
    outlook: Outlook | None,
    scouting: Mapping[int, Scouting] | None = None,
) -> tuple[list[PoolRow], int]:
    """Return the displayed rows and the total number of matching cards.

    Args:
        outlook: The team's outlook for the roster check.
        scouting: The manager's own list, by card ID.
    """
    mine = scouting or {}
    cards = search(
        room.pool,
        text=filters.q,
        position=filters.position,
        hand=filters.hand,
        role=filters.role,
        eligible_only=not filters.all_cards,
        sort=filters.sorted_by,
        drafted=frozenset() if filters.q else drafted.keys(),
    )
    cards = filter_by_bound(cards, filters.stat, filters.bound, at_most=filters.stat in LOW_IS_BEST)
    if filters.mine:
        cards = [card for card in cards if card.id in mine and _is_mine(mine[card.id], filters.mine)]
    worth = worth_by_card(room.pool, len(room.teams))
    if filters.sorted_by.removeprefix("-") == MINE_SORT:
        cards = _sort_by_list(cards, mine, worth, is_reversed=filters.sorted_by.startswith("-"))
    if filters.sorted_by.removeprefix("-") == WORTH:
        cards = _sort_by_worth(cards, worth, is_reversed=filters.sorted_by.startswith("-"))
    rows = [
        PoolRow(
            card, worth.get(card.id), drafted.get(card.id, ""), links, guard_objection(outlook, card), mine.get(card.id)
        )
        for card in cards[: PAGE * filters.more]
    ]
    return rows, len(cards)


def _sort_by_worth(cards: list[PoolCard], worth: Mapping[int, float], *, is_reversed: bool) -> list[PoolCard]:
    """Return the cards sorted by worth, best first. Ineligible cards have no worth and come last."""
    valued = [card for card in cards if card.id in worth]
    valued.sort(key=lambda card: worth[card.id], reverse=not is_reversed)
    return valued + [card for card in cards if card.id not in worth]


def _is_mine(scouting: Scouting, kind: str) -> bool:
    if kind == "ranked":
        return scouting.rank is not None
    return scouting.is_favorite if kind == "favorites" else bool(scouting.note)


def _sort_by_list(
    cards: list[PoolCard], mine: Mapping[int, Scouting], worth: Mapping[int, float], *, is_reversed: bool
) -> list[PoolCard]:
    """Return the cards in the manager's own order, best first, followed by all others sorted by worth."""
    listed = [card for card in cards if card.id in mine]
    listed.sort(key=lambda card: mine[card.id].order, reverse=is_reversed)
    return listed + _sort_by_worth([card for card in cards if card.id not in mine], worth, is_reversed=False)


def park_rows(room: Room, links: PickLinks) -> list[ParkRow]:
    return [ParkRow(park, pick_label, links) for park, pick_label in _parks_with_pick(room)]


def _parks_with_pick(room: Room) -> list[tuple[Ballpark, str]]:
    """Return the ballparks in the draft's card set, each with the label of its pick or ""."""
    pick_label = {row.park_id: room.label(row.overall) for row in room.selections() if row.park_id is not None}
    parks = Ballpark.objects.filter(card_set_id=room.draft.card_set_id)
    return [(park, pick_label.get(park.pk, "")) for park in parks]


def may_design(room: Room) -> bool:
    """Return whether a ballpark can be designed. Only the division's first ballpark can be (T0.02)."""
    if not room.profile.draft.first_park_may_be_designed:
        return False
    return all(row.card_id is not None for row in room.selections())


@dataclass(frozen=True, slots=True)
class QueuedPick:
    """A card or ballpark in a team's pick queue. `pick_label` is the pick that selected it, such as "1.04", or ""."""

    id: int
    name: str
    detail: str
    card: int | None
    park: int | None
    pick_label: str


def queued_picks(room: Room, team_id: int, drafted: Mapping[int, str]) -> list[QueuedPick]:
    """Return a team's pick queue in order, without entries from other card sets."""
    rows = list(QueuedPlayer.objects.filter(team_id=team_id).select_related("park").order_by("position", "pk"))
    label_by_park: dict[int, str] = {}
    if any(row.park_id for row in rows):
        label_by_park = {park.pk: label for park, label in _parks_with_pick(room)}
    queue = []
    for row in rows:
        card = room.cards.get(row.card_id or 0)
        park = row.park
        if card is not None:
            detail = f"{card.label} {card.clubs}"
            queue.append(QueuedPick(row.pk, card.name, detail, card.id, None, drafted.get(card.id, "")))
        elif park is not None and park.pk in label_by_park:
            queue.append(QueuedPick(row.pk, park.name, "park", None, park.pk, label_by_park[park.pk]))
    return queue
