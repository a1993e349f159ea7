import pytest

from rules_engine.eligibility.game_ending import conceded_score, game_rules, may_concede
from rules_engine.game_rules import ending_after_half
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
RULES = game_rules(PURESTRAT)


@pytest.mark.parametrize(
    ("innings", "visitor", "home", "ending"),
    [(4, 12, 0, ""), (5, 10, 0, "mercy"), (5, 9, 0, ""), (6, 0, 10, "mercy"), (9, 4, 4, ""), (9, 14, 4, "full")],
)
def test_t0_04_ten_runs_after_five_complete_innings(innings, visitor, home, ending):
    assert ending_after_half(RULES, innings, True, (visitor, home)) == ending


@pytest.mark.parametrize(
    ("inning", "visitor", "home", "ending"),
    [(5, 1, 11, "mercy"), (4, 1, 12, ""), (6, 13, 3, ""), (6, 3, 12, ""), (9, 3, 4, "full")],
)
def test_t0_04_home_need_not_bat_when_ten_ahead_after_the_top(inning, visitor, home, ending):
    assert ending_after_half(RULES, inning, False, (visitor, home)) == ending


@pytest.mark.parametrize(
    ("victor", "conceding", "credited"), [(13, 2, (13, 2)), (6, 0, (10, 0)), (20, 11, (21, 11)), (12, 2, (12, 2))]
)
def test_t0_05_the_victor_is_credited_with_a_lead_of_ten(victor, conceding, credited):
    assert conceded_score(victor, conceding, PURESTRAT) == credited


def test_t0_05_a_team_that_is_not_behind_needs_the_director():
    assert may_concede(5, 2, PURESTRAT, innings=3)
    assert "Tournament Director" in may_concede(2, 2, PURESTRAT, innings=3).reason


@pytest.mark.parametrize(("innings", "lead", "allowed"), [(0, 13, True), (0, 12, False), (6, 7, True), (6, 6, False)])
def test_t0_05_as_of_2020_a_conceding_team_is_behind_by_13_less_the_completed_innings(innings, lead, allowed):
    assert bool(may_concede(lead, 0, load_profile("stpc_2020@1"), innings=innings)) == allowed


@pytest.mark.parametrize(("best_of", "inning"), [(False, 10), (True, 0)])
def test_by_2024_extra_innings_begin_with_a_runner_on_second_but_not_in_the_best_ofs(best_of, inning):
    assert game_rules(load_profile("stpc_2024@1"), best_of=best_of).runner_on_second_from == inning
