"""T10.11 in systems without such a rule of their own: enforced in a tournament, unknown elsewhere."""

import pytest

from rules_engine.profile import load_profile
from tests.rules_engine.systems.long_run import new_long_game

SYSTEMS = (("pine_tar", "full", 8), ("inside_pitch", "off", 8))  # with these seeds both starters pitch in the third
PROFILE = load_profile("pine_tar_league@1")


def game_in(system, edition, seed, inning, *, home_at_bat=False):
    """Play a game with the computer manager up to this half-inning's first batter who is not a pitcher."""
    game = new_long_game(system, edition, seed)
    pilot = game.system.pilot(game)
    table = pilot.table(seed)
    while (game.state.inning, game.state.bottom) < (inning, home_at_bat) or game.setup.is_pitcher(
        game.state.batting.batter
    ):
        pilot.changes()
        game.play(table)
    assert (game.state.inning, game.state.bottom) == (inning, home_at_bat)
    return game


def bench_bat(game, team):
    return next(player for player in game.state.sides[team].bench if not game.setup.is_pitcher(player))


def bench_arm(game, team):
    return next(player for player in game.state.sides[team].bench if game.setup.is_pitcher(player))


def change(game, profile, enters, leaves, reason, team=0):
    return game.system.change_ruling(game, profile, team, enters, leaves, reason)


@pytest.mark.parametrize("system", SYSTEMS)
def test_starting_position_player_stays_until_the_sixth(system):
    early, late = game_in(*system, 3), game_in(*system, 6)
    for game, allowed in ((early, False), (late, True)):
        batter = game.state.batting.batter
        in_tournament = change(game, PROFILE, bench_bat(game, 0), batter, "pinch_hitter")
        assert (bool(in_tournament), in_tournament.rule == "T10.11") == (allowed, not allowed)
        assert change(game, None, bench_bat(game, 0), batter, "pinch_hitter")


@pytest.mark.parametrize("system", SYSTEMS)
def test_pitcher_pinch_hits_only_for_a_pitcher(system):
    game = game_in(*system, 7)
    refused = change(game, PROFILE, bench_arm(game, 0), game.state.batting.batter, "pinch_hitter")
    assert not refused
    assert refused.rule == "T10.11"


def test_reliever_bats_in_the_pitchers_spot_before_the_sixth():
    game = game_in("pine_tar", "full", 8, 3, home_at_bat=True)
    side = game.state.sides[0]
    assert side.pitcher in side.order
    fielder = next(player for player in side.order if player != side.pitcher)
    refused = change(game, PROFILE, bench_arm(game, 0), fielder, "double_switch")
    assert not refused
    assert refused.rule == "T10.11"
