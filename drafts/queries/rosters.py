"""Rosters for reading: every team of a tournament with what it drafted, and one team with real lines and rulings."""

from dataclasses import dataclass

from drafts.models import Draft, Pick
from drafts.queries.board import rooms_of
from drafts.queries.choosing import line_of
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, room_of
from drafts.queries.roster import Held, Holding, holding_from, positions_for_rules
from rules_engine.eligibility.roster import Fielder, all_positions_backed_up, team_counts
from rules_engine.rulings import Ruling
from tournaments.models import Division, Team, Tournament


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One player with his real season and what the edition lets him do."""

    held: Held
    card: PoolCard
    line: str


@dataclass(frozen=True, slots=True)
class Roster:
    """A team as drafted: starters, relievers and position players apart, the park, and what the rules say of it."""

    holding: Holding
    starters: list[RosterLine]
    relievers: list[RosterLine]
    fielders: list[RosterLine]
    park: Held | None
    rulings: list[Ruling]

    @property
    def is_complete(self) -> bool:
        return self.holding.turns_left == 0


def rosters_of(tournament: Tournament) -> list[tuple[Division, list[tuple[Team, Holding]]]]:
    """Every division with its teams in draft order and what they hold; four queries however many there are."""
    by_team: dict[int, list[Pick]] = {}
    for pick in Pick.objects.filter(team__tournament=tournament).select_related("park").order_by("overall"):
        by_team.setdefault(pick.team_id, []).append(pick)
    return [
        (division, [(team, holding_from(room, by_team.get(team.pk, []))) for team in room.teams] if room else [])
        for division, room in rooms_of(tournament)
    ]


def roster_of(team: Team) -> Roster | None:
    """One team's roster; None where its division has no draft."""
    drafts = Draft.objects.select_related("division__tournament", "card_set")
    draft = drafts.filter(division_id=team.division_id).first() if team.division_id else None
    if draft is None:
        return None
    room = room_of(draft)
    picks = list(Pick.objects.filter(draft=draft, team=team).select_related("park").order_by("overall"))
    return _roster(room, holding_from(room, picks))


def _roster(room: Room, holding: Holding) -> Roster:
    lines = [RosterLine(held, held.card, line_of(held.card)) for held in holding.held if held.card is not None]
    return Roster(
        holding,
        [line for line in lines if line.card.may_start],
        [line for line in lines if line.card.is_pitcher and not line.card.may_start],
        [line for line in lines if not line.card.is_pitcher],
        next((held for held in holding.held if held.card is None), None),
        rulings_on(room, holding),
    )


def rulings_on(room: Room, holding: Holding) -> list[Ruling]:
    """T0.02's counts, T10.2's four starters and T31.10's cover, as far as the team has come."""
    men = [Fielder(card.name, positions_for_rules(card), card.can_be_injured) for card in holding.hitters]
    return [
        team_counts(holding.players, holding.parks, holding.starters, room.profile),
        all_positions_backed_up(men),
    ]
