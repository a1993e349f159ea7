"""Play-by-play text and the line score."""

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import FieldersMoved, GameHalted, OrderSwapped, PlayMade, Rewound, Substituted
from rules_engine.baseball.play_by_play import box_text, line_score, sentence
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.systems.strat_o_matic.words import play_note
from tests.rules_engine.baseball.games import new_game, play, three_up

NAMES = {"Ac": "Ash", "A1b": "Birch", "A2b": "Cedar"}


def descriptions(log) -> list[str]:
    return [sentence(before, event, NAMES) for before, event in log.in_force()]


def test_play_is_described_in_a_single_sentence_with_its_rule() -> None:
    log = new_game()
    play(log, "walk", 1, rule="1.0")
    play(log, "double", 2, 3, rule="2.0", fielder="lf", errors=(Charge("lf"),))
    play(log, "flyout", OUT, second=2, third=HOME, rule="3.1", fielder="cf")
    play(log, "caught_stealing", -2, second=OUT, rule="23.4")
    play(log, "error", 1, rule="16.42", fielder="3b", errors=(Charge("3b"),))
    assert descriptions(log) == [
        "Ash walks (1.0).",
        "Birch doubles to left field, error by the left fielder; Ash to third (2.0).",
        "Cedar flies out to center field; Ash scores (3.1).",
        "Birch caught stealing, catcher to third (23.4).",
        "A3b reaches on an error by the third baseman (16.42).",
    ]


def test_steal_and_pickoff_sentences_start_with_the_player() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "walk", 1, first=2)
    state = log.state

    def text(kind: str, first: int, second: int, *errors: Charge, code: str = "") -> str:
        made = Play(kind, (ABSENT, first, second, ABSENT), "8.1", code=code, errors=errors)
        return sentence(state, PlayMade(made, "A2b", "Hp"), NAMES)

    assert text("stolen_base", 2, 3, code="from 12") == "Ash steals third; Birch steals second (8.1)."
    assert text("stolen_base", 1, HOME, Charge("c")) == "Ash steals third, error by the catcher; Ash scores (8.1)."
    assert text("caught_stealing", 2, OUT) == "Ash caught stealing, catcher to third; Birch to second (8.1)."
    assert text("caught_stealing", 1, 3, Charge("3b")) == "Ash safe stealing third, error by the third baseman (8.1)."
    assert text("pickoff", OUT, 2) == "Birch picked off first (8.1)."
    assert text("wild_pitch", 2, 3) == "Wild pitch; Ash to third; Birch to second (8.1)."


def test_every_other_event_has_a_sentence() -> None:
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
        "Changes in the field: Hcf to left field.",
        "Ash and Birch switch spots in the batting order.",
        "The game is suspended (T33.1).",
        "Back to event 3: wrong die.",
    ]


def test_t0_05_concession_sentence_includes_the_team() -> None:
    state = new_game().state._replace(score=(3, 12))
    teams = ("Away", "Home")
    assert sentence(state, GameHalted("conceded", "T0.05"), NAMES, teams=teams) == "Away concedes the game (T0.05)."
    assert sentence(state, GameHalted("conceded", "by Home"), NAMES, teams=teams) == "Home concedes the game."
    assert sentence(state, GameHalted("conceded", "T0.05"), NAMES) == "The game is conceded (T0.05)."


def test_line_score_shows_x_when_home_team_does_not_bat() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    assert line_score(log.state, box_score(log.in_force()), ("Visitors", "Home")).splitlines() == [
        "          1  2  3  4  5  6  7  8  9    R  H  E",
        "Visitors  0  0  0  0  0  0  0  0  0    0  0  0",
        "Home      1  0  0  0  0  0  0  0  x    1  1  0",
    ]


def test_box_score_shows_winning_and_losing_pitchers() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    history = list(log.in_force())
    text = box_text(box_score(history), ("Visitors", "Home"), {}, decide(history, 9))
    assert "Hp (W)                   9.0   0  0  0  0 27" in text
    assert "Ap (L)                   8.0   1  1  1  0 24" in text


def test_box_score_notes_follow_each_team() -> None:
    log = new_game()
    play(log, "double", 2)
    play(log, "error", 1, second=3, fielder="ss", errors=(Charge("ss"),))
    play(log, "stolen_base", -2, first=2, third=3)
    play(log, "wild_pitch", -2, second=3, third=HOME)
    play(log, "passed_ball", -2, third=HOME)
    play(log, "hit_by_pitch", 1)
    play(log, "groundout", OUT, first=OUT, fielder="ss", code="DP63")
    play(log, "homerun", HOME)
    play(log, "double", 2)
    play(log, "strikeout", OUT, second=2)
    away, home = box_text(box_score(log.in_force()), ("Visitors", "Home"), NAMES).split("\n\n")
    assert away.splitlines()[-2:] == [
        "LOB - 1.",
        "2B - Ash, Alf.  HR - Ass.  SB - Birch.  HBP - Cedar.",
    ]
    assert home.splitlines()[-2:] == ["E - Hss.  DP - 1.  LOB - 0.", "WP - Hp.  PB - Hc."]


def test_play_without_an_advance_mentions_batter_and_fielders() -> None:
    log = new_game()
    play(log, "walk", 1)

    def sentence_for(announced: str, kind: str, first: int, rule: str, code: str = "") -> str:
        made = Play(kind, (ABSENT, first, ABSENT, ABSENT), rule, code=code)
        return sentence(log.state, PlayMade(made, "A1b", "Hp", (("play", announced),)), NAMES, play_note)

    assert sentence_for("steal_1", "no_play", 1, "23.3D") == "Ash does not get his lead (23.3D)."
    assert sentence_for("sacrifice", "no_play", 1, "18.2", "1AND2") == "Birch fouls the bunt off (18.2)."
    assert sentence_for("hit_and_run", "no_play", 1, "19.2", "foul") == "Birch fouls the pitch off (19.2)."
    assert sentence_for("hit_and_run", "caught_stealing", OUT, "8.1") == (
        "Birch misses the pitch; Ash caught stealing, catcher to second (8.1)."
    )
    assert sentence_for("steal_1", "stolen_base", 2, "8.1") == "Ash steals second (8.1)."


def test_box_score_notes_wrap_at_eighty_columns_without_splitting_names() -> None:
    log = new_game()
    names = {f"A{place}": f"Player Rather-Longnamed of {place}" for place in ("c", "1b", "2b", "3b")}
    for place in range(4):
        play(log, "double", 2, second=HOME if place else -2)
    text = box_text(box_score(log.in_force()), ("Away", "Home"), names)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    torn = " ".join(" ".join(lines[lines.index(next(line for line in lines if line.startswith("2B - "))) :]).split())
    assert torn.startswith(f"2B - {', '.join(names.values())}.")
