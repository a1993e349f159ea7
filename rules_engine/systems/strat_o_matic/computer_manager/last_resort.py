"""Search for legal ways to bring in a pitcher when the usual change is rejected."""

from collections.abc import Iterator

from rules_engine.baseball.covering import FIELDING_POSITIONS, by_card, positions_on_card
from rules_engine.baseball.events import FieldersMoved, Substituted
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.system_types import WayOut
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import move_ruling


def ways_out(game: StratGame, profile: Profile | None, team: int) -> Iterator[WayOut]:
    """S10.1, T25.3: yield the legal ways to put a pitcher on the mound.

    The player in the pitcher's spot stays in the game and covers a position. The pitcher replaces a different fielder.
    """
    side = game.state.sides[team]
    if side.pitcher not in side.order:
        return
    for pitcher in pitchers_left(game.setup, side, game.relief):
        for leaves in side.field[1:]:
            if change_ruling(game, profile, team, pitcher, leaves, "double_switch") and (
                way := _switch(game, profile, team, pitcher, leaves)
            ):
                yield way


def _switch(game: StratGame, profile: Profile | None, team: int, pitcher: str, leaves: str) -> WayOut | None:
    side = game.state.sides[team]
    position_by_player = dict(zip(side.field[1:], POSITIONS[1:], strict=True))
    del position_by_player[leaves]
    players = [*position_by_player, side.pitcher]
    assigned = by_card(positions_on_card(game.setup, players), FIELDING_POSITIONS, position_by_player)
    if not assigned:
        return None
    moves = {position: player for player, position in assigned.items() if position_by_player.get(player) != position}
    moves["p"] = pitcher
    substituted = Substituted(team, pitcher, leaves, "T25.3")
    if not move_ruling(game.tried(substituted), team, moves, tournament=profile is not None):
        return None
    return WayOut(substituted, FieldersMoved(team, tuple(moves.items())))
