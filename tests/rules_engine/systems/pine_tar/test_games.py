"""Whole games by the autopilot: nothing broken, the same again from the log, and back again."""

import json
from typing import Any

import pytest

from rules_engine.baseball.events import PlayMade, Substituted, from_document, to_document
from rules_engine.baseball.game import Game, resolve_recorded
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.rulings import refuse
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.pitchers.use_limits import UseLimit
from tests.rules_engine.systems.pine_tar.league import faults, game, played
from tests.rules_engine.systems.pine_tar.scene import NEXT_PITCHER, Scene, Script, dice

GAMES = 40


@pytest.mark.parametrize("edition", ["standard", "full", "full+alternate_randomizer"])
def test_no_game_breaks_an_invariant(edition: str) -> None:
    for seed in range(GAMES):
        assert faults(played(seed, edition)) == [], seed


def test_a_game_replayed_from_its_stored_log_is_the_same_game() -> None:
    for seed in range(6):
        of = played(seed)
        documents = json.loads(json.dumps([to_document(event) for event in of.log.events]))
        assert replay(of.log.start, [from_document(document) for document in documents]) == of.state


def test_every_play_comes_out_again_from_its_own_dice_and_decisions() -> None:
    of = played(11)
    for number, event in enumerate(of.log.events, start=1):
        if isinstance(event, PlayMade):
            assert resolve_recorded(of, number).play == event.play, number


def test_a_game_taken_back_and_played_again_with_the_same_dice_is_the_same() -> None:
    of = played(7)
    before = of.tracker
    of.rewind(20)
    again = of.log.number
    of.rewind(again - 1)
    assert of.state == of.log.states[again - 1]
    assert _facts(of.tracker) == _facts(before)


def test_the_tracker_built_anew_knows_what_the_one_kept_up_knew() -> None:
    for seed in range(5):
        of = played(seed)
        log = GameLog(of.log.start, list(of.log.events))
        assert _facts(Game(of.setup, log).tracker) == _facts(of.tracker)


def _facts(tracker: Any) -> Any:
    stints = {
        man: (stint.outs, stint.runs, stint.hits, stint.batters_faced, stint.bonus)
        for man, stint in tracker.appearances.items()
    }
    return tracker.balls, tracker.going, tracker.points, tracker.steals, tracker.hit_and_runs, stints, set(tracker.hurt)


def test_the_autopilot_plays_the_same_game_from_the_same_seed() -> None:
    assert played(4).log.events == played(4).log.events


def test_a_tired_starter_must_leave_and_the_autopilot_brings_somebody_in() -> None:
    of = played(2)
    changes = [event for event in of.log.events if isinstance(event, Substituted)]
    assert changes
    for side in of.state.sides:
        assert set(side.gone).isdisjoint(side.field)


def test_a_reliever_without_rest_may_not_come_in() -> None:
    of = game(1)
    reliever = next(man for man in of.state.sides[1].bench if of.setup.is_pitcher(man))
    of.setup.absent = {reliever: refuse(UseLimit.IN_A_ROW, "PTSU1", games=3)}
    ruling = system.change_ruling(of, None, 1, reliever, of.state.sides[1].pitcher, "pitcher")
    assert (ruling.allowed, ruling.rule) == (False, "PTSU1")
    assert str(ruling) == "PTSU1: He has pitched in 3 games running."


def test_a_position_player_may_not_take_the_mound() -> None:
    of = game(1)
    side = of.state.sides[1]
    batter = next(man for man in side.bench if not of.setup.is_pitcher(man))
    assert entry_ruling(side, batter, side.pitcher)
    assert system.change_ruling(of, None, 1, batter, side.pitcher, "pitcher").rule == "PTA7"


def test_men_are_not_changed_between_the_dice_of_a_play() -> None:
    scene = Scene("ROE/PO")
    with pytest.raises(Exception, match="error_red"):
        scene.play(Script(dice(43)))
    assert not system.timing_ruling(scene.game)
    assert not system.change_ruling(scene.game, None, 1, NEXT_PITCHER, "p", "pitcher")


def test_a_line_up_without_a_pitcher_on_the_mound_may_not_begin() -> None:
    of = game(3)
    side = of.state.sides[0]
    swapped = side._replace(field=(side.field[1], side.field[0], *side.field[2:]))
    assert not system.lineup_ruling(of.setup, swapped)
    assert system.lineup_ruling(of.setup, side)


def test_the_last_pitcher_is_not_taken_out_for_a_hitter() -> None:
    of = game(2)
    state = of.state
    side = state.sides[0]
    hitters = tuple(man for man in side.bench if not of.setup.is_pitcher(man))
    up = side.order.index(side.pitcher)
    lone = side._replace(bench=hitters, up=up)
    of.log.states[-1] = state._replace(sides=(lone, state.sides[1]))
    ruling = system.change_ruling(of, None, 0, hitters[0], side.pitcher, "pinch_hitter")
    assert "is the last pitcher" in str(ruling)
