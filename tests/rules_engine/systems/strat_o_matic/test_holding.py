"""Holding runners: timing, the fielders it affects, and STAR's presumption (8.22, 23.8, T23.01, T23.02)."""

import pytest

from rules_engine.baseball.bases import occupied
from rules_engine.systems.strat_o_matic.baserunning.holding import (
    hold_change_ruling,
    holders,
    is_hold_presumed,
    must_ask_before_steal,
    pinch_runner_ruling,
)
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.fielding.infield import range_while_holding
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).stealing for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, SUPER])
def test_8_22_holds_change_only_with_a_new_batter_pitcher_or_catcher(rules):
    assert all(hold_change_ruling(rules, change) for change in ("new_batter", "new_pitcher", "new_catcher"))
    refused = hold_change_ruling(rules, "same_men")
    assert (refused.allowed, refused.rule) == (False, "8.22")


def test_t23_01_star_can_change_holds_before_any_roll():
    assert hold_change_ruling(STAR, "same_men")


@pytest.mark.parametrize("rules", [SUPER, STAR])
@pytest.mark.parametrize(
    ("base", "side", "infielders"),
    [
        (1, "L", {"1b", "ss"}),
        (1, "R", {"1b", "2b"}),
        (2, "L", {"ss"}),
        (2, "R", {"2b"}),
        (3, "L", {"3b"}),
        (3, "R", {"3b"}),
    ],
)
def test_s23_82_base_and_batting_side_select_the_holding_infielders(rules, base, side, infielders):
    assert holders(rules, occupied(base), side) == infielders


def test_23_82_several_holds_occupy_all_their_infielders():
    assert holders(STAR, occupied(1, 3), "R") == {"1b", "2b", "3b"}


def test_23_83_printed_examples_worsen_range_by_1():
    assert [range_while_holding(printed) for printed in (2, 4, 5)] == [3, 5, 5]


def test_23_83_no_fielder_holds_without_the_rule_or_without_a_hold():
    assert holders(ADVANCED, occupied(1), "L") == set()
    assert holders(STAR, 0, "L") == set()


@pytest.mark.parametrize(
    ("asterisk", "base", "further_runners", "announced", "expected"),
    [
        (True, 1, (), None, True),
        (True, 1, (3,), None, True),
        (True, 1, (2,), None, False),
        (True, 2, (), None, False),
        (False, 1, (), None, False),
        (True, 1, (), False, False),
        (False, 3, (), True, True),
    ],
)
def test_t23_01_hold_on_an_asterisk_runner_is_presumed_unless_the_defense_declines(
    asterisk, base, further_runners, announced, expected
):
    state = occupied(base, *further_runners)
    assert is_hold_presumed(STAR, asterisk, base, state, announced) is expected
    assert is_hold_presumed(SUPER, asterisk, base, state, announced) is bool(announced)


def test_t23_01_offense_must_ask_before_third_home_and_second_without_an_asterisk():
    assert [must_ask_before_steal(STAR, asterisk, target) for asterisk in (True, False) for target in (2, 3, 4)] == [
        False,
        True,
        True,
        True,
        True,
        True,
    ]
    assert not must_ask_before_steal(SUPER, False, 3)


def test_t23_02_no_pinch_runner_after_a_failed_lead_on_this_base():
    failed = FailedLead(True, -2, 0)
    refused = pinch_runner_ruling(STAR, 1, failed)
    assert (refused.allowed, refused.rule) == (False, "T23.02")
    assert pinch_runner_ruling(STAR, 1, None)
    assert pinch_runner_ruling(SUPER, 1, failed)
