"""Special games: extra innings with a runner on second, suspended games and single half-innings."""

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import GameHalted, Substituted
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.state import Runner
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, three_up


def test_placed_runner_scores_unearned_but_batter_scores_earned() -> None:
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


def test_pinch_runner_for_placed_runner_scores_unearned() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    log.append(Substituted(0, "A1", "Ap"))
    play(log, "single", 1, second=HOME)
    line = box_score(log.in_force()).teams[1].pitching["Hp"]
    assert (line.runs, line.earned_runs) == (1, 0)


def test_7_01_placed_runner_is_charged_to_pitcher_starting_the_half_inning() -> None:
    """Neither the pitcher he relieved nor a pinch hitter briefly in the pitcher's spot is charged."""
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "strikeout", OUT, second=2)
    log.append(Substituted(1, "H2", "H1"))
    play(log, "single", 1, second=HOME)
    pitching = box_score(log.in_force()).teams[1].pitching
    assert (pitching["H1"].runs, pitching["H2"].runs) == (1, 0)


def test_7_01_runner_who_doubles_stays_charged_to_the_pitcher_who_allowed_it() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    play(log, "double", 2, second=HOME)
    log.append(Substituted(1, "H1", "Hp"))
    assert log.state.bases[1].pitcher == "Hp"


def test_no_runner_is_placed_before_the_configured_inning() -> None:
    log = new_game(GameRules(runner_on_second_from=3, innings=1))
    three_up(log, halves=2)
    assert log.state.occupied == 0
    play(log, "double", 2)
    play(log, "single", 1, second=HOME)
    assert box_score(log.in_force()).teams[1].pitching["Hp"].earned_runs == 1


def test_suspended_game_resumes_where_it_stopped() -> None:
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


def test_single_half_inning_ends_after_three_outs_at_any_score() -> None:
    for runs in (0, 2):
        log = new_game(GameRules(only_half_inning=True))
        for _ in range(runs):
            play(log, "homerun", HOME)
        three_up(log)
        assert log.state.ending == "full"
        assert log.state.score == (runs, 0)
        assert broken_invariants(log) == []


def test_conceded_game_reopens_after_undo() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(GameHalted("conceded", "T0.08"))
    assert log.state.over
    log.undo()
    assert not log.state.over
    play(log, "groundout", OUT, OUT, fielder="ss", code="DP43")
    assert log.state.outs == 2
