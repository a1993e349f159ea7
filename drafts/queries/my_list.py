"""A manager's own list of players, prepared for display."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from drafts.models import CardSet, Draft
from drafts.queries.choosing import pick_label_by_card
from drafts.queries.mock_drafts import proposed_card_set
from drafts.queries.pool import PoolCard, cards_by_id
from drafts.queries.room import OF_ROOM, load_room
from drafts.queries.scouting import Scouting, scouting_by_card
from tournaments.models import Team, Tournament


@dataclass(frozen=True, slots=True)
class ScoutedCard:
    """A player on the list. `pick_label` is the pick that selected the player, such as "1.04", or ""."""

    card: PoolCard
    scouting: Scouting
    pick_label: str = ""


@dataclass(frozen=True)
class MyList:
    """A team's list, sorted by rank, with unranked favorites last."""

    card_set: CardSet | None
    players: list[ScoutedCard]

    @property
    def ranked(self) -> list[ScoutedCard]:
        return [player for player in self.players if player.scouting.rank is not None]

    @property
    def tiers(self) -> list[tuple[str, list[ScoutedCard]]]:
        """Return the players by tier, with a title for each tier."""
        groups = groupby(self.players, key=_tier_title)
        return [(title, list(players)) for title, players in groups]

    @property
    def as_text(self) -> str:
        """Return the ranking in import format: a player per line, with blank lines between tiers."""
        lines: list[str] = []
        tier = None
        for player in self.ranked:
            if lines and player.scouting.tier != tier:
                lines.append("")
            tier = player.scouting.tier
            lines.append(_line_of(player.card))
        return "\n".join(lines)


def _tier_title(player: ScoutedCard) -> str:
    if player.scouting.rank is None:
        return "Not ranked"
    return f"Tier {player.scouting.tier}" if player.scouting.tier is not None else "Ranking"


def _line_of(card: PoolCard) -> str:
    name = card.name.partition(" (")[0]
    return ", ".join(filter(None, (name, card.clubs, str(card.birth_year or ""))))


def load_my_list(tournament: Tournament, team: Team) -> MyList:
    """Load a team's list with the cards used in its draft."""
    card_set = proposed_card_set(tournament, team)
    if card_set is None:
        return MyList(None, [])
    cards = cards_by_id(card_set, tournament.profile)
    pick_labels = _pick_label_by_card(team)
    scouting = scouting_by_card(team.pk)
    players = [
        ScoutedCard(cards[card_id], thought, pick_labels.get(card_id, ""))
        for card_id, thought in scouting.items()
        if card_id in cards
    ]
    return MyList(card_set, sorted(players, key=lambda player: (*player.scouting.order, player.card.words)))


def _pick_label_by_card(team: Team) -> Mapping[int, str]:
    draft = Draft.objects.filter(division_id=team.division_id or 0).select_related(*OF_ROOM).first()
    if draft is None:
        return {}
    room = load_room(draft)
    return pick_label_by_card(room) if room.teams else {}
