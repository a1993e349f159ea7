"""Scenes of substitutions in a game at the table (T10.11)."""

from rules_engine.baseball.changes import double_switch
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.profile import profile_of_text
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.edition_scenes.scene import Scene
from tests.rules_engine.systems.strat_o_matic.real_league import new_game
from tests.rules_engine.systems.strat_o_matic.test_changes import bench, reach_inning
from tests.rules_engine.systems.strat_o_matic.test_defence import in_inning, three_up


def double_switch_in_the_fourth(text: str) -> str:
    """Make an Atlanta double switch after the Yankees change pitchers, so Atlanta's starters can leave."""
    game = in_inning(4)
    three_up(game)
    game.append(Substituted(0, "stantmi02", "pettian01"))
    three_up(game)
    ruling, events = double_switch(game, profile_of_text(text), 1, "rockejo01", "weisswa01", "guilloz01")
    return f"{len(events)} events" if ruling else ruling.reason


def pitcher_hits_for_a_fielder(text: str) -> str:
    game = new_game()
    reach_inning(game, 6)
    while isinstance(game.setup.cards[game.state.batting.batter], PitcherCard):
        game.play(ScriptedInput([("pitch", "walk")]))
    team = int(game.state.bottom)
    pitcher = bench(game, team, PitcherCard)[0]
    batter = game.state.batting.batter
    return change_ruling(game, profile_of_text(text), team, pitcher, batter, "pinch_hitter").reason


SCENES = {
    "game.double_switch_from": Scene(1, "must bat in spot 9", "3 events", double_switch_in_the_fourth),
    "game.pitcher_hits_for_fielder": Scene(
        True, "a pitcher may not pinch hit for a position player", "", pitcher_hits_for_a_fielder
    ),
}
