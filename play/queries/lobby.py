"""Build the lineups before the first pitch, both proposed and custom, and explain why a lineup isn't legal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import Refused
from play.models import TableGame
from play.refusals import TableLineupRefusal
from play.table import PlayTable, stored_cards
from rules_engine import systems
from rules_engine.baseball.lineups import HITTER, NoLineupError, change_starter
from rules_engine.baseball.saved_games import read_saved
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import side_from
from seasons.club_games import players_of, set_up_game
from tabletop.season_plays import season_play_for

Spots = Sequence[Sequence[str]]  # (player, position) pairs in batting order; the pitcher's player is ""
SPOT_COUNT = 9


@dataclass(frozen=True, slots=True)
class LobbyTeam:
    """A team before the first pitch.

    Attributes:
        proposed: The proposed lineup for the starter, with all of the team's eligible players.
        setup: The game's cards and rules.
        names: The display names by player.
        has_hitter: Whether a designated hitter can bat for the pitcher.
        hitter_rule: The rule number for the designated hitter, or "" if the managers chose.
    """

    proposed: Side
    setup: Any
    names: Mapping[str, str]
    has_hitter: bool
    hitter_rule: str

    def side(self, spots: Spots) -> Side:
        """Return the lineup for these spots, or the proposed lineup if there are none.

        Raise Refused if the lineup isn't legal.
        """
        return _side_of(self, spots) if spots else self.proposed

    def spots(self, side: Side) -> list[tuple[str, str]]:
        """Return the spots for a lineup."""
        return [("" if player == side.pitcher else player, side.position_of(player) or HITTER) for player in side.order]

    def positions_of(self, player: str) -> list[str]:
        """Return the positions on a player's card, best position first."""
        return [*self.setup.positions(player)]

    @property
    def batters(self) -> list[str]:
        """Return the eligible batters, starting with the proposed lineup."""
        players = dict.fromkeys((*self.proposed.order, *self.proposed.bench))
        return [player for player in players if self.setup.is_hitter(player) and player != self.proposed.pitcher]


def lobby_team(table: PlayTable, team: int, starter: str = "") -> LobbyTeam:
    """Return a team with the given starter, or with the next one in the rotation.

    Raise Refused if there is no such starter.
    """
    game = table.game
    saved = read_saved(game.start)
    play, season = season_play_for(saved.system), stored_cards(game)
    setup = set_up_game(play, season, saved, play.system.charts(None)).setup
    proposed = proposed_side(game, saved.log.start.sides[team], team, starter)
    names = season.names_of(dict.fromkeys(players_of(proposed)))
    if game.is_tournament_game:
        return LobbyTeam(proposed, setup, names, play.system.has_hitter(saved.edition), "T0.01")
    return LobbyTeam(proposed, setup, names, game.has_designated_hitter, "")


def proposed_side(game: TableGame, prepared: Side, team: int, starter: str) -> Side:
    """Return the proposed lineup for a starter. `prepared` is the team's lineup in the prepared game."""
    document = find_lineup(game, team, starter)
    if "order" in document:
        return side_from(tuple(document["order"]), document["field"], tuple(document["bench"]))
    if not starter or starter == prepared.pitcher:
        return prepared
    try:
        changed = change_starter(prepared, starter)
    except NoLineupError:
        # He is already in the proposed lineup, so the program proposes a new one at the first pitch.
        return prepared
    return changed._replace(bench=(*changed.bench, prepared.pitcher))


def find_lineup(game: TableGame, team: int, starter: str) -> dict[str, Any]:
    """Return the stored lineup for a starter, or for the first one by default.

    Raise Refused if there is no such starter.
    """
    lineups: list[dict[str, Any]] = game.lineups[team]
    lineup = next((lineup for lineup in lineups if starter in ("", lineup["starter"])), None)
    if lineup is None:
        raise Refused(TableLineupRefusal.NO_SUCH_STARTER, field="starter")
    return lineup


def _side_of(team: LobbyTeam, spots: Spots) -> Side:
    _check_spots(team, spots)
    pitcher = team.proposed.pitcher
    order = tuple(player or pitcher for player, _ in spots)
    fielders = {position: player or pitcher for player, position in spots if position != HITTER}
    fielders.setdefault("p", pitcher)
    everyone = players_of(team.proposed)
    bench = tuple(player for player in dict.fromkeys(everyone) if player not in (*order, pitcher))
    side = Side(order, tuple(fielders[position] for position in POSITIONS), bench)
    ruling = systems.load(team.setup.system).lineup_ruling(team.setup, side)
    if not ruling:
        fault = " ".join(team.names.get(word, word) for word in ruling.reason.split())
        raise Refused(TableLineupRefusal.NOT_LEGAL, ruling.rule, fault=fault)
    return side


def _check_spots(team: LobbyTeam, spots: Spots) -> None:
    """Check for errors that prevent building a side. Raise Refused with the field of the invalid spot."""
    if len(spots) != SPOT_COUNT:
        raise Refused(TableLineupRefusal.WRONG_COUNT, spots=SPOT_COUNT, count=len(spots))
    everyone = {*team.batters, ""}
    spot_by_player: dict[str, int] = {}
    spot_by_position: dict[str, int] = {}
    for number, (player, position) in enumerate(spots, start=1):
        field = f"player_{number}"
        if position not in (*POSITIONS, HITTER):
            raise Refused(TableLineupRefusal.NOT_A_POSITION, field=field, spot=number)
        if player not in everyone or (not player) != (position == "p"):
            raise Refused(TableLineupRefusal.NO_PLAYER, field=field, spot=number)
        if position == HITTER and not team.has_hitter:
            raise Refused(TableLineupRefusal.NO_HITTER, team.hitter_rule, field=field, player=team.names[player])
        name = team.names.get(player, "The pitcher")
        if player in spot_by_player:
            raise Refused(TableLineupRefusal.TWICE, field=field, player=name, first=spot_by_player[player], spot=number)
        if position in spot_by_position:
            first = spots[spot_by_position[position] - 1][0]
            names = [team.names[first], name]
            raise Refused(TableLineupRefusal.SAME_POSITION, field=field, players=names, position=position)
        spot_by_player[player], spot_by_position[position] = number, number
    missing = [position for position in POSITIONS[1:] if position not in spot_by_position]
    if missing:
        raise Refused(TableLineupRefusal.NO_FIELDER, positions=missing)
    if ("p" in spot_by_position) == (HITTER in spot_by_position):
        raise Refused(TableLineupRefusal.PITCHER_OR_HITTER)
