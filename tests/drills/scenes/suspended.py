"""Actions on suspended games (T33.0)."""

from collections.abc import Mapping
from typing import Final

from games.queries.suspended_games import read_suspended_games
from games.services.suspended import agree_to_finish, describe_suspension, name_stand_in, roll_for_order
from tests.drills.scenes.scene import DIRECTOR, Place, Scene, SceneAction
from tests.games.test_suspended_desk import with_two_to_finish
from tournaments.action_log.verbs import Verb


def with_suspended_games() -> Place:
    """Create a team with two games to finish, both suspended at the same point."""
    league = with_two_to_finish()
    first = read_suspended_games(league.tournament).games[0].game
    return Place.from_attributes(tournament=league.tournament, game=first, team=first.away)


def _describe(place: Place) -> None:
    describe_suspension(game=place.game, actor=DIRECTOR, is_bottom=True, outs=2, situation="Runner on first")


def _name_stand_in(place: Place) -> None:
    name_stand_in(game=place.game, team=place.team, name="Zoe", actor=DIRECTOR)


def _roll(place: Place) -> None:
    suspended = read_suspended_games(place.tournament)
    (turn,) = suspended.completion_orders
    games = [game.game for game in suspended.games if turn.team in (game.game.home, game.game.away)]
    roll_for_order(turn=turn, games=games, actor=DIRECTOR)


def _suspended(action: SceneAction) -> Scene:
    return Scene(with_suspended_games, action)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.DESCRIBE_SUSPENSION: _suspended(_describe),
    Verb.NAME_STAND_IN: _suspended(_name_stand_in),
    Verb.AGREE_TO_FINISH: _suspended(lambda place: agree_to_finish(game=place.game, team=place.team, actor=DIRECTOR)),
    Verb.ROLL_FOR_ORDER: _suspended(_roll),
}
