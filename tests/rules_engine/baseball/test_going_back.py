"""Undo and redo by play, and dice that are recorded before the play is complete."""

import pytest

from rules_engine.baseball.events import LogError, PlayMade, Substituted
from rules_engine.baseball.going_back import (
    NEW_DICE,
    after_next_play,
    before_last_event,
    before_last_play,
    dice_on_record,
    undone,
)
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import Side, start_game

HOME = tuple(f"h{number}" for number in range(9))
AWAY = tuple(f"a{number}" for number in range(9))
DICE = (("pitch", "pitch"), ("white", 3), ("colored", 2), ("split", 4), ("split", 9))


def log() -> GameLog:
    return GameLog(start_game(Side(AWAY, AWAY, ("a9",)), Side(HOME, HOME, ("h9", "h10"))))


def play(game: GameLog, kind: str = "strikeout", record: tuple = DICE) -> None:
    to = {"strikeout": -1, "homerun": 4, "no_play": -2}[kind]
    game.append(PlayMade(Play(kind, (to, -2, -2, -2)), game.state.batting.batter, "h0", record))


def test_undoing_a_play_includes_later_changes_but_undoing_an_event_does_not() -> None:
    game = log()
    play(game)
    play(game)
    game.append(Substituted(1, "h9", "h0"))
    assert before_last_event(game) == 2
    assert before_last_play(game) == 1
    game.rewind(before_last_play(game))
    assert game.state == game.states[1]
    assert before_last_play(game) == 0
    with pytest.raises(LogError, match="no play to undo"):
        before_last_play(log())
    with pytest.raises(LogError, match="nothing to undo"):
        before_last_event(log())


def test_redo_restores_undone_plays_in_order() -> None:
    game = log()
    for _ in range(3):
        play(game)
    states = list(game.states)
    for _ in range(3):
        game.rewind(before_last_play(game))
    assert undone(game) == [1, 2, 3]
    for number in (1, 2, 3):
        assert after_next_play(game) == number
        game.rewind(after_next_play(game))
        assert game.state == states[number]
    with pytest.raises(LogError, match="nothing to redo"):
        after_next_play(game)


def test_new_play_clears_the_redo_of_an_undone_change() -> None:
    game = log()
    play(game)
    game.append(Substituted(1, "h9", "h0"))
    game.rewind(before_last_event(game))
    assert after_next_play(game) == 2
    play(game)
    assert undone(game) == []


def test_undone_dice_apply_only_to_their_own_moment() -> None:
    game = log()
    assert dice_on_record(game) == {}
    play(game)
    assert dice_on_record(game) == {}
    game.rewind(0)
    assert dice_on_record(game) == {("white", 1): 3, ("colored", 1): 2, ("split", 1): 4, ("split", 2): 9}
    game.append(Substituted(1, "h9", "h0"))
    assert dice_on_record(game) == {}


def test_undone_dice_return_after_earlier_plays_are_replayed() -> None:
    game = log()
    play(game)
    play(game, "homerun", (("white", 6),))
    game.rewind(0)
    play(game)
    assert dice_on_record(game) == {("white", 1): 6}


def test_play_without_a_state_change_has_its_own_dice() -> None:
    """A foul bunt changes neither bases, outs nor batter. Its dice are separate from those of the next roll."""
    game = log()
    play(game, "no_play", (("white", 1),))
    play(game, record=(("white", 2),))
    assert game.states[1] == game.states[0]
    game.rewind(1)
    assert dice_on_record(game) == {("white", 1): 2}
    game.rewind(0)
    assert dice_on_record(game) == {("white", 1): 1}


def test_latest_undone_dice_apply_until_a_fresh_roll() -> None:
    game = log()
    play(game, record=(("white", 1), ("split", 20)))
    game.rewind(0)
    play(game, record=(("white", 2),))
    game.rewind(0)
    assert dice_on_record(game) == {("white", 1): 2, ("split", 1): 20}
    game.rewind(game.number, NEW_DICE)
    assert dice_on_record(game) == {}
    assert game.state == game.start
