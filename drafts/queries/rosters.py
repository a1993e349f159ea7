"""Rosters for reading: every team of a division with what it drafted, and one team with real lines and rulings."""

from dataclasses import dataclass

from core.tables import FilledTable, TableDefinition
from drafts.models import Draft, Pick
from drafts.queries.board import load_rooms
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, load_room
from drafts.queries.roster import DraftedPlayer, TeamDraft, build_team_draft, rated_positions_for_rules
from drafts.queries.roster_tables import COVER, HITTERS, PITCHERS, ROSTER_LINES, ListedPlayer, PositionDepth, RosterLine
from rules_engine.eligibility.cards import POSITIONS, playable_positions
from rules_engine.eligibility.roster import (
    PositionPlayer,
    all_positions_backed_up,
    has_backup_at_each_position,
    has_enough_fielders,
    has_pitcher,
    team_counts,
)
from rules_engine.rulings import Ruling, first_refusal
from rules_engine.systems import load
from tournaments.models import Division, Team, Tournament


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Players of a team under their title; false where there are none."""

    table: TableDefinition[ListedPlayer]
    title: str
    players: list[ListedPlayer]

    def __len__(self) -> int:
        return len(self.players)

    def filled(self, viewer: object = None) -> FilledTable[ListedPlayer]:
        return self.table.filled(self.players, caption=self.title, is_captioned_unseen=True)


@dataclass(frozen=True, slots=True)
class RosterPlayers:
    """A team as drafted: `hitters` with the position each plays most, in scoring order; `pitchers` with their roles."""

    team: Team
    team_draft: TeamDraft
    hitters: PlayerList
    pitchers: PlayerList


@dataclass(frozen=True, slots=True)
class Roster:
    """A team as drafted: starters, relievers and position players apart, the park, and what the rules say of it."""

    team_draft: TeamDraft
    starters: list[RosterLine]
    relievers: list[RosterLine]
    fielders: list[RosterLine]
    park: DraftedPlayer | None
    room: Room

    @property
    def rulings(self) -> list[Ruling]:
        return roster_rulings(self.room, self.team_draft)

    @property
    def is_complete(self) -> bool:
        return self.team_draft.turns_left == 0

    @property
    def by_position(self) -> list[PositionDepth]:
        """Who has each position on his card, most games there first (T31.10)."""
        hitters = self.team_draft.hitters
        return [
            PositionDepth(position, [card.name for card in _players_at(position, hitters)]) for position in POSITIONS
        ]

    @property
    def position_players(self) -> FilledTable[RosterLine]:
        return _drafted("Position players", self.fielders)

    @property
    def who_may_start(self) -> FilledTable[RosterLine]:
        return _drafted("Pitchers who may start", self.starters)

    @property
    def who_may_relieve(self) -> FilledTable[RosterLine]:
        return _drafted("Relievers", self.relievers)

    @property
    def cover(self) -> FilledTable[PositionDepth]:
        caption = "Who has each position on his card, with games there"
        return COVER.filled(self.by_position, caption=caption, is_captioned_unseen=True, are_heads_unseen=True)

    @property
    def cover_and_staff(self) -> FilledTable[PositionDepth]:
        parts = (("Starters", self.starters), ("Relievers", self.relievers))
        rows = [*self.by_position, *(PositionDepth(part, [line.card.name for line in lines]) for part, lines in parts)]
        caption = "Who has each position on his card, and the pitchers"
        return COVER.filled(rows, caption=caption, is_captioned_unseen=True, are_heads_unseen=True)


def _drafted(title: str, lines: list[RosterLine]) -> FilledTable[RosterLine]:
    return ROSTER_LINES.filled(lines, caption=f"{title} ({len(lines)})", label=title)


def rosters_of(tournament: Tournament, division_id: int | None = None) -> list[tuple[Division, list[RosterPlayers]]]:
    """Every division with its teams in draft order and what they hold; four queries however many there are.

    With `division_id` only that division has its teams filled in.
    """
    chosen = {"team__division": division_id} if division_id else {"team__tournament": tournament}
    by_team: dict[int, list[Pick]] = {}
    for pick in Pick.objects.filter(**chosen).select_related("park").order_by("overall"):
        by_team.setdefault(pick.team_id, []).append(pick)
    return [
        (division, _teams(room, by_team) if room and division_id in (None, division.pk) else [])
        for division, room in load_rooms(tournament)
    ]


def _teams(room: Room, by_team: dict[int, list[Pick]]) -> list[RosterPlayers]:
    return [_on_page(team, build_team_draft(room, by_team.get(team.pk, []))) for team in room.teams]


def _on_page(team: Team, team_draft: TeamDraft) -> RosterPlayers:
    hitters = sorted(team_draft.hitters, key=_scoring_order)
    pitchers = sorted(team_draft.pitchers, key=_pitching_order)
    return RosterPlayers(
        team,
        team_draft,
        PlayerList(
            HITTERS, f"Position players of {team}", [ListedPlayer(card, main_position(card)) for card in hitters]
        ),
        PlayerList(PITCHERS, f"Pitchers of {team}", [ListedPlayer(card, pitching_roles(card)) for card in pitchers]),
    )


def main_position(card: PoolCard) -> str:
    """The position he has most games at; first base for a hitter without one (T10.11)."""
    return playable_positions(rated_positions_for_rules(card))[0]


def pitching_roles(card: PoolCard) -> str:
    """What the edition lets him be (T10.2): S, R or S/R, "" for a card that may do neither."""
    return "/".join(letter for letter, may in (("S", card.may_start), ("R", card.may_relieve)) if may)


def _scoring_order(card: PoolCard) -> tuple[int, int, str]:
    position = main_position(card)
    place = POSITIONS.index(position) if position in POSITIONS else len(POSITIONS)
    return place, -card.games_at.get(position, card.games), card.words


def _pitching_order(card: PoolCard) -> tuple[bool, int, str]:
    return not card.may_start, -card.outs_pitched, card.words


def _players_at(position: str, hitters: list[PoolCard]) -> list[PoolCard]:
    able = (card for card in hitters if position in rated_positions_for_rules(card))
    return sorted(able, key=lambda card: (-card.games_at.get(position, 0), card.words))


def load_roster(team: Team) -> Roster | None:
    """One team's roster; None where its division has no draft."""
    division = team.division
    drafts = Draft.objects.select_related("card_set").filter(division=division)
    draft = drafts.first() if division is not None else None
    if draft is None or division is None:
        return None
    draft.division, division.tournament = division, team.tournament
    room = load_room(draft)
    picks = list(Pick.objects.filter(draft=draft, team=team).select_related("park").order_by("overall"))
    return build_roster(room, build_team_draft(room, picks))


def load_rosters_by_team(tournament: Tournament) -> dict[int, Roster]:
    """The roster of every team whose division has a draft; four queries however many there are."""
    rooms = [room for _, room in load_rooms(tournament) if room is not None]
    by_team: dict[int, list[Pick]] = {team.pk: [] for room in rooms for team in room.teams}
    for pick in Pick.objects.filter(team__tournament=tournament).select_related("park").order_by("overall"):
        by_team.setdefault(pick.team_id, []).append(pick)
    return {
        team.pk: build_roster(room, build_team_draft(room, by_team[team.pk])) for room in rooms for team in room.teams
    }


def build_roster(room: Room, team_draft: TeamDraft) -> Roster:
    """What a team draft looks like as a roster."""
    lines = [RosterLine(held, held.card) for held in team_draft.picks if held.card is not None]
    staff = sorted((line for line in lines if line.card.is_pitcher), key=lambda line: _pitching_order(line.card))
    fielders = [line for line in lines if line.card.is_hitter]
    return Roster(
        team_draft,
        [line for line in staff if line.card.may_start],
        [line for line in staff if not line.card.may_start],
        sorted(fielders, key=lambda line: _scoring_order(line.card)),
        next((held for held in team_draft.picks if held.card is None), None),
        room,
    )


def roster_rulings(room: Room, team_draft: TeamDraft) -> list[Ruling]:
    """T0.02's counts, T10.2's four starters and T31.10's cover, as far as the team has come."""
    counts = team_counts(team_draft.players, team_draft.parks, team_draft.starters, room.profile)
    return [counts, first_refusal(has_pitcher(len(team_draft.pitchers)), _line_up_ruling(room, team_draft))]


def _line_up_ruling(room: Room, team_draft: TeamDraft) -> Ruling:
    system = load(room.profile.game.system)
    if not system.positions_bind:
        return has_enough_fielders(len(team_draft.hitters), system.title)
    men = [
        PositionPlayer(card.name, rated_positions_for_rules(card), card.can_be_injured) for card in team_draft.hitters
    ]
    return first_refusal(all_positions_backed_up(men), has_backup_at_each_position(men, room.profile))
