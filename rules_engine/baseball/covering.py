"""Positions on players' cards, and whether a group of players can cover every position."""

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.baseball.game_setup import GameSetup
from rules_engine.baseball.state import POSITIONS, Side

FIELDING_POSITIONS = POSITIONS[1:]


def is_rated_at(setup: GameSetup, player: str, position: str) -> bool:
    """Return whether the position is on the player's card."""
    return position in setup.positions(player)


def positions_on_card(setup: GameSetup, players: Iterable[str]) -> dict[str, Sequence[str]]:
    """Return each player's positions on his card. Players without any are left out."""
    return {player: positions for player in players if (positions := setup.positions(player))}


def can_cover_positions(setup: GameSetup, side: Side, *without: str) -> bool:
    """Return whether the players in the game and on the bench, except these, can cover all eight positions by card."""
    rated = positions_on_card(
        setup, (player for player in (*side.field, *side.order, *side.bench) if player not in without)
    )
    return bool(by_card(rated, FIELDING_POSITIONS, dict(zip(side.field, POSITIONS, strict=True))))


def by_card(
    rated: Mapping[str, Sequence[str]], positions: Sequence[str], now: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return a position on the card of each player, or {} if impossible. As many as possible stay where `now` has them.

    `rated` maps players to the positions on their cards. The assignment is found with augmenting paths.
    """
    position_by_player = {
        player: position for player, position in (now or {}).items() if position in rated.get(player, ())
    }

    def place(position: str, tried: set[str]) -> bool:
        for player, listed in rated.items():
            if position in listed and player not in tried:
                tried.add(player)
                if player not in position_by_player or place(position_by_player[player], tried):
                    position_by_player[player] = position
                    return True
        return False

    open_still = [position for position in positions if position not in position_by_player.values()]
    return position_by_player if all(place(position, set()) for position in open_still) else {}
