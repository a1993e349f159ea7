"""Games that do not run the ordinary way: a runner put on second, suspended, a single half-inning."""

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import GameHalted, Substituted
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.state import Runner
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, three_up


def test_the_run_of_the_runner_placed_on_second_is_not_earned_and_the_batters_own_is() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    play(log, "homerun", HOME, second=HOME)
    three_up(log)
    for _ in range(3):
        play(log, "strikeout", OUT, second=2)
    line = box_score(log.in_force()).teams[1].pitching["Hp"]
    assert (line.runs, line.earned_runs) == (2, 1)
    assert log.state.ending == "full"
    assert broken_invariants(log) == []


def test_a_pinch_runner_for_the_runner_placed_on_second_scores_no_earned_run_either() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    log.append(Substituted(0, "A1", "Ap"))
    play(log, "single", 1, second=HOME)
    line = box_score(log.in_force()).teams[1].pitching["Hp"]
    assert (line.runs, line.earned_runs) == (1, 0)


def test_7_01_the_runner_placed_on_second_is_charged_to_the_pitcher_that_starts_the_half_inning() -> None:
    """Not to the one he relieved, nor to a pinch hitter who stood in the pitcher's place for a moment."""
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "strikeout", OUT, second=2)
    log.append(Substituted(1, "H2", "H1"))
    play(log, "single", 1, second=HOME)
    pitching = box_score(log.in_force()).teams[1].pitching
    assert (pitching["H1"].runs, pitching["H2"].runs) == (1, 0)


def test_7_01_a_runner_that_got_to_second_by_himself_stays_with_the_pitcher_he_reached_against() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    play(log, "double", 2, second=HOME)
    log.append(Substituted(1, "H1", "Hp"))
    assert log.state.bases[1].pitcher == "Hp"


def test_no_runner_is_placed_on_second_before_the_named_inning() -> None:
    log = new_game(GameRules(runner_on_second_from=3, innings=1))
    three_up(log, halves=2)
    assert log.state.occupied == 0
    play(log, "double", 2)
    play(log, "single", 1, second=HOME)
    assert box_score(log.in_force()).teams[1].pitching["Hp"].earned_runs == 1


def test_a_suspended_game_is_taken_up_where_it_stopped() -> None:
    log = new_game()
    three_up(log, halves=9)
    play(log, "single", 1)
    stopped = log.state
    log.append(GameHalted("suspended", "rain"))
    assert log.state.ending == "suspended"
    assert not log.state.over
    log.append(GameHalted("", "taken up on Sunday"))
    assert log.state == stopped
    assert log.state.bases[0] == Runner(stopped.bases[0].player, "Ap" if stopped.bottom else "Hp")
    play(log, "groundout", OUT, OUT, fielder="ss", code="DP43")
    play(log, "strikeout", OUT)
    three_up(log, halves=8)
    assert (log.state.inning, log.state.bottom, log.state.over) == (10, False, False)
    assert broken_invariants(log) == []


def test_a_half_inning_alone_ends_after_three_outs_whatever_the_score() -> None:
    for runs in (0, 2):
        log = new_game(GameRules(only_half_inning=True))
        for _ in range(runs):
            play(log, "homerun", HOME)
        three_up(log)
        assert log.state.ending == "full"
        assert log.state.score == (runs, 0)
        assert broken_invariants(log) == []


def test_a_game_called_off_by_a_ruling_is_over_and_can_be_reopened_by_going_back() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(GameHalted("conceded", "T0.08"))
    assert log.state.over
    log.undo()
    assert not log.state.over
    play(log, "groundout", OUT, OUT, fielder="ss", code="DP43")
    assert log.state.outs == 2
