"""Round trips of the log: replay, rewind to any event, and storage."""

import json

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import (
    Event,
    FieldersMoved,
    GameHalted,
    LogError,
    OrderSwapped,
    PlayMade,
    Rewound,
    Substituted,
    evolve,
    from_document,
    to_document,
)
from rules_engine.baseball.going_back import dice_on_record
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.plays import OUT, Charge, Play
from tests.rules_engine.baseball.games import new_game, play, three_up


def test_undo_rewinds_play_by_play_without_deleting_events() -> None:
    log = new_game()
    play(log, "homerun", HOME)
    play(log, "strikeout", OUT)
    log.undo()
    log.undo()
    assert log.state == log.start
    assert [type(event) for event in log.events] == [PlayMade, PlayMade, Rewound, Rewound]
    with pytest.raises(LogError, match="nothing to undo"):
        log.undo()


def test_rewinding_past_an_undo_restores_the_play() -> None:
    log = new_game()
    play(log, "homerun", HOME)
    undone = log.number
    log.undo()
    log.rewind(undone, "restored")
    assert log.state.score == (1, 0)
    assert log.numbers_in_force() == [1]


def test_play_resumes_from_any_earlier_event() -> None:
    log = new_game()
    three_up(log, halves=3)
    log.rewind(4)
    play(log, "homerun", HOME)
    assert (log.state.inning, log.state.bottom, log.state.outs, log.state.score) == (1, True, 1, (0, 1))
    assert log.numbers_in_force() == [1, 2, 3, 4, 11]


def test_rejects_rewinding_to_a_future_event() -> None:
    with pytest.raises(LogError, match="no event 3"):
        new_game().rewind(3)


def test_every_point_in_a_log_replays_to_the_same_state() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(0, "A1", "Ac"))
    log.rewind(1)
    play(log, "homerun", HOME, HOME)
    log.append(GameHalted("suspended", "T33.1"))
    log.append(GameHalted("", "T33.2"))
    for number in range(log.number + 1):
        assert replay(log.start, log.events[:number]) == log.states[number]


def test_events_survive_a_round_trip_through_json() -> None:
    events = [
        PlayMade(
            Play("error", (2, 3, -2, -2), "16.42", "ss", "E2", (Charge("ss", 2),)),
            "a",
            "b",
            (("white", 4), ("throw", "cut")),
        ),
        Substituted(1, "x", "y", "T18.9"),
        FieldersMoved(0, (("lf", "x"), ("cf", "y"))),
        OrderSwapped(0, "x", "y"),
        GameHalted("conceded", "T0.05"),
        Rewound(3, "wrong die read"),
    ]
    assert [from_document(json.loads(json.dumps(to_document(event)))) for event in events] == events


@pytest.mark.parametrize(
    "document", [{}, {"event": "steal"}, {"event": "play", "to": [1]}, {"event": "rewound", "to": "x"}]
)
def test_rejects_a_document_that_is_not_an_event(document: dict) -> None:
    with pytest.raises(LogError, match="is not an event"):
        from_document(document)


def test_log_is_rebuilt_from_its_events() -> None:
    log = new_game()
    three_up(log, halves=2)
    log.undo()
    built = GameLog(log.start, list(log.events))
    assert built == log
    assert [built.state_after(number) for number in range(log.number + 1)] == log.states


def test_replay_skips_forty_thousand_undone_events(monkeypatch) -> None:
    """The number of states built equals the number of events in force."""
    log = new_game()
    play(log, "homerun", HOME)
    play(log, "strikeout", OUT)
    taken_back = [*log.events[:1], Rewound(0)] * 20_000
    states: list[object] = []

    def counted(state, event):
        states.append(event)
        return evolve(state, event)

    monkeypatch.setattr("rules_engine.baseball.log.evolve", counted)
    assert replay(log.start, [*taken_back, *log.events]) == log.state
    assert len(states) == len(log.events)


def counting(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Count every event that is applied from now on."""
    worked_out: list[object] = []

    def counted(state, event):
        worked_out.append(event)
        return evolve(state, event)

    monkeypatch.setattr("rules_engine.baseball.log.evolve", counted)
    return worked_out


def with_forty_thousand_taken_back(log: GameLog) -> list[Event]:
    """Play and undo ten-play games, then play this game."""
    ten = [log.events[0], *[log.events[1]] * 9]
    return [*[*ten, *[Rewound(0)] * 10] * 2_000, *log.events]


def test_opening_a_log_evaluates_only_current_events(monkeypatch) -> None:
    log = new_game()
    play(log, "homerun", HOME)
    play(log, "strikeout", OUT)
    events = with_forty_thousand_taken_back(log)
    worked_out = counting(monkeypatch)
    opened = GameLog(log.start, events)
    assert opened.state == log.state
    assert list(opened.in_force()) == list(log.in_force())
    assert dice_on_record(opened) == {}
    trial = opened.copy()
    trial.rewind(opened.number - 1)
    assert len(worked_out) <= 2 * len(log.events)
    assert trial.number == opened.number + 1


def test_reopened_log_can_restore_undone_events() -> None:
    log = new_game()
    three_up(log, halves=1)
    log.rewind(1)
    play(log, "homerun", HOME)
    opened = GameLog(log.start, list(log.events))
    opened.rewind(3)
    assert opened.state == log.states[3]
    assert [event for _, event in opened.in_force()] == log.events[:3]
