"""Rosters for pages and printouts: a division's teams, and a single team with statistics and rulings."""

from dataclasses import dataclass
from typing import Final

from django.db.models import F

from core.cached_reads import is_cacheable
from core.prepared_queries import EXAMPLE_ID, PreparedQuery
from core.tables import FilledTable, TableDefinition
from drafts.models import CardSet, Draft, Pick
from drafts.queries.board import load_rooms
from drafts.queries.card_set_owners import may_see_cards
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, load_room
from drafts.queries.roster import DraftedPlayer, TeamDraft, build_team_draft, rated_positions_for_rules
from drafts.queries.roster_tables import (
    HITTERS,
    PITCHERS,
    POSITION_DEPTH,
    ROSTER_LINES,
    ROSTER_NAMES,
    ListedPlayer,
    PositionDepth,
    RosterLine,
)
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
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.models import Division, Team, Tournament
from tournaments.queries.snapshot import TournamentSnapshot


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A team's players under a title. Falsy if there are no players."""

    table: TableDefinition[ListedPlayer]
    title: str
    players: list[ListedPlayer]
    card_set: CardSet

    def __len__(self) -> int:
        return len(self.players)

    def filled(self, viewer: Viewer | None) -> FilledTable[ListedPlayer]:
        sees_cards = may_see_cards(viewer or PUBLIC, self.card_set)
        table = self.table if sees_cards else self.table.unrestricted()
        return table.filled(self.players, caption=self.title, is_caption_hidden=True)


@dataclass(frozen=True, slots=True)
class RosterLines:
    """A team's drafted players under a title. Falsy if there are no players."""

    title: str
    lines: list[RosterLine]
    card_set: CardSet

    def __len__(self) -> int:
        return len(self.lines)

    def filled(self, viewer: Viewer | None) -> FilledTable[RosterLine]:
        table = ROSTER_LINES if may_see_cards(viewer or PUBLIC, self.card_set) else ROSTER_NAMES
        return table.filled(self.lines, caption=f"{self.title} ({len(self)})", label=self.title)


@dataclass(frozen=True, slots=True)
class RosterPlayers:
    """A drafted team: hitters by main position in scoring order, and pitchers with their roles."""

    team: Team
    team_draft: TeamDraft
    hitters: PlayerList
    pitchers: PlayerList


@dataclass(frozen=True, slots=True)
class Roster:
    """A drafted team: starters, relievers, position players, the ballpark, and rulings on the team."""

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
        """Return the players rated at each position, sorted by games there (T31.10)."""
        hitters = self.team_draft.hitters
        return [
            PositionDepth(position, [card.name for card in _players_at(position, hitters)]) for position in POSITIONS
        ]

    @property
    def position_players_table(self) -> RosterLines:
        return RosterLines("Position players", self.fielders, self.room.draft.card_set)

    @property
    def starters_table(self) -> RosterLines:
        return RosterLines("Pitchers who may start", self.starters, self.room.draft.card_set)

    @property
    def relievers_table(self) -> RosterLines:
        return RosterLines("Relievers", self.relievers, self.room.draft.card_set)

    @property
    def cover(self) -> FilledTable[PositionDepth]:
        caption = "Players at each position, with games there"
        return POSITION_DEPTH.filled(self.by_position, caption=caption, is_caption_hidden=True, are_headers_hidden=True)

    @property
    def cover_and_staff(self) -> FilledTable[PositionDepth]:
        rows = self.by_position
        for role, lines in (("Starters", self.starters), ("Relievers", self.relievers)):
            rows.append(PositionDepth(role, [line.card.name for line in lines]))
        caption = "Players at each position, and the pitchers"
        return POSITION_DEPTH.filled(rows, caption=caption, is_caption_hidden=True, are_headers_hidden=True)


def rosters_of(tournament: Tournament, division_id: int | None = None) -> list[tuple[Division, list[RosterPlayers]]]:
    """Return every division with its teams in draft order. Runs four queries.

    With `division_id`, all other divisions are returned without teams.
    """
    filters = {"team__division": division_id} if division_id else {"team__tournament": tournament}
    picks_by_team: dict[int, list[Pick]] = {}
    for pick in Pick.objects.filter(**filters).select_related("park").order_by("overall"):
        picks_by_team.setdefault(pick.team_id, []).append(pick)
    rosters: list[tuple[Division, list[RosterPlayers]]] = []
    for division, room in load_rooms(tournament):
        teams: list[RosterPlayers] = []
        if room and division_id in (None, division.pk):
            for team in room.teams:
                team_draft = build_team_draft(room, picks_by_team.get(team.pk, []))
                teams.append(_roster_players(team, team_draft, room.draft.card_set))
        rosters.append((division, teams))
    return rosters


def _roster_players(team: Team, team_draft: TeamDraft, card_set: CardSet) -> RosterPlayers:
    hitters = [ListedPlayer(card, main_position(card)) for card in sorted(team_draft.hitters, key=_scoring_order)]
    pitchers = [ListedPlayer(card, pitching_roles(card)) for card in sorted(team_draft.pitchers, key=_pitching_order)]
    return RosterPlayers(
        team,
        team_draft,
        PlayerList(HITTERS, f"Position players for {team}", hitters, card_set),
        PlayerList(PITCHERS, f"Pitchers for {team}", pitchers, card_set),
    )


def main_position(card: PoolCard) -> str:
    """Return the position with the most games, or first base for a hitter without a position (T10.11)."""
    return playable_positions(rated_positions_for_rules(card))[0]


def pitching_roles(card: PoolCard) -> str:
    """Return the roles the rules edition allows a pitcher: S, R, S/R or "" (T10.2)."""
    roles = (("S", card.may_start), ("R", card.may_relieve))
    return "/".join(letter for letter, is_allowed in roles if is_allowed)


def _scoring_order(card: PoolCard) -> tuple[int, int, str]:
    position = main_position(card)
    index = POSITIONS.index(position) if position in POSITIONS else len(POSITIONS)
    return index, -card.games_at.get(position, card.games), card.words


def _pitching_order(card: PoolCard) -> tuple[bool, int, str]:
    return not card.may_start, -card.outs_pitched, card.words


def _players_at(position: str, hitters: list[PoolCard]) -> list[PoolCard]:
    players = [card for card in hitters if position in rated_positions_for_rules(card)]
    return sorted(players, key=lambda card: (-card.games_at.get(position, 0), card.words))


_DRAFT: Final = PreparedQuery(lambda: Draft.objects.filter(division=EXAMPLE_ID).select_related("card_set"))
_PICKS: Final = PreparedQuery(
    lambda: (
        Pick.objects.filter(team=EXAMPLE_ID, team__division=F("draft__division"))
        .select_related("park", "draft__card_set")
        .order_by("overall")
    )
)


def load_roster(team: Team) -> Roster | None:
    """Load a team's roster. Return None if its division has no draft."""
    division = team.division
    drafts = _DRAFT.rows_of(division.pk) if division is not None else []
    if not drafts or division is None:
        return None
    draft = drafts[0]
    draft.division, division.tournament = division, team.tournament
    room = load_room(draft)
    return build_roster(room, build_team_draft(room, _PICKS.rows_of(team.pk)))


def roster_in(snapshot: TournamentSnapshot, team: Team) -> Roster | None:
    """Return a team's roster in a room without skipped picks.

    All rosters are cached together because every team's pages show them.
    """
    if is_cacheable(snapshot.newest):
        return snapshot.read("rosters", lambda: load_rosters_by_team(snapshot.tournament)).get(team.pk)
    picks = _PICKS.rows_of(team.pk)
    drafts = [picks[0].draft] if picks else _DRAFT.rows_of(team.division_id or 0)
    if not drafts or team.division is None:
        return None
    draft = drafts[0]
    draft.division = team.division
    teams = [drafting for drafting in snapshot.teams.values() if drafting.division_id == team.division_id]
    room = Room(draft, [drafting for drafting in teams if drafting.slot is not None], skipped=[])
    return build_roster(room, build_team_draft(room, picks))


def load_rosters_by_team(tournament: Tournament) -> dict[int, Roster]:
    """Load the roster of every team whose division has a draft. Runs four queries."""
    rooms = [room for _, room in load_rooms(tournament) if room is not None]
    by_team: dict[int, list[Pick]] = {team.pk: [] for room in rooms for team in room.teams}
    for pick in Pick.objects.filter(team__tournament=tournament).select_related("park").order_by("overall"):
        by_team.setdefault(pick.team_id, []).append(pick)
    return {
        team.pk: build_roster(room, build_team_draft(room, by_team[team.pk])) for room in rooms for team in room.teams
    }


def build_roster(room: Room, team_draft: TeamDraft) -> Roster:
    lines = [RosterLine(pick, pick.card) for pick in team_draft.picks if pick.card is not None]
    pitchers = [line for line in lines if line.card.is_pitcher]
    pitchers.sort(key=lambda line: _pitching_order(line.card))
    fielders = [line for line in lines if line.card.is_hitter]
    fielders.sort(key=lambda line: _scoring_order(line.card))
    park = next((pick for pick in team_draft.picks if pick.card is None), None)
    return Roster(
        team_draft,
        starters=[line for line in pitchers if line.card.may_start],
        relievers=[line for line in pitchers if not line.card.may_start],
        fielders=fielders,
        park=park,
        room=room,
    )


def roster_rulings(room: Room, team_draft: TeamDraft) -> list[Ruling]:
    """Return rulings on a team's current counts (T0.02), four starters (T10.2) and backups (T31.10)."""
    counts = team_counts(team_draft.players, team_draft.parks, team_draft.starters, room.profile)
    return [counts, first_refusal(has_pitcher(len(team_draft.pitchers)), _line_up_ruling(room, team_draft))]


def _line_up_ruling(room: Room, team_draft: TeamDraft) -> Ruling:
    system = load(room.profile.game.system)
    if not system.positions_bind:
        return has_enough_fielders(len(team_draft.hitters), system.title)
    players = [
        PositionPlayer(card.name, rated_positions_for_rules(card), card.can_be_injured) for card in team_draft.hitters
    ]
    return first_refusal(all_positions_backed_up(players), has_backup_at_each_position(players, room.profile))
