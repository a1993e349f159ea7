"""Divisions and imputed teams."""

from itertools import combinations_with_replacement, product

import pytest

from rules_engine.competition.setup import DivisionPlan, check_division_setup, possible_setups
from rules_engine.profile import load_profile

RULES = load_profile("purestrat@1").division

TABLE = {  # participants -> possible divisions with the fewest imputed teams
    **{number: {} for number in range(6)},
    6: {1: 2},
    7: {1: 1},
    **{number: {1: 0} for number in range(8, 13)},
    13: {1: 0, 2: 3},
    14: {1: 0, 2: 2},
    15: {2: 1},
    **{number: {2: 0} for number in range(16, 21)},
    21: {2: 0, 3: 3},
    22: {2: 0, 3: 2},
    23: {2: 0, 3: 1},
    **{number: {2: 0, 3: 0} for number in range(24, 28)},
    28: {2: 0, 3: 0, 4: 4},
}


@pytest.mark.parametrize("participants", TABLE)
def test_t0_12_possible_divisions_match_the_table(participants):
    options = possible_setups(participants, RULES)
    assert {option.divisions: option.fewest_imputed for option in options} == TABLE[participants]


@pytest.mark.parametrize("participants", range(6, 60))
def test_t0_12_every_offered_plan_is_legal_and_even(participants):
    for option in possible_setups(participants, RULES):
        assert check_division_setup(participants, option.plan, RULES)
        assert sum(plan.imputed_teams for plan in option.plan) == option.fewest_imputed
        sizes = [plan.teams for plan in option.plan]
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("participants", range(5, 30))
def test_t0_12_no_legal_plan_is_missed(participants):
    plans = [DivisionPlan(humans, imputed) for humans, imputed in product(range(5, 15), range(4))]
    setups = {
        (count, sum(plan.imputed_teams for plan in division))
        for count in (1, 2)
        for division in combinations_with_replacement(plans, count)
        if check_division_setup(participants, division, RULES)
    }
    offered = {
        (option.divisions, imputed)
        for option in possible_setups(participants, RULES)
        for imputed in range(option.fewest_imputed, option.most_imputed + 1)
        if option.divisions <= 2
    }
    assert offered == setups


@pytest.mark.parametrize(
    ("participants", "divisions", "why"),
    [
        (5, [(5, 3)], "at least 6"),
        (7, [(7, 2)], "2 imputed teams in one division: the limit here is 1"),
        (12, [(6, 2), (6, 2)], "2 imputed teams"),
        (13, [(6, 2), (7, 2)], "2 imputed teams"),
        (13, [(11, 3)], "13 participants"),
        (15, [(15, 0)], "15 teams. A division must have 8 to 14"),
        (6, [(6, 1)], "7 teams"),
        (9, [(8, 0)], "8 teams with managers for 9 participants"),
        (6, [], "no division"),
    ],
)
def test_t0_12_illegal_setup_reports_the_reason(participants, divisions, why):
    ruling = check_division_setup(participants, [DivisionPlan(*plan) for plan in divisions], RULES)
    assert not ruling
    assert why in ruling.reason


def test_t0_12_thirteen_participants_can_add_a_second_imputed_team_in_two_divisions():
    assert check_division_setup(13, [DivisionPlan(7, 1), DivisionPlan(6, 2)], RULES)
    assert not check_division_setup(13, [DivisionPlan(13, 2)], RULES)
