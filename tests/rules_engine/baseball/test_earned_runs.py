"""Earned runs in the situations described in the scoring rules and scorers' manuals (9.16)."""

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Charge
from rules_engine.baseball.retrosheet import GameInfo, event_file
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, three_up


def runs(log: GameLog, pitcher: str = "Hp") -> tuple[int, int]:
    """Return the runs and earned runs allowed by one of the home team's pitchers."""
    line = box_score(log.in_force()).teams[1].pitching[pitcher]
    return line.runs, line.earned_runs


def reaches_by_error(log: GameLog, position: str = "ss", **on: int) -> None:
    play(log, "error", 1, fielder=position, errors=(Charge(position),), **on)


def test_9_16_runs_are_earned_without_errors() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "wild_pitch", ABSENT, first=2)
    play(log, "stolen_base", ABSENT, second=3)
    play(log, "flyout", OUT, third=HOME, fielder="cf")
    play(log, "homerun", HOME)
    assert runs(log) == (2, 2)


def test_9_16_runner_reaching_on_error_is_unearned_but_batter_is_earned() -> None:
    log = new_game()
    reaches_by_error(log)
    play(log, "homerun", HOME, first=HOME)
    assert runs(log) == (2, 1)


def test_9_16_runs_after_the_would_be_third_out_are_unearned() -> None:
    log = new_game()
    play(log, "strikeout", OUT)
    play(log, "strikeout", OUT)
    reaches_by_error(log)
    play(log, "walk", 1, first=2)
    play(log, "homerun", HOME, first=HOME, second=HOME)
    play(log, "homerun", HOME)
    assert runs(log) == (4, 0)


def test_9_16_error_counts_as_an_out_in_the_reconstructed_inning() -> None:
    log = new_game()
    play(log, "single", 1)
    play(log, "strikeout", OUT, first=1)
    reaches_by_error(log, first=2)
    play(log, "flyout", OUT, first=1, second=2, fielder="lf")
    play(log, "double", 2, first=HOME, second=HOME)
    assert runs(log) == (2, 0)


def test_9_16_retiring_a_runner_on_by_error_adds_no_second_out() -> None:
    """The runner should already be out. The fielders had two chances when he was caught stealing, not three."""
    log = new_game()
    reaches_by_error(log)
    play(log, "caught_stealing", ABSENT, first=OUT, fielder="c")
    play(log, "strikeout", OUT)
    play(log, "homerun", HOME)
    assert runs(log) == (1, 1)


def test_9_16_batter_inherits_unearned_status_on_a_fielders_choice() -> None:
    log = new_game()
    reaches_by_error(log)
    play(log, "fielders_choice", 1, first=OUT, fielder="2b")
    play(log, "triple", 3, first=HOME)
    assert runs(log) == (1, 0)
    play(log, "single", 1, third=HOME)
    assert runs(log) == (2, 1)


def test_9_16_batter_can_score_earned_after_an_earned_runner_is_forced_out() -> None:
    log = new_game()
    play(log, "walk", 1)
    reaches_by_error(log, first=2)
    play(log, "fielders_choice", 1, first=2, second=OUT, fielder="3b")
    play(log, "homerun", HOME, first=HOME, second=HOME)
    assert runs(log) == (3, 2)


def test_9_16d_passed_ball_run_becomes_earned_if_later_plays_would_score_it() -> None:
    log = new_game()
    play(log, "triple", 3)
    play(log, "passed_ball", ABSENT, third=HOME, fielder="c")
    assert runs(log) == (1, 0)
    play(log, "single", 1)
    assert runs(log) == (1, 1)


def test_9_16d_passed_ball_runner_is_earned_if_next_hit_scores_from_original_base() -> None:
    for hit, bases, earned in (("single", 1, 0), ("double", 2, 0), ("triple", 3, 1), ("homerun", 4, 2)):
        log = new_game()
        play(log, "single", 1)
        play(log, "passed_ball", ABSENT, first=2, fielder="c")
        play(log, hit, bases, second=HOME)
        assert runs(log)[1] == earned, hit


def test_9_16d_walks_that_would_force_in_a_passed_ball_runner_earn_the_run() -> None:
    log = new_game()
    play(log, "double", 2)
    play(log, "passed_ball", ABSENT, second=3, fielder="c")
    play(log, "flyout", OUT, third=HOME, fielder="rf")
    assert runs(log) == (1, 0)
    play(log, "walk", 1)
    play(log, "walk", 1, first=2)
    assert runs(log) == (1, 0)
    play(log, "walk", 1, first=2, second=3)
    assert runs(log) == (1, 1)
    play(log, "single", 1, first=2, second=3, third=HOME)
    assert runs(log) == (2, 2)


def test_9_16d_extra_base_on_a_throwing_error_does_not_earn_the_run() -> None:
    log = new_game()
    play(log, "single", 1)
    play(log, "stolen_base", ABSENT, first=3, fielder="c", errors=(Charge("c"),))
    play(log, "flyout", OUT, third=HOME, fielder="cf")
    assert runs(log) == (1, 0)
    play(log, "single", 1)
    play(log, "single", 1, first=2)
    assert runs(log) == (1, 1)


def test_9_16_hit_bases_count_but_error_bases_do_not() -> None:
    log = new_game()
    play(log, "single", 3, fielder="rf", errors=(Charge("rf", 2),))
    play(log, "groundout", OUT, third=HOME, fielder="2b")
    assert runs(log) == (1, 0)
    play(log, "double", 2)
    assert runs(log) == (1, 0)
    play(log, "single", 1, second=3)
    assert runs(log) == (1, 1)


def test_9_16_wild_pitch_advances_a_passed_ball_runner_from_the_original_base() -> None:
    log = new_game()
    play(log, "single", 1)
    play(log, "passed_ball", ABSENT, first=2, fielder="c")
    play(log, "wild_pitch", ABSENT, second=3)
    play(log, "single", 1, third=HOME)
    assert runs(log) == (1, 0)  # without the passed ball he has reached third
    play(log, "single", 1, first=2)
    assert runs(log) == (1, 1)


def test_9_16_run_scoring_before_the_third_out_of_a_play_is_earned() -> None:
    log = new_game()
    play(log, "interference", 1, fielder="c")
    play(log, "triple", 3, first=HOME)
    for _ in range(2):
        play(log, "strikeout", OUT, third=3)
    play(log, "walk", 1, third=3)
    play(log, "single", 1, first=OUT, third=HOME, fielder="rf")
    assert runs(log) == (2, 1)


def test_9_16_walk_moves_only_runners_forced_without_the_error() -> None:
    log = new_game()
    play(log, "double", 2)
    reaches_by_error(log, second=2)
    play(log, "walk", 1, first=2, second=3)
    play(log, "single", 1, first=2, second=3, third=HOME)
    assert runs(log) == (1, 0)  # with first base empty, the walk leaves him on second and the single moves him to third


def test_9_16_catcher_interference_runner_is_unearned_and_costs_no_out() -> None:
    log = new_game()
    play(log, "interference", 1, fielder="c")
    play(log, "strikeout", OUT, first=1)
    play(log, "strikeout", OUT, first=1)
    play(log, "homerun", HOME, first=HOME)
    assert runs(log) == (2, 1)


def test_9_16i_reliever_gets_no_benefit_from_earlier_missed_outs() -> None:
    log = new_game()
    play(log, "strikeout", OUT)
    play(log, "strikeout", OUT)
    reaches_by_error(log)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "homerun", HOME, first=HOME)
    assert (runs(log), runs(log, "H1")) == ((1, 0), (1, 1))


def test_9_16g_inherited_runners_are_charged_to_the_pitcher_who_left_them() -> None:
    log = new_game()
    play(log, "double", 2)
    play(log, "walk", 1, second=2)
    log.append(Substituted(1, "H1", "Hp"))
    reaches_by_error(log, first=2, second=3)
    play(log, "single", 1, first=2, second=3, third=HOME)
    assert runs(log) == (1, 0)  # without the error he is on second, and a single surely moves him one base
    play(log, "homerun", HOME, first=HOME, second=HOME, third=HOME)
    assert runs(log) == (2, 2)
    assert runs(log, "H1") == (3, 2)


def test_9_16_batter_batting_again_in_an_inning_starts_fresh() -> None:
    log = new_game()
    reaches_by_error(log)
    play(log, "single", 1, first=2)
    play(log, "homerun", HOME, first=HOME, second=HOME)
    for _ in range(6):
        play(log, "homerun", HOME)
    play(log, "homerun", HOME)
    assert runs(log) == (10, 9)


def test_9_16_pinch_runner_inherits_earned_status() -> None:
    log = new_game()
    reaches_by_error(log)
    log.append(Substituted(0, "A1", "Ac"))
    play(log, "homerun", HOME, first=HOME)
    assert runs(log) == (2, 1)


def test_7_01b_placed_runner_is_unearned_and_costs_no_out() -> None:
    log = new_game(GameRules(runner_on_second_from=2, innings=1))
    three_up(log, halves=2)
    play(log, "strikeout", OUT, second=2)
    play(log, "strikeout", OUT, second=2)
    play(log, "single", 1, second=HOME)
    play(log, "homerun", HOME, first=HOME)
    assert runs(log) == (3, 2)


def test_errors_do_not_carry_into_the_next_half_inning() -> None:
    log = new_game()
    reaches_by_error(log)
    for _ in range(3):
        play(log, "strikeout", OUT, first=1)
    three_up(log)
    play(log, "homerun", HOME)
    assert runs(log) == (1, 1)


def test_retrosheet_text_omits_the_ur_mark_once_a_run_is_earned() -> None:
    log = new_game()
    play(log, "triple", 3)
    play(log, "passed_ball", ABSENT, third=HOME, fielder="c")
    info = GameInfo("AAA", "HHH", "1998/05/05")
    assert "PB.3-H(UR)" in event_file(log, info, {})
    play(log, "single", 1)
    assert "PB.3-H(UR)" not in event_file(log, info, {})
    assert "data,er,Hp,1" in event_file(log, info, {})
