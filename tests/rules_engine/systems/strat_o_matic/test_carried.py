"""Carryover between games: rest after starts and relief, unavailable relievers, and injuries."""

import json
from dataclasses import replace

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.plays import Play
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic import system
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.carryover import WINDOW, Carryover
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

STARTER, RELIEVER = "maddugr01", "ligteke01"
NOT_THEN = None


def carried(edition: str = "som_super_advanced", **cells: list[Appearance | None]) -> Carryover:
    profile = load_profile("purestrat@1") if edition == "star" else None
    carryover = Carryover(new_game(edition).setup, profile)
    carryover.cells |= cells
    return carryover


@pytest.mark.parametrize(
    ("asterisk", "outs", "games"),
    [(False, 1, 2), (False, 9, 3), (False, 27, 4), (False, 36, 6), (True, 1, 1), (True, 9, 2), (True, 27, 3)],
)
def test_27_51_chart_sets_rest_after_a_start_by_innings(asterisk: bool, outs: int, games: int) -> None:
    def rested(days: int) -> bool:
        carryover = carried(maddugr01=[Appearance(START, outs), *[NOT_THEN] * days])
        carryover.setup.cards = {STARTER: replace(carryover.setup.cards[STARTER], asterisk=asterisk)}
        return bool(carryover.may_start(STARTER))

    assert not rested(games - 1)
    assert rested(games)


def test_27_52_starter_pitches_tired_the_day_after_relief() -> None:
    last_night = carried(maddugr01=[Appearance(RELIEF, 3)])
    assert str(last_night.may_start(STARTER)) == "27.52: He may start after 0 of rest."
    assert last_night.unrested([STARTER], STARTER) == {STARTER}
    assert not last_night.unrested([STARTER], "another")
    assert not carried(maddugr01=[Appearance(RELIEF, 3), NOT_THEN]).unrested([STARTER], STARTER)


def test_27_61_reliever_without_rest_from_a_start_pitches_tired() -> None:
    assert carried(maddugr01=[Appearance(START, 21), None]).unrested([STARTER], "another") == {STARTER}
    assert not carried("som_advanced", maddugr01=[Appearance(START, 21)]).unrested([STARTER], "another")


def test_10_2_starter_rests_four_games_in_other_editions() -> None:
    carryover = carried("som_advanced", maddugr01=[Appearance(START, 21), *[NOT_THEN] * 3])
    assert carryover.may_start(STARTER)  # the asterisk on his card cuts his rest to three games
    carryover.setup.cards = {STARTER: replace(carryover.setup.cards[STARTER], asterisk=False)}
    assert str(carryover.may_start(STARTER)).startswith("10.2")
    carryover.cells[STARTER].append(NOT_THEN)
    assert carryover.may_start(STARTER)


def test_27_64_reliever_sits_out_after_two_straight_days() -> None:
    left = carried(ligteke01=[Appearance(RELIEF, 3), Appearance(RELIEF, 0)]).relief([RELIEVER, STARTER])
    assert (left[RELIEVER].ruling.rule, left[RELIEVER].outs) == ("27.64", 0)
    assert carried(ligteke01=[Appearance(RELIEF, 3), None]).relief([RELIEVER]) == {}


def test_t10_2_star_rest_follows_the_pitching_sheet() -> None:
    star = carried("star", ligteke01=[Appearance(RELIEF, 7)], maddugr01=[Appearance(START, 21), None, None])
    left = star.relief([RELIEVER, STARTER])
    assert left[RELIEVER].outs == 5
    assert str(left[STARTER].ruling) == "T10.2: started game 1: must rest games 2-4"
    assert not star.may_start(STARTER)
    assert not star.unrested([STARTER], STARTER)


def test_27_51_carryover_stores_pitchers_only_as_far_back_as_rest_lasts() -> None:
    game = new_game("som_super_advanced")
    home = Carryover(game.setup)
    game.append(PlayMade(Play("strikeout", (0, 0, 0, 0), "1.0"), game.state.batting.batter, STARTER))
    home.after(game.log, 1, game.tracker)
    starter = game.state.sides[1].pitcher
    assert home.cells[starter][0].role == START
    assert game.state.sides[0].pitcher not in home.cells
    for _ in range(WINDOW + 3):
        home.after(new_game("som_super_advanced").log, 1, new_game("som_super_advanced").tracker)
    assert home.cells[starter] == [None] * WINDOW
    assert home.may_start(starter)


def test_25_1_injured_player_misses_the_games_on_the_chart() -> None:
    game = new_game("som_super_advanced")
    player = game.state.batting.batter
    away, home = Carryover(game.setup), Carryover(game.setup)
    game.append(
        PlayMade(
            Play("single", (1, 0, 0, 0), "1.0"), player, game.state.fielding.pitcher, injured=player, games_missed=2
        )
    )
    away.after(game.log, 0, game.tracker)
    home.after(game.log, 1, game.tracker)
    assert (away.out_for, home.out_for) == ({player: 2}, {})
    quiet = new_game("som_super_advanced")
    away.after(quiet.log, 0, quiet.tracker)
    assert away.out_for == {player: 1}
    away.after(quiet.log, 0, quiet.tracker)
    assert away.out_for == {}


def played(seed: int, edition: str = "som_super_advanced") -> StratGame:
    game = new_game(edition)
    pilot = ComputerManager(game)
    pilot.play_out(pilot.table(seed))
    return game


def test_27_51_carryover_survives_a_json_round_trip_into_the_next_game() -> None:
    game = played(seed=5)
    starter = game.log.start.sides[0].pitcher
    document = json.loads(json.dumps(system.carried(None, game, 0)))
    assert document == system.carried(None, game, 0)
    assert document["cells"][starter][-1][0] == "start"
    following = new_game("som_super_advanced")
    system.bring(following.setup, document, None)
    refused = system.must_settle(following)
    assert refused is not None
    assert (refused.team, refused.ruling.rule) == (0, "27.51")
    assert following.setup.may_pitch(following.log.start.sides[1].pitcher, start=True)
    for _ in range(6):
        document = system.next_series(system.after_sheet(document, {}, {}))
    system.bring(following.setup, document, None)
    assert system.must_settle(following) is None
    system.bring(following.setup, system.after_sheet(document, {starter: (True, 27)}, {}), None)
    assert system.must_settle(following) is not None


def test_25_1_injured_player_cannot_start_or_substitute() -> None:
    game = played(seed=5)
    side = game.log.start.sides[0]
    fielder, benched = side.order[0], side.bench[0]
    document = {"games": 1, "cells": {}, "out_for": {fielder: 3, benched: 1}}
    following = new_game("som_super_advanced")
    system.bring(following.setup, document, None, load_profile("purestrat@1"))
    refused = system.lineup_ruling(following.setup, side)
    assert (refused.rule, refused.reason) == ("25.1", f"{fielder} is injured and misses 3 more games.")
    assert not system.change_ruling(following, None, 0, benched, side.batter, "pinch_hitter")
    assert benched not in following.setup.batters(side.bench) + following.setup.pitchers(side.bench)
    system.bring(following.setup, None, None)
    assert system.lineup_ruling(following.setup, side)


def test_t10_2_pitching_sheet_overrides_carryover_rest_in_a_tournament() -> None:
    game = played(seed=5, edition="star")
    following = new_game("star")
    document = system.carried(None, game, 0)
    system.bring(following.setup, document, None, load_profile("purestrat@1"))
    assert system.must_settle(following) is None
    system.bring(following.setup, document, None)
    assert system.must_settle(following) is not None
