"""Check box scores, pitching decisions and invariants against hand counts."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.credits import fielding_credits
from rules_engine.baseball.decisions import Decisions, decide
from rules_engine.baseball.events import GameHalted, Substituted
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, three_up


def inning_with_everything() -> GameLog:
    """Play a walk, a steal, a double, an error, a sacrifice fly and a double play."""
    log = new_game()
    play(log, "walk", 1)
    play(log, "stolen_base", ABSENT, 2)
    play(log, "double", 2, second=HOME)
    play(log, "error", 1, second=3, fielder="ss", errors=(Charge("ss"),))
    play(log, "flyout", OUT, 1, third=HOME, fielder="cf")
    play(log, "groundout", OUT, OUT, fielder="ss", code="DP43")
    return log


def test_batting_lines_match_hand_count() -> None:
    box = box_score(inning_with_everything().in_force()).teams[0]
    lines = {player: (line.at_bats, line.runs, line.hits, line.runs_batted_in) for player, line in box.batting.items()}
    assert lines == {
        "Ac": (0, 1, 0, 0),
        "A1b": (1, 1, 1, 1),
        "A2b": (1, 0, 0, 0),
        "A3b": (0, 0, 0, 1),
        "Ass": (1, 0, 0, 0),
    }
    assert box.batting["Ac"].stolen_bases == 1
    assert box.batting["A3b"].sacrifice_flies == 1
    assert box.batting["Ass"].double_plays == 1
    assert box.left_on_base == 0


def test_pitching_and_fielding_lines_match_hand_count() -> None:
    box = box_score(inning_with_everything().in_force()).teams[1]
    pitcher = box.pitching["Hp"]
    assert (pitcher.batters, pitcher.outs, pitcher.hits, pitcher.runs, pitcher.walks) == (5, 3, 1, 2, 1)
    assert box.fielding["Hss", "ss"].errors == 1
    assert (box.fielding["H2b", "2b"].putouts, box.fielding["H1b", "1b"].putouts) == (1, 1)
    assert (box.fielding["Hss", "ss"].assists, box.fielding["H2b", "2b"].assists) == (1, 1)


def test_walk_off_strands_runners_on_base() -> None:
    log = new_game(GameRules(innings=1))
    three_up(log)
    play(log, "walk", 1)
    play(log, "walk", 1, 2)
    play(log, "walk", 1, 2, 3)
    assert box_score(log.in_force()).teams[1].left_on_base == 0
    play(log, "walk", 1, 2, 3, HOME)
    assert log.state.ending == "walk_off"
    assert box_score(log.in_force()).teams[1].left_on_base == 3
    assert broken_invariants(log) == []


@pytest.mark.parametrize(("ending", "left"), [("conceded", 2), ("suspended", 0)])
def test_concession_strands_runners_but_suspension_does_not(ending, left) -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "walk", 1, 2)
    log.append(GameHalted(ending, "rain"))
    assert box_score(log.in_force()).teams[0].left_on_base == left
    assert broken_invariants(log) == []


def test_9_02_batter_safe_on_two_force_outs_grounds_into_double_play() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "walk", 1, 2)
    play(log, "fielders_choice", 1, OUT, OUT, fielder="3b", code="DP54")
    assert box_score(log.in_force()).teams[0].batting["A2b"].double_plays == 1


def test_9_04_groundout_earns_an_rbi_but_double_play_does_not() -> None:
    log = new_game()
    play(log, "triple", 3)
    play(log, "groundout", OUT, third=HOME, fielder="2b")
    play(log, "triple", 3)
    play(log, "walk", 1, third=3)
    play(log, "groundout", OUT, OUT, third=HOME, fielder="ss")
    lines = box_score(log.in_force()).teams[0].batting
    assert (lines["A1b"].runs_batted_in, lines["Ass"].runs_batted_in) == (1, 0)


def test_9_04_batter_scoring_on_an_error_after_a_hit_adds_no_rbi() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "triple", HOME, first=HOME, fielder="rf", errors=(Charge("rf"),))
    play(log, "homerun", HOME)
    lines = box_score(log.in_force()).teams[0].batting
    assert (lines["A1b"].runs_batted_in, lines["A2b"].runs_batted_in) == (1, 1)


def test_9_08d_caught_liner_can_be_a_sacrifice_fly() -> None:
    log = new_game()
    play(log, "triple", 3)
    play(log, "lineout", OUT, third=HOME, fielder="lf")
    line = box_score(log.in_force()).teams[0].batting["A1b"]
    assert (line.sacrifice_flies, line.at_bats, line.runs_batted_in) == (1, 0, 1)


def test_9_02a_catcher_interference_is_not_an_at_bat() -> None:
    log = new_game()
    play(log, "interference", 1, fielder="c", errors=(Charge("c"),))
    line = box_score(log.in_force()).teams[0].batting["Ac"]
    assert (line.plate_appearances, line.at_bats) == (1, 0)


def test_9_11_double_play_needs_exactly_two_outs() -> None:
    log = new_game()
    play(log, "groundout", OUT, fielder="ss")
    play(log, "walk", 1)
    play(log, "groundout", OUT, OUT, fielder="ss")
    three_up(log)
    play(log, "walk", 1)
    play(log, "walk", 1, 2)
    play(log, "lineout", OUT, OUT, OUT, fielder="2b")
    box = box_score(log.in_force()).teams[1]
    assert box.double_plays == 1
    assert (box.fielding["Hss", "ss"].assists, box.fielding["Hss", "ss"].double_plays) == (3, 1)


def test_9_16_runs_after_an_error_extends_the_inning_are_unearned() -> None:
    log = new_game()
    play(log, "strikeout", OUT)
    play(log, "strikeout", OUT)
    play(log, "error", 1, fielder="3b", errors=(Charge("3b"),))
    play(log, "homerun", HOME, HOME)
    line = box_score(log.in_force()).teams[1].pitching["Hp"]
    assert (line.runs, line.earned_runs) == (2, 0)


def test_9_16_runner_reaching_on_error_is_unearned_but_next_batter_is_earned() -> None:
    log = new_game()
    play(log, "error", 1, fielder="3b", errors=(Charge("3b"),))
    play(log, "homerun", HOME, HOME)
    line = box_score(log.in_force()).teams[1].pitching["Hp"]
    assert (line.runs, line.earned_runs) == (2, 1)


def test_run_is_charged_to_pitcher_who_put_the_runner_on() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "homerun", HOME, HOME)
    lines = box_score(log.in_force()).teams[1].pitching
    assert (lines["Hp"].runs, lines["H1"].runs) == (1, 1)


def test_common_plays_credit_putouts_and_assists() -> None:
    def credit(kind: str, to: tuple, fielder: str = "") -> tuple:
        return fielding_credits(Play(kind, to, fielder=fielder))

    assert credit("groundout", (OUT, ABSENT, ABSENT, ABSENT), "1b") == ((), ("1b",))
    assert credit("groundout", (OUT, ABSENT, ABSENT, ABSENT), "3b") == (("3b",), ("1b",))
    assert credit("groundout", (OUT, OUT, ABSENT, ABSENT), "2b") == (("2b", "ss"), ("ss", "1b"))
    assert credit("fielders_choice", (1, 2, 3, OUT), "p") == (("p",), ("c",))
    assert credit("flyout", (OUT, ABSENT, ABSENT, OUT), "lf") == (("lf",), ("lf", "c"))
    assert credit("lineout", (OUT, 1, OUT, ABSENT), "ss") == (("ss",), ("ss", "2b"))
    assert credit("caught_stealing", (ABSENT, OUT, ABSENT, ABSENT)) == (("c",), ("2b",))
    assert credit("strikeout", (OUT, ABSENT, ABSENT, ABSENT)) == ((), ("c",))


@pytest.mark.parametrize(
    ("kind", "to", "putout"),
    [
        ("single", (OUT, ABSENT, HOME, ABSENT), "2b"),
        ("single", (1, OUT, ABSENT, ABSENT), "3b"),
        ("single", (1, ABSENT, OUT, ABSENT), "c"),
        ("double", (OUT, HOME, ABSENT, ABSENT), "3b"),
        ("double", (2, OUT, ABSENT, ABSENT), "c"),
        ("triple", (OUT, ABSENT, ABSENT, ABSENT), "c"),
    ],
)
def test_runner_out_advancing_on_a_hit_is_put_out_at_the_target_base(kind: str, to: tuple, putout: str) -> None:
    assert fielding_credits(Play(kind, to, fielder="cf")) == (("cf",), (putout,))


def test_9_17_starter_with_five_innings_wins_and_closer_saves() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=15)
    log.append(Substituted(1, "H1", "Hp"))
    three_up(log)
    assert decide(log.in_force(), 9) == Decisions("Hp", "Ap", "H1")


def test_9_17b_most_effective_reliever_wins_if_starter_lacks_five_innings() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=7)
    log.append(Substituted(1, "H1", "Hp"))
    three_up(log, halves=5)
    log.append(Substituted(1, "H2", "H1"))
    three_up(log, halves=5)
    assert decide(log.in_force(), 9) == Decisions("H1", "Ap", "H2")


def test_9_19_four_run_lead_needs_three_innings_for_a_save() -> None:
    log = new_game()
    three_up(log)
    for _ in range(4):
        play(log, "homerun", HOME)
    three_up(log, halves=15)
    log.append(Substituted(1, "H1", "Hp"))
    three_up(log)
    assert decide(log.in_force(), 9).save == ""


def test_9_17_reliever_who_blows_and_regains_the_lead_wins_without_a_save() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=13)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "homerun", HOME)
    three_up(log, halves=1)
    play(log, "homerun", HOME)
    three_up(log, halves=2)
    assert log.state.over
    assert decide(log.in_force(), 9) == Decisions("H1", "Ap", "")


def test_sound_game_passes_and_corrupted_game_fails_invariants() -> None:
    log = inning_with_everything()
    three_up(log, halves=17)
    assert broken_invariants(log) == []
    assert batting_order_faults(log) == []
    log.states[-1] = log.state._replace(score=(1, 0))
    assert any("Team 0 has 1 runs" in fault for fault in broken_invariants(log))


def test_walk_off_outs_and_runners_satisfy_invariants() -> None:
    log = new_game()
    three_up(log, halves=17)
    play(log, "walk", 1)
    play(log, "walk", 1, 2)
    play(log, "strikeout", OUT, 1, 2)
    play(log, "single", 1, 2, HOME)
    assert log.state.ending == "walk_off"
    assert broken_invariants(log) == []
