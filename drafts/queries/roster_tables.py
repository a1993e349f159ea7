"""Tables of a team's players for pages, printouts, files and the API."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition, escape_html
from drafts.models import Pick, PlayerCard
from drafts.queries.list_tables import player_html
from drafts.queries.pool_cards import NO_POSITION, PoolCard, positions_in_order
from drafts.queries.roster import DraftedPlayer
from drafts.queries.statistics import statistic, statistics_line, win_loss_record
from rules_engine.eligibility.cards import WITHOUT_POSITION
from rules_engine.innings import format_innings


class ListedPlayer(NamedTuple):
    """A player in a team's list. `part` is the main position or the pitching roles (T10.2)."""

    card: PoolCard
    part: str = ""


def _hitter(listed: ListedPlayer) -> SafeString:
    name = escape_html(listed.card.name)
    if len(listed.card.positions) > 1:
        return SafeString(f'{name} <span class="quiet small">{escape_html(listed.card.label)}</span>')
    return SafeString(name)


class PickResult(NamedTuple):
    """A pick with the name of its player or ballpark."""

    pick: Pick
    name: str

    @property
    def card(self) -> PlayerCard | None:
        return self.pick.card

    @property
    def clubs(self) -> str:
        if self.pick.card:
            return self.pick.card.clubs
        return self.pick.park.club if self.pick.park else ""

    @property
    def positions(self) -> list[str]:
        return list(positions_in_order(self.pick.card.positions)) if self.pick.card else []


class PositionDepth(NamedTuple):
    """The players rated at a position, or the pitchers in a role."""

    position: str
    names: list[str]


class RosterLine(NamedTuple):
    """A drafted player with the pick."""

    drafted: DraftedPlayer
    card: PoolCard


def _player_with_statistics(line: RosterLine) -> SafeString:
    statistics = escape_html(statistics_line(line.card))
    return SafeString(f'{player_html(line.card)}<br><span class="small">{statistics}</span>')


def positions_drafted_for(pick: Pick) -> str:
    """Return the positions on the drafted card, P first, or "" for a ballpark."""
    card = pick.card
    if card is None:
        return ""
    if card.is_pitcher and card.has_hitter_card and not card.positions:
        return f"P {WITHOUT_POSITION.position}"
    return " ".join((["P"] if card.is_pitcher else []) + list(card.positions))


def _is_hitter(pick: Pick) -> bool:
    return pick.card is not None and pick.card.has_hitter_card


def _is_pitcher(pick: Pick) -> bool:
    return pick.card is not None and pick.card.is_pitcher


def _innings_pitched(pick: Pick) -> str:
    return format_innings(pick.card.outs_pitched) if pick.card is not None and pick.card.is_pitcher else ""


_PAGE, _PAPER, _FILE, _API = Place.PAGE, Place.PAPER, Place.FILE, Place.API
_READ = _PAGE | _PAPER
_LEFT = Align.LEFT
_NOBODY = '<span class="quiet">none</span>'


def _clubs_on_paper(clubs: str) -> str:
    """Return the clubs, such as SEA-HOU, or the number of clubs if there are more than two."""
    return clubs if clubs.count("-") < 2 else f"{clubs.count('-') + 1} clubs"


HITTERS: TableDefinition[ListedPlayer] = TableDefinition(
    "hitters",
    (
        Column("position", "Pos", lambda listed: listed.part, _PAGE, _LEFT),
        Column(
            "player",
            "Position players",
            lambda listed: listed.card.name,
            _READ,
            _LEFT,
            76,
            head="Player",
            cell=_hitter,
            names_row=True,
        ),
        Column("clubs", "", lambda listed: _clubs_on_paper(listed.card.clubs), _PAPER, _LEFT, 24),
        Column(
            "positions", "Positions", lambda listed: " ".join(listed.card.positions) or NO_POSITION, _PAPER, _LEFT, 44
        ),
        Column(
            "bats",
            "B",
            lambda listed: listed.card.bats,
            _READ,
            _LEFT,
            9,
            align_on_paper=Align.CENTER,
            meaning="Bats",
        ),
        statistic("at_bats", "AB", _READ, 18),
        # the page shows the batting average here because it has no on-base and slugging columns
        statistic("average", "AVG", _PAGE),
        statistic("homeruns", "HR", _READ, 15),
        statistic("runs_batted_in", "RBI", _READ, 17),
        statistic("stolen_bases", "SB", _READ, 15),
        statistic("average", "AVG", _PAPER, 20),
        statistic("on_base", "OBP", _PAPER, 20),
        statistic("slugging", "SLG", _PAPER, 20),
    ),
)

PITCHERS: TableDefinition[ListedPlayer] = TableDefinition(
    "pitchers",
    (
        Column("part", "Role", lambda listed: listed.part, _PAGE, _LEFT),
        Column("player", "Pitchers", lambda listed: listed.card.name, _READ, _LEFT, 80, head="Pitcher", names_row=True),
        Column("clubs", "", lambda listed: _clubs_on_paper(listed.card.clubs), _PAPER, _LEFT, 24),
        Column("card", "Card", lambda listed: listed.card.label.split(" ")[0], _PAPER, _LEFT, 26),
        Column(
            "throws",
            "T",
            lambda listed: listed.card.throws,
            _READ,
            _LEFT,
            9,
            align_on_paper=Align.CENTER,
            meaning="Throws",
        ),
        statistic("pitching_games", "G", _PAPER, 15),
        statistic("games_started", "GS", _PAPER, 15),
        statistic("outs_pitched", "IP", _READ, 26),
        Column("record", "W-L", lambda listed: win_loss_record(listed.card), _READ, width=24, is_restricted=True),
        statistic("saves", "Sv", _READ, 15, head="SV"),
        statistic("strikeouts_made", "SO", _PAPER, 17),
        statistic("earned_run_average", "ERA", _READ, 22),
    ),
)

POSITION_DEPTH: TableDefinition[PositionDepth] = TableDefinition(
    "cover",
    (
        Column("position", "Position", lambda depth: depth.position, _PAGE, _LEFT, names_row=True),
        Column(
            "players",
            "Players",
            lambda depth: ", ".join(depth.names),
            _PAGE,
            _LEFT,
            cell=lambda depth: SafeString(escape_html(", ".join(depth.names)) or _NOBODY),
        ),
    ),
)

_PLAYER_BY_NAME: Column[RosterLine] = Column(
    "player", "Player", lambda line: line.card.name, _PAGE, _LEFT, cell=lambda line: SafeString(player_html(line.card))
)
ROSTER_LINES: TableDefinition[RosterLine] = TableDefinition(
    "roster",
    (
        Column(
            "pick", "Pick", lambda line: f"{line.drafted.label} ({line.drafted.overall})", _PAGE, _LEFT, tone="nowrap"
        ),
        replace(_PLAYER_BY_NAME, cell=_player_with_statistics),
        Column(
            "rules",
            "By the rules",
            lambda line: f"{line.card.rule}: {line.card.reason}",
            _PAGE,
            _LEFT,
            tone="small hide-phone",
            is_restricted=True,
        ),
    ),
)
# for viewers who can't see card values
ROSTER_NAMES = ROSTER_LINES.unrestricted().replace_column("player", _PLAYER_BY_NAME)

ROSTERS: TableDefinition[PickResult] = TableDefinition(
    "rosters",
    (
        Column("team", "Team", lambda row: row.pick.team_id, _API),
        Column("team_name", "Team", lambda row: row.pick.team.name, _FILE | _API, kind=str),
        Column("overall", "Pick", lambda row: row.pick.overall, _API),
        Column("name", "Player", lambda row: row.name, _FILE | _API, kind=str),
        Column("clubs", "Clubs", lambda row: row.clubs, _FILE | _API, kind=str),
        Column("is_park", "Park", lambda row: row.pick.card_id is None, _API, kind=bool),
        Column("is_hitter", "Hitter", lambda row: _is_hitter(row.pick), _API, kind=bool),
        Column("is_pitcher", "Pitcher", lambda row: _is_pitcher(row.pick), _API, kind=bool),
        Column("positions", "Positions", lambda row: row.positions, _API, kind=list[str]),
        Column("plays", "Positions", lambda row: positions_drafted_for(row.pick), _FILE),
        Column("card", "Card", lambda row: row.pick.card_id, _API, is_nullable=True),
        Column("park", "Park", lambda row: row.pick.park_id, _API, is_nullable=True),
        Column(
            "designed_park",
            "Park",
            lambda row: row.pick.designed_park,
            _API,
            kind=dict,
            is_nullable=True,
        ),
        statistic("bats", "Bats", _FILE, is_restricted=False),
        statistic("throws", "Throws", _FILE, is_restricted=False),
        statistic("at_bats", "AB", _FILE),
        statistic("hits", "H", _FILE),
        statistic("doubles", "2B", _FILE),
        statistic("triples", "3B", _FILE),
        statistic("homeruns", "HR", _FILE),
        statistic("walks", "W", _FILE),
        statistic("stolen_bases", "SB", _FILE),
        Column("innings", "IP", lambda row: _innings_pitched(row.pick), _FILE, is_restricted=True),
        statistic("games_started", "GS", _FILE),
        statistic("wins", "Won", _FILE),
        statistic("losses", "Lost", _FILE),
        statistic("saves", "Saves", _FILE),
        statistic("earned_runs", "ER", _FILE),
    ),
)
