"""Search for a legal way to bring in a pitcher when the usual change is refused."""

from collections.abc import Sequence

from rules_engine.baseball.covering import FIELDING_POSITIONS, by_card, positions_on_card
from rules_engine.baseball.events import Event, FieldersMoved, Substituted
from rules_engine.baseball.state import POSITIONS
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import move_ruling


def find_pitching_change(game: StratGame, profile: Profile | None, team: int) -> Sequence[Event]:
    """S10.1, T25.3: Return events that put a pitcher on the mound, or none if there is no legal way.

    The player in the pitcher's spot stays in the game and covers a position. The pitcher replaces another fielder.
    """
    side = game.state.sides[team]
    if side.pitcher not in side.order:
        return ()
    for pitcher in pitchers_left(game.setup, side, game.relief):
        for leaves in side.field[1:]:
            if change_ruling(game, profile, team, pitcher, leaves, "double_switch") and (
                events := _switch(game, profile, team, pitcher, leaves)
            ):
                return events
    return ()


def _switch(game: StratGame, profile: Profile | None, team: int, pitcher: str, leaves: str) -> Sequence[Event]:
    side = game.state.sides[team]
    position_by_player = dict(zip(side.field[1:], POSITIONS[1:], strict=True))
    del position_by_player[leaves]
    players = [*position_by_player, side.pitcher]
    assigned = by_card(positions_on_card(game.setup, players), FIELDING_POSITIONS, position_by_player)
    if not assigned:
        return ()
    moves = {position: player for player, position in assigned.items() if position_by_player.get(player) != position}
    moves["p"] = pitcher
    substituted = Substituted(team, pitcher, leaves, "T25.3")
    if not move_ruling(game.tried(substituted), team, moves, tournament=profile is not None):
        return ()
    return substituted, FieldersMoved(team, tuple(moves.items()))
