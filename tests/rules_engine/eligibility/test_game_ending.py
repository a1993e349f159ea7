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
def test_t0_04_ten_run_lead_ends_the_game_after_five_innings(innings, visitor, home, ending):
    assert ending_after_half(RULES, innings, True, (visitor, home)) == ending


@pytest.mark.parametrize(
    ("inning", "visitor", "home", "ending"),
    [(5, 1, 11, "mercy"), (4, 1, 12, ""), (6, 13, 3, ""), (6, 3, 12, ""), (9, 3, 4, "full")],
)
def test_t0_04_home_team_ten_ahead_after_the_top_does_not_bat(inning, visitor, home, ending):
    assert ending_after_half(RULES, inning, False, (visitor, home)) == ending


@pytest.mark.parametrize(
    ("victor", "conceding", "credited"), [(13, 2, (13, 2)), (6, 0, (10, 0)), (20, 11, (21, 11)), (12, 2, (12, 2))]
)
def test_t0_05_concession_credits_the_winner_with_a_ten_run_lead(victor, conceding, credited):
    assert conceded_score(victor, conceding, PURESTRAT) == credited


def test_t0_05_team_not_behind_needs_the_director_to_concede():
    assert may_concede(5, 2, PURESTRAT, innings=3)
    assert "Tournament Director" in may_concede(2, 2, PURESTRAT, innings=3).reason


@pytest.mark.parametrize(("innings", "lead", "allowed"), [(0, 13, True), (0, 12, False), (6, 7, True), (6, 6, False)])
def test_t0_05_since_2020_deficit_to_concede_is_13_minus_completed_innings(innings, lead, allowed):
    assert bool(may_concede(lead, 0, load_profile("stpc_2020@1"), innings=innings)) == allowed


@pytest.mark.parametrize(("best_of", "inning"), [(False, 10), (True, 0)])
def test_in_2024_extra_innings_place_a_runner_except_in_best_of_series(best_of, inning):
    assert game_rules(load_profile("stpc_2024@1"), best_of=best_of).runner_on_second_from == inning
