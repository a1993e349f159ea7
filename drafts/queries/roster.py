"""A team's drafted players and ballpark, and its remaining needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from drafts.models import Pick
from drafts.queries.pool import PoolCard
from drafts.queries.published import selection_name
from drafts.queries.room import Room
from rules_engine.eligibility.cards import POSITIONS
from tournaments.models import Team

OUTFIELD = ("LF", "CF", "RF")


@dataclass(frozen=True, slots=True)
class DraftedPlayer:
    """A team's player or ballpark with its pick."""

    overall: int
    label: str
    name: str
    made_by: str
    card: PoolCard | None = None


@dataclass(slots=True)
class TeamDraft:
    """A team in the draft: its cards in draft order, its ballpark, and its number of remaining picks."""

    cards: list[PoolCard] = field(default_factory=list)
    picks: list[DraftedPlayer] = field(default_factory=list)
    park_name: str = ""
    parks: int = 0
    turns_left: int = 0

    @property
    def players(self) -> int:
        return len(self.cards)

    @property
    def hitters(self) -> list[PoolCard]:
        return [card for card in self.cards if card.is_hitter]

    @property
    def pitchers(self) -> list[PoolCard]:
        return [card for card in self.cards if card.is_pitcher]

    @property
    def starters(self) -> int:
        return sum(card.may_start for card in self.cards)


def load_team_draft(room: Room, team_id: int, *, besides: Sequence[int] = ()) -> TeamDraft:
    """Load a team's draft without the picks in `besides`, such as the current pick."""
    return build_team_draft(room, [pick for pick in room.picks_of(team_id) if pick.overall not in besides])


def build_team_draft(room: Room, picks: Sequence[Pick]) -> TeamDraft:
    """Build a team's draft from its picks. Skipped picks count as remaining."""
    team_draft = TeamDraft()
    for pick in picks:
        if not pick.is_skipped:
            _add(room, team_draft, pick)
    team_draft.turns_left = room.profile.draft.rounds - len(team_draft.picks)
    return team_draft


def _add(room: Room, team_draft: TeamDraft, pick: Pick) -> None:
    card = room.cards[pick.card_id] if pick.card_id is not None else None
    name = card.name if card is not None else selection_name(room, pick)
    team_draft.picks.append(DraftedPlayer(pick.overall, room.label(pick.overall), name, pick.made_by, card))
    if card is not None:
        team_draft.cards.append(card)
    else:
        team_draft.parks += 1
        team_draft.park_name = name


def team_drafts_by_id(room: Room, picks: Iterable[Pick]) -> dict[int, TeamDraft]:
    """Build every team's draft from all picks, by team ID."""
    picks_by_team: dict[int, list[Pick]] = {team.pk: [] for team in room.teams}
    for pick in sorted(picks, key=lambda pick: pick.overall):
        picks_by_team.setdefault(pick.team_id, []).append(pick)
    return {team_id: build_team_draft(room, team_picks) for team_id, team_picks in picks_by_team.items()}


class TeamNeeds(NamedTuple):
    """A team's number of players and starters, and the positions at which it has no rated player."""

    team: Team
    players: int
    starters: int
    open_positions: list[str]


def team_needs(room: Room, picks: Sequence[Pick]) -> list[TeamNeeds]:
    """Return every team's needs by draft position, based on all picks in the draft."""
    team_drafts = team_drafts_by_id(room, picks)
    return [_needs_of_team(team, team_drafts[team.pk]) for team in room.teams]


def _needs_of_team(team: Team, team_draft: TeamDraft) -> TeamNeeds:
    covered: set[str] = set()
    for card in team_draft.hitters:
        covered.update(rated_positions_for_rules(card))
    open_positions = [position for position in POSITIONS if position not in covered]
    return TeamNeeds(team, team_draft.players, team_draft.starters, open_positions)


def rated_positions_for_rules(card: PoolCard) -> tuple[str, ...]:
    """Return a card's positions for T31.10. OF in seasons without details counts as all three outfield positions."""
    if "OF" not in card.positions:
        return card.positions
    rated = [position for position in card.positions if position != "OF"]
    return tuple(dict.fromkeys([*rated, *OUTFIELD]))
