"""What a team holds: its players and its park with the turns that brought them."""

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
    """One player or park of a team and the turn that brought it."""

    overall: int
    label: str
    name: str
    made_by: str
    card: PoolCard | None = None


@dataclass(slots=True)
class TeamDraft:
    """A team in the draft: `cards` in the order of selection, the park, and turns that are still to come."""

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
    """What a team holds, leaving out the turns in `besides` (the one being made, or those a correction changes)."""
    rows = Pick.objects.filter(draft=room.draft, team_id=team_id).select_related("park").order_by("overall")
    return build_team_draft(room, [pick for pick in rows if pick.overall not in besides])


def build_team_draft(room: Room, picks: Sequence[Pick]) -> TeamDraft:
    """Build a team draft from its picks; skipped turns count as still to come."""
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
    """Every team draft by team number, by all picks of the draft."""
    by_team: dict[int, list[Pick]] = {team.pk: [] for team in room.teams}
    for pick in sorted(picks, key=lambda pick: pick.overall):
        by_team.setdefault(pick.team_id, []).append(pick)
    return {team: build_team_draft(room, picks) for team, picks in by_team.items()}


class Needs(NamedTuple):
    """What a team still has to draft: positions that nobody of it has on his card, and how many of each it holds."""

    team: Team
    players: int
    starters: int
    open_positions: list[str]


def team_needs(room: Room, picks: Sequence[Pick]) -> list[Needs]:
    """Every team's needs, in order of draft position, by all picks of the draft."""
    of_teams: dict[int, list[Pick]] = {team.pk: [] for team in room.teams}
    for pick in sorted(picks, key=lambda pick: pick.overall):
        of_teams[pick.team_id].append(pick)
    return [_needs(team, build_team_draft(room, of_teams[team.pk])) for team in room.teams]


def _needs(team: Team, team_draft: TeamDraft) -> Needs:
    covered = {position for card in team_draft.hitters for position in rated_positions_for_rules(card)}
    return Needs(team, team_draft.players, team_draft.starters, [at for at in POSITIONS if at not in covered])


def rated_positions_for_rules(card: PoolCard) -> tuple[str, ...]:
    """The positions as T31.10 counts them; a season that knows only OF means all three."""
    if "OF" not in card.positions:
        return card.positions
    return tuple(dict.fromkeys([*(at for at in card.positions if at != "OF"), *OUTFIELD]))
