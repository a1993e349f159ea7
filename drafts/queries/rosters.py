"""Rosters for reading: every team of a division with what it drafted, and one team with real lines and rulings."""

from dataclasses import dataclass

from core.tables import Entry, FilledTable, Table
from drafts.models import Draft, Pick
from drafts.queries.board import rooms_of
from drafts.queries.choosing import line_of
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, room_of
from drafts.queries.roster import Held, Holding, holding_from, positions_for_rules
from drafts.queries.roster_tables import HITTERS, PITCHERS, Listed
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import Fielder, all_positions_backed_up, team_counts
from rules_engine.rulings import Ruling
from tournaments.models import Division, Team, Tournament

_NO_POSITION = "DH"


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Players of a team under their title; false where there are none."""

    table: Table[Listed]
    title: str
    players: list[Listed]

    def __len__(self) -> int:
        return len(self.players)

    def filled(self, viewer: object = None) -> FilledTable[Listed]:
        return FilledTable(
            self.table, [Entry(player) for player in self.players], caption=self.title, is_captioned_unseen=True
        )


@dataclass(frozen=True, slots=True)
class TeamOnPage:
    """A team as drafted: `hitters` with the position each plays most, in scoring order; `pitchers` with their roles."""

    team: Team
    holding: Holding
    hitters: PlayerList
    pitchers: PlayerList


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

    @property
    def by_position(self) -> list[tuple[str, list[PoolCard]]]:
        """Who has each position on his card, most games there first (T31.10)."""
        return [(position, _who_plays(position, self.holding.hitters)) for position in POSITIONS]


def rosters_of(tournament: Tournament, division_id: int | None = None) -> list[tuple[Division, list[TeamOnPage]]]:
    """Every division with its teams in draft order and what they hold; four queries however many there are.

    With `division_id` only that division has its teams filled in.
    """
    chosen = {"team__division": division_id} if division_id else {"team__tournament": tournament}
    by_team: dict[int, list[Pick]] = {}
    for pick in Pick.objects.filter(**chosen).select_related("park").order_by("overall"):
        by_team.setdefault(pick.team_id, []).append(pick)
    return [
        (division, _teams(room, by_team) if room and division_id in (None, division.pk) else [])
        for division, room in rooms_of(tournament)
    ]


def _teams(room: Room, by_team: dict[int, list[Pick]]) -> list[TeamOnPage]:
    return [_on_page(team, holding_from(room, by_team.get(team.pk, []))) for team in room.teams]


def _on_page(team: Team, holding: Holding) -> TeamOnPage:
    hitters = sorted(holding.hitters, key=_scoring_order)
    pitchers = sorted(holding.pitchers, key=_pitching_order)
    return TeamOnPage(
        team,
        holding,
        PlayerList(HITTERS, f"Position players of {team}", [Listed(card, main_position(card)) for card in hitters]),
        PlayerList(PITCHERS, f"Pitchers of {team}", [Listed(card, role_of(card)) for card in pitchers]),
    )


def main_position(card: PoolCard) -> str:
    """The position he has most games at; DH for a hitter without one."""
    played = positions_for_rules(card)
    return played[0] if played else _NO_POSITION


def role_of(card: PoolCard) -> str:
    """What the edition lets him be (T10.2): S, R or S/R, "" for a card that may do neither."""
    return "/".join(letter for letter, may in (("S", card.may_start), ("R", card.may_relieve)) if may)


def _scoring_order(card: PoolCard) -> tuple[int, int, str]:
    position = main_position(card)
    place = POSITIONS.index(position) if position in POSITIONS else len(POSITIONS)
    return place, -card.games_at.get(position, card.games), card.words


def _pitching_order(card: PoolCard) -> tuple[bool, int, str]:
    return not card.may_start, -card.outs_pitched, card.words


def _who_plays(position: str, hitters: list[PoolCard]) -> list[PoolCard]:
    able = (card for card in hitters if position in positions_for_rules(card))
    return sorted(able, key=lambda card: (-card.games_at.get(position, 0), card.words))


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
    staff = sorted((line for line in lines if line.card.is_pitcher), key=lambda line: _pitching_order(line.card))
    fielders = [line for line in lines if not line.card.is_pitcher]
    return Roster(
        holding,
        [line for line in staff if line.card.may_start],
        [line for line in staff if not line.card.may_start],
        sorted(fielders, key=lambda line: _scoring_order(line.card)),
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
