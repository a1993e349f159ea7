"""Games that start partway through: allowed situations, score and lines, and the saved file."""

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import line_score
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.situations import Midgame, SituationError, pitched_before, situation_of, start_midgame
from rules_engine.baseball.state import State, start_game
from rules_engine.baseball.substitutions import side_from
from rules_engine.terminal.situation_words import parse_situation

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def first_pitch() -> State:
    away, home = (
        side_from(tuple(mark + place for place in POSITIONS), {place: mark + place for place in POSITIONS}, ())
        for mark in "ah"
    )
    return start_game(away, home)


def play_on(log: GameLog, *plays: Play) -> None:
    for play in plays:
        log.append(PlayMade(play, log.state.batting.batter, log.state.fielding.pitcher))


STRIKEOUT = Play("strikeout", (OUT, ABSENT, ABSENT, ABSENT), "M4")
HOMERUN = Play("homerun", (4, ABSENT, ABSENT, ABSENT), "H1")


def test_situation_sets_runners_outs_score_and_batters() -> None:
    words = ("inning=7", "half=bottom", "outs=1", "score=4-2", "first=h1b", "third=hc", "bats=4", "next=acf")
    start = parse_situation(words, first_pitch(), {})
    assert situation_of(start) == Midgame(7, True, 1, ("h1b", "", "hc"), (4, 2), (7, 3))
    assert [runner.pitcher for runner in start.bases if runner] == ["ap", "ap"]


def test_batter_defaults_to_the_player_after_the_last_runner() -> None:
    assert parse_situation(("second=a2b",), first_pitch(), {}).batting.batter == "a3b"
    assert parse_situation(("outs=2",), first_pitch(), {}).batting.batter == "ap"


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        (("inning=0", "outs=3", "score=4"), ("inning", "outs", "score")),
        (("first=hc",), ("first",)),
        (("first=ac", "bats=ac"), ("first",)),
        (("first=ac", "second=ac"), ("second",)),
        (("first=ac", "second=a1b", "bats=a2b"), ("second",)),
        (("half=middle", "rain=yes", "outs=1", "outs=2"), ("“rain=yes”", "outs", "half")),
        (("inning=9", "half=bottom", "score=1-2"), ("score",)),
        (("inning=10", "score=1-2"), ("score",)),
    ],
)
def test_impossible_situation_lists_every_error(words: tuple[str, ...], faults: tuple[str, ...]) -> None:
    with pytest.raises(SituationError) as refused:
        parse_situation(words, first_pitch(), {})
    assert tuple(word for word, _ in refused.value.faults) == faults


def test_midgame_start_plays_out_and_shows_dashes_for_unknown_values() -> None:
    situation = Midgame(9, False, 2, ("ap", "", ""), (3, 4), (1, 5))
    log = GameLog(start_midgame(first_pitch(), situation))
    play_on(log, Play("homerun", (4, 4, ABSENT, ABSENT), "H1"), STRIKEOUT)
    play_on(log, STRIKEOUT, STRIKEOUT, STRIKEOUT)
    assert (log.state.ending, log.state.score) == ("full", (5, 4))
    assert broken_invariants(log) + batting_order_faults(log) == []
    box = box_score(log.in_force())
    away, home = line_score(log.state, box, ("A", "H")).splitlines()[1:]
    assert away.split() == ["A", *"--------", "2", "5", "1", "0"]
    assert home.split() == ["H", *"--------", "0", "4", "0", "0"]
    decided = decide(log.in_force(), 9)
    assert decided is not None
    assert (decided.win, decided.loss) == ("ap", "hp")


def test_pitcher_with_a_starting_lead_gets_the_win() -> None:
    log = GameLog(start_midgame(first_pitch(), Midgame(9, True, 2, score=(2, 1))))
    play_on(log, STRIKEOUT)
    decided = decide(log.in_force(), 9)
    assert decided is not None
    assert (decided.win, decided.loss) == ("ap", "hp")


def test_midgame_pitchers_are_charged_with_all_earlier_outs_and_runs() -> None:
    start = start_midgame(first_pitch(), Midgame(7, True, 1, ("hp", "", ""), (3, 2), (0, 1)))
    away, home = pitched_before(start)
    assert (away.pitcher, away.outs, away.runs, away.batters) == ("ap", 19, 2, 22)
    assert (home.pitcher, home.outs, home.runs, home.batters) == ("hp", 21, 3, 24)
    assert pitched_before(first_pitch()) == ()
