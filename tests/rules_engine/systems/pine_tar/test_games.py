"""Whole games by the computer manager: valid, replayable from the log, and reversible."""

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


def test_replaying_a_stored_log_produces_the_same_game() -> None:
    for seed in range(6):
        made = played(seed)
        documents = json.loads(json.dumps([to_document(event) for event in made.log.events]))
        assert replay(made.log.start, [from_document(document) for document in documents]) == made.state


def test_recorded_dice_and_decisions_reproduce_every_play() -> None:
    made = played(11)
    for number, event in enumerate(made.log.events, start=1):
        if isinstance(event, PlayMade):
            assert resolve_recorded(made, number).play == event.play, number


def test_rewound_game_restores_state_and_tracker() -> None:
    made = played(7)
    before = made.tracker
    made.rewind(20)
    number = made.log.number
    made.rewind(number - 1)
    assert made.state == made.log.states[number - 1]
    assert _facts(made.tracker) == _facts(before)


def test_rebuilt_tracker_equals_the_updated_tracker() -> None:
    for seed in range(5):
        made = played(seed)
        log = GameLog(made.log.start, list(made.log.events))
        assert _facts(Game(made.setup, log).tracker) == _facts(made.tracker)


def _facts(tracker: Any) -> Any:
    stints = {
        player: (stint.outs, stint.runs, stint.hits, stint.batters_faced, stint.bonus)
        for player, stint in tracker.appearances.items()
    }
    return (
        tracker.balls,
        tracker.going,
        tracker.points,
        tracker.steals,
        tracker.hit_and_runs,
        stints,
        set(tracker.injured),
    )


def test_autopilot_plays_the_same_game_from_the_same_seed() -> None:
    assert played(4).log.events == played(4).log.events


def test_computer_manager_replaces_a_tired_starter() -> None:
    made = played(2)
    changes = [event for event in made.log.events if isinstance(event, Substituted)]
    assert changes
    for side in made.state.sides:
        assert set(side.removed).isdisjoint(side.field)


def test_unrested_reliever_cannot_enter() -> None:
    made = game(1)
    reliever = next(player for player in made.state.sides[1].bench if made.setup.is_pitcher(player))
    made.setup.absent = {reliever: refuse(UseLimit.IN_A_ROW, "PTSU1", games=3)}
    ruling = system.change_ruling(made, None, 1, reliever, made.state.sides[1].pitcher, "pitcher")
    assert (ruling.allowed, ruling.rule) == (False, "PTSU1")
    assert str(ruling) == "PTSU1: He has pitched in 3 straight games."


def test_position_player_cannot_take_the_mound() -> None:
    made = game(1)
    side = made.state.sides[1]
    batter = next(player for player in side.bench if not made.setup.is_pitcher(player))
    assert entry_ruling(side, batter, side.pitcher)
    assert system.change_ruling(made, None, 1, batter, side.pitcher, "pitcher").rule == "PTA7"


def test_no_player_changes_between_the_dice_of_a_play() -> None:
    scene = Scene("ROE/PO")
    with pytest.raises(Exception, match="error_red"):
        scene.play(Script(dice(43)))
    assert not system.timing_ruling(scene.game)
    assert not system.change_ruling(scene.game, None, 1, NEXT_PITCHER, "p", "pitcher")


def test_lineup_without_a_pitcher_on_the_mound_cannot_start() -> None:
    made = game(3)
    side = made.state.sides[0]
    swapped = side._replace(field=(side.field[1], side.field[0], *side.field[2:]))
    assert not system.lineup_ruling(made.setup, swapped)
    assert system.lineup_ruling(made.setup, side)


def test_last_pitcher_cannot_be_pinch_hit_for() -> None:
    made = game(2)
    state = made.state
    side = state.sides[0]
    hitters = tuple(player for player in side.bench if not made.setup.is_pitcher(player))
    up = side.order.index(side.pitcher)
    lone = side._replace(bench=hitters, up=up)
    made.log.states[-1] = state._replace(sides=(lone, state.sides[1]))
    ruling = system.change_ruling(made, None, 0, hitters[0], side.pitcher, "pinch_hitter")
    assert "is the last pitcher" in str(ruling)
