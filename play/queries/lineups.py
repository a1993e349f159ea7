"""Build the lobby's lineup form and the lineup that the lobby shows to the team's own manager."""

from typing import Any

from play.queries.lobby import LobbyTeam, Spots, lobby_team
from play.table import PlayTable
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.state import POSITIONS


def lineup_view(table: PlayTable, team: int) -> list[dict[str, str]]:
    """Return a team's starting lineup in batting order."""
    seat = table.seats[team]
    lobby = lobby_team(table, team, seat.starter)
    spots = seat.lineup or lobby.spots(lobby.proposed)
    names = {"": "Starting pitcher", **lobby.names}
    return [{"player": player, "name": names[player], "position": position} for player, position in spots]


def lineup_form(table: PlayTable, team: int, typed: Spots | None = None) -> dict[str, Any]:
    """Return the data for a team's lineup form, with the typed spots or the stored lineup."""
    seat = table.seats[team]
    lobby = lobby_team(table, team)
    spots = typed or seat.lineup or lobby.spots(lobby.proposed)
    return {
        "team": team,
        "name": table.game.names[team],
        "is_open": not seat.is_ready,
        "has_own_lineup": bool(seat.lineup),
        "spots": [
            {"number": number, "player": player, "position": position}
            for number, (player, position) in enumerate(spots, start=1)
        ],
        "players": [{"player": player, "label": _label(lobby, player)} for player in lobby.batters],
        "positions": [*POSITIONS, HITTER] if lobby.has_hitter else [*POSITIONS],
        "bench": [lobby.names[player] for player in lobby.batters if player not in [spot[0] for spot in spots]],
    }


def _label(lobby: LobbyTeam, player: str) -> str:
    """Return a player's label with his batting hand and card positions, such as "Jeter (R, ss)"."""
    positions = " ".join(lobby.positions_of(player)) or HITTER
    return f"{lobby.names[player]} ({lobby.setup.hand(player)}, {positions})"
