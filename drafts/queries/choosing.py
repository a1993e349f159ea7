"""The list a drafter chooses from: filters as typed, real lines in words, parks, and the queue with what is gone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from drafts.models import Ballpark, Pick, QueuedPlayer
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.guarding import refusal_of
from drafts.queries.list_tables import WORTH, ParkRow, PickLinks, PoolRow, statistics_for_role
from drafts.queries.pool import SORTS, PoolCard, passes, search
from drafts.queries.room import Room
from drafts.queries.statistics import LOW_IS_BEST
from rules_engine.draft.guard import Outlook

PAGE: Final = 40
ROLES: Final = (
    ("", "All"),
    ("hitter", "Hitters"),
    ("starter", "Starters"),
    ("reliever", "Relievers"),
    ("parks", "Parks"),
)


def role_filters(room: Room) -> tuple[tuple[str, str], ...]:
    """T0.02: parks stand there where the edition has them drafted."""
    return ROLES if room.profile.draft.ballparks else ROLES[:-1]


POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "OF")


@dataclass(frozen=True, slots=True)
class Filters:
    """What is looked for; unknown values fall back to everything."""

    q: str = ""
    role: str = ""
    position: str = ""
    hand: str = ""
    sort: str = ""
    stat: str = ""  # a statistic of the list, with the bound as typed
    bound: str = ""
    all_cards: bool = False  # ineligible ones too
    more: int = 1  # pages of the list shown

    @property
    def sorted_by(self) -> str:
        return self.sort or WORTH

    def address(self, **changes: object) -> str:
        """The same filters with some changed, as the end of an address."""
        values = {"q": self.q, "role": self.role, "position": self.position, "hand": self.hand, "sort": self.sort}
        values |= {"stat": self.stat, "bound": self.bound if self.stat else ""}
        values |= {"all": "1" if self.all_cards else "", "more": str(self.more) if self.more > 1 else ""}
        values |= {name: str(value) for name, value in changes.items()}
        return urlencode({name: value for name, value in values.items() if value})


def parse_filters(data: Mapping[str, str]) -> Filters:
    """Filters from an address; anything unknown is left out."""
    sort = data.get("sort", "")
    more = data.get("more", "")
    role = _known(data.get("role", ""), [role for role, _ in ROLES])
    return Filters(
        q=data.get("q", "").replace("\0", "")[:60],
        role=role,
        position=_known(data.get("position", ""), POSITIONS),
        hand=_known(data.get("hand", ""), ("L", "R", "S")),
        sort=sort if sort.removeprefix("-") in (*SORTS, WORTH) else "",
        stat=_known(data.get("stat", ""), [column.name for column in statistics_for_role(role)]),
        bound=data.get("bound", "").strip()[:8],
        all_cards=data.get("all") == "1",
        more=min(int(more), 100) if more.isascii() and more.isdecimal() and 0 < len(more) < 4 and int(more) else 1,
    )


def _known(value: str, values: tuple[str, ...] | list[str]) -> str:
    return value if value in values else ""


def pick_label_by_card(room: Room) -> dict[int, str]:
    """Cards that are taken in this division, with the turn that took them."""
    picks = Pick.objects.filter(draft=room.draft, card__isnull=False).values_list("card_id", "overall")
    return {card: room.label(overall) for card, overall in picks if card is not None}


def lines(
    room: Room, filters: Filters, gone: Mapping[int, str], picking: PickLinks, look: Outlook | None
) -> tuple[list[PoolRow], int]:
    """The part of the list that is shown, and how many answer in all. `look`: what the guard sees, for its refusals."""
    found = search(
        room.pool,
        text=filters.q,
        position=filters.position,
        hand=filters.hand,
        role=filters.role,
        eligible_only=not filters.all_cards,
        sort=filters.sorted_by,
        taken=frozenset() if filters.q else gone.keys(),
    )
    found = passes(found, filters.stat, filters.bound, at_most=filters.stat in LOW_IS_BEST)
    worth = worth_by_card(room.pool, len(room.teams))
    if filters.sorted_by.removeprefix("-") == WORTH:
        found = _by_worth(found, worth, turned=filters.sorted_by.startswith("-"))
    shown = found[: PAGE * filters.more]
    return [
        PoolRow(card, worth.get(card.id), gone.get(card.id, ""), picking, refusal_of(look, card)) for card in shown
    ], len(found)


def _by_worth(cards: list[PoolCard], worth: Mapping[int, float], *, turned: bool) -> list[PoolCard]:
    """Best first; cards that may not be drafted have no worth and come last."""
    known = sorted((card for card in cards if card.id in worth), key=lambda card: worth[card.id], reverse=not turned)
    return known + [card for card in cards if card.id not in worth]


def park_lines(room: Room, picking: PickLinks) -> list[ParkRow]:
    return [ParkRow(park, gone, picking) for park, gone in _parks_with_pick(room)]


def _parks_with_pick(room: Room) -> list[tuple[Ballpark, str]]:
    """The parks of the draft's card set, each with the turn that took it."""
    taken = Pick.objects.filter(draft=room.draft, park__isnull=False).values_list("park_id", "overall")
    gone = {park: room.label(overall) for park, overall in taken}
    parks = Ballpark.objects.filter(card_set_id=room.draft.card_set_id)
    return [(park, gone.get(park.pk, "")) for park in parks]


def may_design(room: Room) -> bool:
    """T0.02: nobody in this division has selected a park."""
    parks = Pick.objects.filter(draft=room.draft).exclude(park=None, designed_park__isnull=True)
    return room.profile.draft.first_park_may_be_designed and not parks.exists()


@dataclass(frozen=True, slots=True)
class QueuedPick:
    """A card or park in a team's pick queue. `gone` is the pick that took it, such as "1.04", or ""."""

    id: int
    name: str
    detail: str
    card: int | None
    park: int | None
    gone: str


def queued_picks(room: Room, team_id: int, gone: Mapping[int, str]) -> list[QueuedPick]:
    """Return a team's pick queue in order, without cards and parks of another card set."""
    rows = list(QueuedPlayer.objects.filter(team_id=team_id).select_related("park").order_by("position", "pk"))
    gone_by_park: dict[int, str] = {}
    if any(row.park_id for row in rows):
        gone_by_park = {park.pk: label for park, label in _parks_with_pick(room)}
    queue = []
    for row in rows:
        card = room.cards.get(row.card_id or 0)
        park = row.park
        if card is not None:
            detail = f"{card.label} {card.clubs}"
            queue.append(QueuedPick(row.pk, card.name, detail, card.id, None, gone.get(card.id, "")))
        elif park is not None and park.pk in gone_by_park:
            queue.append(QueuedPick(row.pk, park.name, "park", None, park.pk, gone_by_park[park.pk]))
    return queue
