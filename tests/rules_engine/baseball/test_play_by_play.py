"""Plays in words and the line score."""

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import FieldersMoved, GameHalted, OrderSwapped, Rewound, Substituted
from rules_engine.baseball.play_by_play import box_text, line_score, sentence
from rules_engine.baseball.plays import OUT, Charge
from tests.rules_engine.baseball.games import new_game, play, three_up

NAMES = {"Ac": "Ash", "A1b": "Birch", "A2b": "Cedar"}


def told(log) -> list[str]:
    return [sentence(before, event, NAMES) for before, event in log.in_force()]


def test_a_play_is_one_sentence_with_its_rule() -> None:
    log = new_game()
    play(log, "walk", 1, rule="1.0")
    play(log, "double", 2, 3, rule="2.0", fielder="lf", errors=(Charge("lf"),))
    play(log, "flyout", OUT, second=2, third=HOME, rule="3.1", fielder="cf")
    play(log, "caught_stealing", -2, second=OUT, rule="23.4")
    assert told(log) == [
        "Ash walks (1.0).",
        "Birch doubles to lf, error by lf; Ash to third (2.0).",
        "Cedar flies out to cf; Ash scores (3.1).",
        "Caught stealing; Birch out (23.4).",
    ]


def test_every_other_event_has_its_sentence_too() -> None:
    state = new_game().state
    events = [
        Substituted(0, "A1", "Ac", "T10.11"),
        FieldersMoved(1, (("lf", "Hcf"),)),
        OrderSwapped(0, "Ac", "A1b"),
        GameHalted("suspended", "T33.1"),
        Rewound(3, "wrong die"),
    ]
    assert [sentence(state, event, NAMES) for event in events] == [
        "A1 comes in for Ash (T10.11).",
        "Changes in the field: Hcf to lf.",
        "Ash and Birch change places in the order.",
        "The game is suspended (T33.1).",
        "Back to event 3: wrong die.",
    ]


def test_the_line_score_has_an_x_where_the_home_team_did_not_bat() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    assert line_score(log.state, box_score(log.in_force()), ("Visitors", "Home")).splitlines() == [
        "          1  2  3  4  5  6  7  8  9    R  H  E",
        "Visitors  0  0  0  0  0  0  0  0  0    0  0  0",
        "Home      1  0  0  0  0  0  0  0  x    1  1  0",
    ]


def test_the_box_score_names_the_decisions() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    history = list(log.in_force())
    text = box_text(box_score(history), ("Visitors", "Home"), {}, decide(history, 9))
    assert "Hp (W)                   9.0   0  0  0  0 27" in text
    assert "Ap (L)                   8.0   1  1  1  0 24" in text
