"""Undo, redo, rewind and the event list at the keyboard, without rolling dice again."""

from rules_engine.baseball.events import PlayMade, Rewound
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.going_back import NEW_DICE
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.strat_o_matic.real_league import new_game
from tests.rules_engine.systems.strat_o_matic.test_terminal import play

WALK = "walk"
DICE = ("2", "3", "4")  # white and two colored dice
MORE = ("10",) * 3


def rolls(game, number: int = -1) -> list[int]:
    plays = [event for event in game.log.events if isinstance(event, PlayMade)]
    return [value for _, value in plays[number].record if isinstance(value, int)]


def test_typed_dice_are_reused_after_undo() -> None:
    game, text = play("1", "3", "4", *MORE)
    first = rolls(game)
    more = [str(die) for die in first[3:]]
    game, text = play("1", "3", "4", *more, "undo", "", "quit")
    assert "The recorded dice apply again. Type fresh to roll new dice." in text
    assert "white: 1, as recorded" in text
    assert rolls(game, 0) == rolls(game, 1) == first
    assert game.log.state == game.log.states[1]


def test_dice_are_retyped_only_on_request_and_logged() -> None:
    game, _ = play("1", "3", "4", *MORE)
    more = [str(die) for die in rolls(game)[3:]]
    game, text = play("fresh", "1", "3", "4", *more, "undo", "fresh", "6", "6", "6", *["3"] * 4)
    assert "No dice are recorded for this point of the game." in text
    assert "The dice for this play will be rolled again." in text
    assert [event.why for event in game.log.events if isinstance(event, Rewound)] == ["undone", NEW_DICE]
    assert rolls(game)[:3] == [6, 6, 6]


def test_generated_dice_are_not_rerolled_after_undo_or_a_canceled_play() -> None:
    game, _ = play(*[""] * 40, dice=11)
    plain = [event.record for event in game.log.events if isinstance(event, PlayMade)][:12]
    keys = ("", "undo", "", "undo", "redo", *["", "e", "undo", "help", "undo", ""] * 6, *[""] * 40)
    game, text = play(*keys, dice=11)
    replayed = [event.record for _, event in game.log.in_force() if isinstance(event, PlayMade)][:12]
    assert "as recorded" in text
    assert [value for record in replayed for _, value in record if isinstance(value, int)][:20] == [
        value for record in plain for _, value in record if isinstance(value, int)
    ][:20]


def test_auto_during_a_play_preserves_its_dice() -> None:
    """`auto` continues the play with the white die already rolled, instead of restarting it."""
    game, text = play("4", "auto", "2", "2", *["6"] * 6)
    assert dict(game.log.events[0].record)["white"] == 4
    assert text.partition("Chuck Knoblauch against")[0].count("white, die of 6") == 1


def test_undo_during_a_play_reverses_the_last_typed_answer() -> None:
    game, text = play("4", "2", "undo", "5", "2", *["6"] * 6)
    assert "Undid the last answer." in text
    assert rolls(game, 0)[:3] == [4, 5, 2]
    assert [event.why for event in game.log.events if isinstance(event, Rewound)] == [
        "colored 1 entered again: was 2, now 5"
    ]


def test_undo_redo_and_rewind_show_the_resulting_score_and_bases() -> None:
    game, text = play(
        WALK, WALK, "undo", "undo", "redo", "redo", "redo", "rewind 1", "rewind 99", "rewind x", "rewind 0"
    )
    bases_empty = "top of the 1st, New York 0, Atlanta 0, no outs, bases empty."
    first = "top of the 1st, New York 0, Atlanta 0, no outs, Derek Jeter on first."
    second = "New York 0, Atlanta 0, no outs, Chuck Knoblauch on first, Derek Jeter on second."
    assert f"Undid the last play: {first}" in text
    assert f"Undid the last play: {bases_empty}" in text
    assert f"Redid the play: {first}" in text
    assert f"Redid the play: top of the 1st, {second}" in text
    assert "so there is nothing to redo" in text
    assert f"Back to the point after event 1: {first}" in text
    assert f"Back to the beginning: {bases_empty}" in text
    assert text.count("rewind to which event? enter a number from 0 to 7") == 2
    assert game.state == game.log.start


def test_events_lists_numbers_and_states_and_marks_undone_events() -> None:
    _, text = play(WALK, WALK, "undo", "events", "events 1", "events all", "events two")
    assert "   0  The game begins." in text
    assert "   1  Derek Jeter walks (1.0).  [T1, no outs, 1st, 0-0]" in text
    assert "   2  undone: Chuck Knoblauch walks" in text
    assert "events, events 30 or events all" in text


def test_undo_event_reverses_just_the_substitution() -> None:
    game = new_game("som_advanced")
    game, text = play(WALK, "ph raines", "undo event", game=game)
    assert "Undid the last event: top of the 1st" in text
    assert game.state.batting.batter == "knoblch01"
    assert game.state.occupied == 1
    _, text = play("undo tea", game=new_game())
    assert "undo event: only the last event" in text


def test_last_play_of_a_game_can_be_undone() -> None:
    game, written, at_the_end = new_game(), [], iter(["ph raines", "undo", ""])

    def read(prompt: str) -> str:
        return next(at_the_end) if "The game is over" in prompt else ""

    assert play_at_terminal(game, ("New York", "Atlanta"), {}, read, written.append, SeededDice(5))
    text = "\n".join(written)
    assert game.state.over
    assert "    the game is over" in text
    assert "Undid the last play" in text
    plays = [event for event in game.log.events if isinstance(event, PlayMade)]
    assert plays[-1] == plays[-2]
    assert text.count("Play by play") == 1


def test_undo_reverses_a_substitution_first_and_then_the_play() -> None:
    game, text = play(WALK, "ph raines", "undo")
    assert "Undid the changes since the last play: top of the 1st" in text
    assert game.state == game.log.states[1]
    assert game.state.occupied == 1
    game, _ = play(WALK, "ph raines", "undo", "undo")
    assert game.state == game.log.start
    game, _ = play(WALK, "ph raines", "undo", "redo")
    assert game.state == game.log.states[2]
