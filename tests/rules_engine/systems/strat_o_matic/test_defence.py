"""Defensive replacements at positions on their cards, and new pitchers in a different batting spot."""

from dataclasses import replace

import pytest

from rules_engine.baseball.changes import double_switch, misplaced
from rules_engine.baseball.events import FieldersMoved, OrderSwapped, PlayMade, Substituted
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.plays import OUT, Play
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import players_to_replace
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import move_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import RefusedChange, legal_changes, substitute
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")


def walk(game: StratGame) -> None:
    game.play(ScriptedInput([("pitch", "walk")]))


def three_up(game: StratGame) -> None:
    for _ in range(3):
        batter, pitcher = game.state.batting.batter, game.state.fielding.pitcher
        game.append(PlayMade(Play("strikeout", (OUT, -2, -2, -2)), batter, pitcher))


def rated(*positions: str) -> tuple[PositionRating, ...]:
    return tuple(PositionRating(position, 3, e=10) for position in positions)


def in_inning(inning: int, edition: str = "star") -> StratGame:
    """Return the top of this inning with Atlanta's first nine in the field and removable starters."""
    game = new_game(edition)
    pilot = ComputerManager(game, PROFILE, teams=())
    game_input = RandomInput(4, pilot.choose)
    while game.state.inning < inning:
        for team, player in players_to_replace(game):
            game.append(Substituted(team, game.state.sides[team].bench[0], player))
        game.play(game_input)
    game.tracker.appearances[game.state.fielding.pitcher] = StratAppearance(True, 7, runs={1: 4})
    return game


def test_t0_15_without_a_tournament_fielders_can_move_between_any_two_plays() -> None:
    game = in_inning(4)
    walk(game)
    moves = {"3b": "kleskry01", "lf": "jonesch06"}
    listing = {move: replace(game.setup.cards[move], fielding=rated("3b", "lf")) for move in moves.values()}
    game.setup.cards = {**game.setup.cards, **listing}
    refused = move_ruling(game, 1, moves)
    assert (refused.allowed, refused.rule) == (False, "T0.15")
    assert move_ruling(game, 1, moves, tournament=False)


def test_t10_11_player_without_a_position_plays_first_base_only_in_star() -> None:
    game = in_inning(7)
    star = change_ruling(game, PROFILE, 0, "davisch01", "martiti02", "defence")
    assert "is at bat" in star.reason
    for edition, allowed in (("star", True), ("som_advanced", False)):
        game = in_inning(7, edition)
        while not game.state.bottom:
            game.play(RandomInput(3))
        for team, player in players_to_replace(game):
            game.append(Substituted(team, game.state.sides[team].bench[0], player))
        profile = PROFILE if edition == "star" else None
        assert bool(change_ruling(game, profile, 0, "davisch01", "martiti02", "defence")) is allowed


def test_defensive_replacement_needs_the_position_or_covering_moves() -> None:
    game = in_inning(7)
    wrong = change_ruling(game, PROFILE, 1, "graffto01", "jonesan01", "defence")
    assert (wrong.allowed, wrong.rule) == (False, "T10.11")
    assert ("graffto01", "jonesan01") not in legal_changes(game, PROFILE, 1, "defence")
    assert ("willige02", "jonesan01") in legal_changes(game, PROFILE, 1, "defence")
    moves = {"lf": "willige02"}  # he replaces the first baseman, whose position the left fielder takes over
    assert change_ruling(game, PROFILE, 1, "willige02", "galaran01", "defence", {"1b": "kleskry01", "lf": "willige02"})
    assert not change_ruling(game, PROFILE, 1, "willige02", "galaran01", "defence", moves)


def test_5_10_double_switch_puts_the_pitcher_in_the_fielders_spot() -> None:
    game = in_inning(7)
    starter = game.state.fielding.pitcher
    ruling, events = double_switch(game, PROFILE, 1, "rockejo01", "weisswa01", "guilloz01")
    assert ruling, ruling
    assert [type(event) for event in events] == [Substituted, Substituted, OrderSwapped]
    spot = game.state.fielding.order.index("weisswa01")
    for event in events:
        game.append(event)
    side = game.state.fielding
    assert (side.order[spot], side.order[8]) == ("rockejo01", "guilloz01")
    assert (side.pitcher, side.at("ss")) == ("rockejo01", "guilloz01")
    assert {starter, "weisswa01"} <= set(side.removed)
    assert misplaced(game, 1) == []
    walk(game)
    assert broken_invariants(game.log) == []


def test_t10_11_reliever_bats_in_the_pitchers_spot_before_the_sixth() -> None:
    game = in_inning(4)
    three_up(game)
    game.append(Substituted(0, "stantmi02", "pettian01"))  # makes Atlanta's starters removable
    three_up(game)
    ruling, events = double_switch(game, PROFILE, 1, "rockejo01", "weisswa01", "guilloz01")
    assert (ruling.allowed, ruling.rule, list(events)) == (False, "T10.11", [])
    assert "must bat in spot 9" in ruling.reason


def test_5_10_reliever_enters_for_the_pitcher_not_for_a_fielder() -> None:
    game = in_inning(7)
    before, left = game.state, game.state.fielding.at("lf")
    with pytest.raises(RefusedChange, match="double switch"):
        substitute(game, PROFILE, 1, "rockejo01", left, "pitcher")
    assert game.state == before
    substitute(game, PROFILE, 1, "rockejo01", before.fielding.pitcher, "pitcher")
    assert game.state.fielding.pitcher == "rockejo01"


def test_t10_11_new_pitcher_bats_for_another_if_the_pinch_hitter_stays_in() -> None:
    game = in_inning(7)
    game.append(Substituted(1, "willige02", game.state.fielding.pitcher))  # he batted in the sixth
    ruling, events = double_switch(game, PROFILE, 1, "rockejo01", "kleskry01", "willige02")
    assert ruling, ruling
    assert [type(event) for event in events] == [Substituted, FieldersMoved]
    for event in events:
        game.append(event)
    side = game.state.fielding
    assert (side.pitcher, side.at("lf"), side.order[8]) == ("rockejo01", "willige02", "willige02")
    assert misplaced(game, 1) == []


@pytest.mark.parametrize(
    ("pitcher", "leaves", "fielder", "rule"),
    [
        ("rockejo01", "weisswa01", "willige02", "T10.11"),
        ("chenbr01", "weisswa01", "guilloz01", "T27.62"),
        ("rockejo01", "maddugr01", "guilloz01", "5.10"),
        ("rockejo01", "weisswa01", "jeterde01", "5.10"),
    ],
)
def test_rejected_double_switch_does_not_change_the_game(pitcher: str, leaves: str, fielder: str, rule: str) -> None:
    game = in_inning(7)
    before, events = game.state, game.log.number
    ruling, made = double_switch(game, PROFILE, 1, pitcher, leaves, fielder)
    assert (ruling.allowed, ruling.rule, list(made)) == (False, rule, [])
    assert (game.state, game.log.number) == (before, events)
    assert "is at bat" in double_switch(game, PROFILE, 0, "stantmi02", "jeterde01", "sojolu01")[0].reason


def test_tournament_rules_do_not_apply_outside_a_tournament() -> None:
    """T10.11 and T10.2 apply to tournaments. Elsewhere, a starter can be removed in the first inning."""
    game = new_game("som_super_advanced")
    starter = game.state.fielding.pitcher
    assert change_ruling(game, None, 1, "rockejo01", starter, "pitcher")
    assert change_ruling(game, None, 0, "raineti01", "jeterde01", "pinch_hitter")
    assert not change_ruling(game, PROFILE, 0, "raineti01", "jeterde01", "pinch_hitter")
    spare = [player for player in game.state.sides[1].bench if player != "perezed02"]
    away, home = game.state.sides
    alone = StratGame(game.setup, type(game.log)(game.state._replace(sides=(away, home._replace(bench=tuple(spare))))))
    refused = change_ruling(alone, None, 1, "graffto01", "lopezja01", "defence")
    assert (refused.allowed, refused.rule) == (False, "10.1")
