"""Injuries during a game: who leaves immediately, who can wait, when a starter stays, and the emergency player."""

from dataclasses import replace

import pytest

from rules_engine.baseball.events import LogError, PlayMade, Substituted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.state import POSITIONS, start_game
from rules_engine.baseball.substitutions import IllegalSubstitutionError, stand_in
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import players_to_replace
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
WALK = [("pitch", "walk")]
OUT_AT_ONCE = (OUT, -2, -2, -2)


def made(game: StratGame, kind: str, to: tuple[int, int, int, int], injured: str = "") -> None:
    state = game.state
    game.append(PlayMade(Play(kind, to, "1.0"), state.batting.batter, state.fielding.pitcher, (), injured))


def three_out(game: StratGame) -> None:
    half = (game.state.inning, game.state.bottom)
    while (game.state.inning, game.state.bottom) == half:
        made(game, "strikeout", OUT_AT_ONCE)


def test_t25_2_injured_player_who_is_out_stays_until_the_team_takes_the_field() -> None:
    game = new_game()
    batter = game.state.batting.batter
    made(game, "flyout", OUT_AT_ONCE, batter)
    assert players_to_replace(game) == []
    game.play(ScriptedInput(WALK))
    made(game, "strikeout", (OUT, 1, -2, -2))
    made(game, "strikeout", OUT_AT_ONCE)
    assert players_to_replace(game) == [(0, batter)]
    with pytest.raises(NotReadyError, match="is injured and must leave"):
        game.play(ScriptedInput(WALK))


def test_t25_2_injured_player_on_base_is_replaced_at_once() -> None:
    game = new_game()
    batter = game.state.batting.batter
    made(game, "single", (1, -2, -2, -2), batter)
    assert players_to_replace(game) == [(0, batter)]


def test_t25_2_injured_player_is_replaced_before_batting_again() -> None:
    game = new_game()
    batter = game.state.batting.batter
    made(game, "flyout", OUT_AT_ONCE, batter)
    while game.state.batting.batter != batter:
        game.play(ScriptedInput(WALK))
    assert players_to_replace(game) == [(0, batter)]


def injured_starter(edition: str = "star", before_outs: int = 0) -> tuple[StratGame, str]:
    """Return a game with the visitors' starter injured at bat after this many outs as a pitcher."""
    game = new_game(edition)
    starter = game.state.sides[0].pitcher
    while (game.tracker.appearances[starter].outs if starter in game.tracker.appearances else 0) < before_outs:
        made(game, "strikeout", OUT_AT_ONCE)
    while game.state.bottom or game.state.batting.batter != starter:
        if game.state.bottom:
            three_out(game)
        else:
            made(game, "walk", (1, *(min(base + 1, 4) if game.state.bases[base - 1] else -2 for base in (1, 2, 3))))
    made(game, "strikeout", (OUT, *(base if game.state.bases[base - 1] else -2 for base in (1, 2, 3))), starter)
    return game, starter


def test_t25_2_starter_injured_before_five_innings_may_stay_but_is_weak() -> None:
    game, starter = injured_starter()
    while not game.state.bottom:
        made(game, "strikeout", OUT_AT_ONCE if not game.state.occupied else (OUT, 1, 2, 3))
    assert players_to_replace(game) == []
    assert game.state.fielding.pitcher == starter
    assert game.tracker.tired(game.state)
    game.play(ScriptedInput(WALK))


def test_t25_2_injured_starter_leaves_before_the_sixth_and_may_leave_earlier() -> None:
    game, starter = injured_starter()
    bench = game.state.sides[0].bench
    reliever = next(player for player in bench if getattr(game.setup.cards[player], "endurance", None))
    while game.state.inning < 6:
        assert (0, starter) not in players_to_replace(game) or game.state.inning >= 6
        three_out(game) if not game.state.occupied else made(game, "strikeout", (OUT, 1, 2, 3))
        if game.state.bottom and game.state.inning == 2:
            assert change_ruling(game, PROFILE, 0, reliever, starter, "pitcher").rule != "T10.2"
    while not game.state.bottom and game.state.batting.batter != starter:
        made(game, "strikeout", OUT_AT_ONCE)
    assert players_to_replace(game) == [(0, starter)]


@pytest.mark.parametrize(("edition", "outs"), [("star", 16), ("som_super_advanced", 0)])
def test_t25_2_starter_injured_later_or_under_other_rules_leaves_at_once(edition: str, outs: int) -> None:
    game, starter = injured_starter(edition, outs)
    assert players_to_replace(game) == [(0, starter)]


def without_bench(edition: str = "star") -> StratGame:
    game = new_game(edition)
    away, home = (side._replace(bench=()) for side in game.state.sides)
    return StratGame(game.setup, GameLog(start_game(away, home)))


def test_t25_2_invented_stand_in_bats_as_a_1wr_pitcher_with_the_worst_fielding() -> None:
    game = without_bench()
    batter = game.state.batting.batter
    position = game.state.batting.position_of(batter)
    made(game, "single", (1, -2, -2, -2), batter)
    ComputerManager(game).changes()
    made_up = stand_in(batter)
    assert game.state.bases[0].player == made_up
    at_bat = game.setup.at_bat(made_up, game.state.fielding.pitcher)
    assert str(at_bat.code) == "#1WR"
    fielder = game.setup.fielder(made_up, position)
    assert (fielder.range, fielder.error) == (5, game.setup.fielding_chart.highest_e(position))
    game.play(ScriptedInput(WALK))


def test_t25_2_no_stand_in_is_invented_while_a_player_is_left() -> None:
    game = new_game()
    batter = game.state.batting.batter
    with pytest.raises(IllegalSubstitutionError, match="Players left on the bench"):
        game.append(Substituted(0, stand_in(batter), batter))


def test_t25_3_invented_reliever_uses_the_hitters_pitching_card() -> None:
    game = without_bench("som_super_advanced")
    pitcher = game.state.fielding.pitcher
    game.tracker.injured.add(pitcher)
    pilot = ComputerManager(game)
    pilot.changes()
    card = game.setup.pitcher(game.state.fielding.pitcher)
    assert (card.throws, card.hold, card.endurance.relief) == ("R", 9, 1)
    game_input = RandomInput(5, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
    assert broken_invariants(game.log) == []


def test_25_2_computer_manager_moves_players_to_positions_on_their_cards() -> None:
    game = new_game()
    side = game.state.sides[1]
    setup, second, third = game.setup, side.at("2b"), side.at("3b")
    spare = next(player for player in side.bench if isinstance(setup.cards[player], BatterCard))
    rated = {rating.position: rating for rating in setup.cards[second].fielding}
    anywhere = {player: setup.cards[player] for player in side.field[1:]}
    only = lambda player, *names: replace(  # noqa: E731
        setup.cards[player], fielding=tuple(replace(rated["2b"], position=name) for name in names)
    )
    bench = tuple(player for player in side.bench if player == spare or not isinstance(setup.cards[player], BatterCard))
    game = StratGame(setup, GameLog(start_game(game.state.sides[0], side._replace(bench=bench))))
    for player, position in zip(side.field[1:], POSITIONS[1:], strict=True):
        anywhere[player] = only(player, position)
    setup.cards = {**setup.cards, **anywhere, third: only(third, "3b", "2b"), spare: only(spare, "3b")}
    game.tracker.injured.add(second)
    ComputerManager(game).changes()
    after = game.state.sides[1]
    assert (after.at("3b"), after.at("2b")) == (spare, third)


def test_t25_2_unknown_player_key_still_raises() -> None:
    with pytest.raises(KeyError):
        new_game().setup.cards["nobody"]
    assert isinstance(new_game().setup.cards[stand_in("x")], PitcherCard)
    with pytest.raises(LogError):
        new_game().undo()
