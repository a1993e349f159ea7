"""Steals of every base by letter grade and by rating, and the catcher's throw (8, 22, 23.3-23.6)."""

from fractions import Fraction

import pytest

from rules_engine.baseball.bases import HOME, LOADED, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance
from rules_engine.systems.strat_o_matic.baserunning.stealing import (
    GRADES,
    grade_chance,
    rated_chance,
    resolve_steal,
    steal_ruling,
)
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery
from tests.rules_engine.systems.strat_o_matic.sets_of_runners import legal_steals

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).stealing for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)
SAMPLE = parse_steal_rating("*8-10/11,12 (19-14)")
FIRST_ONLY, FIRST_SECOND = occupied(1), occupied(1, 2)


def throw(rules, state, stealing, safe, *script, outs=0, throws_away=0):
    game_input = ScriptedInput(script)
    play = resolve_steal(
        game_input, rules, state, outs, stealing, SafeChance(safe, "23.3", ()), Battery(throws_away=throws_away)
    )
    assert game_input.position == len(script)
    return play


@pytest.mark.parametrize(("catcher", "less"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 1)])
def test_8_2_held_runner_loses_the_catchers_range_and_a_free_runner_nothing(catcher, less):
    battery = Battery(catcher_range=catcher, arm=-4)
    assert grade_chance(BASIC, "A", 15, battery, hold=True).safe == 15 - less
    assert grade_chance(BASIC, "A", 15, battery, hold=False).safe == 15
    assert grade_chance(BASIC, "AAA", 15, battery, hold=True).safe == 15


@pytest.mark.parametrize(("grade", "less"), list(zip(GRADES, (1, 2, 2, 3, 3, 4, 4), strict=True)))
def test_22_23_advanced_subtracts_by_grade_after_the_arm(grade, less):
    battery = Battery(arm=-1, catcher_range=1)
    assert grade_chance(ADVANCED, grade, 13, battery, hold=False).safe == 12
    chance = grade_chance(ADVANCED, grade, 13, battery, hold=True)
    assert chance.safe == 12 - less
    assert chance.terms == (("chart", 13), ("arm", -1), ("held", -less))


def test_lim_chance_by_grade_has_no_floor():
    assert grade_chance(ADVANCED, "E", 1, Battery(arm=-4), hold=True).safe == -7


@pytest.mark.parametrize(("hold", "arm", "both"), [(-5, -1, -5), (9, 4, 5), (-2, 2, 0), (-6, 5, -1), (5, 0, 5)])
def test_23_3a_hold_and_arm_together_are_capped_at_five(hold, arm, both):
    assert Battery(hold=hold, arm=arm).adjustment == both


def test_23_3b_printed_14_9_example_becomes_12_5_with_a_hold():
    battery = Battery(hold=-5, arm=-1)
    numbers = {
        hold: tuple(rated_chance(SAMPLE, SECOND, battery, hold=hold, good_lead=lead).safe for lead in (True, False))
        for hold in (False, True)
    }
    assert numbers == {False: (14, 9), True: (12, 5)}


def test_23_3e_held_runner_is_capped_at_19_and_a_free_runner_is_not():
    battery = Battery(hold=9, arm=4)
    assert rated_chance(SAMPLE, SECOND, battery, hold=True, good_lead=True).safe == 19
    assert rated_chance(SAMPLE, SECOND, battery, hold=False, good_lead=True).safe == 24


def test_23_12_runner_without_a_rating_starts_from_0_with_a_minimum_of_1():
    assert rated_chance(None, SECOND, Battery(hold=3), hold=False).safe == 3
    assert rated_chance(None, SECOND, Battery(hold=-3), hold=True).safe == 1


@pytest.mark.parametrize(("hold", "third", "home"), [(True, 9, 1), (False, 13, 5)])
def test_23_4_and_23_5_steal_of_third_counts_the_battery_and_home_subtracts_nine_instead(hold, third, home):
    battery = Battery(hold=1, arm=-2)
    assert rated_chance(SAMPLE, THIRD, battery, hold=hold).safe == third
    assert rated_chance(SAMPLE, HOME, battery, hold=hold).safe == home


def test_23_6_no_runner_steals_a_base_a_teammate_occupies():
    assert steal_ruling(FIRST_SECOND, FIRST_SECOND).allowed
    assert steal_ruling(FIRST_SECOND, occupied(2)).allowed
    refused = steal_ruling(FIRST_SECOND, FIRST_ONLY)
    assert (refused.allowed, refused.rule) == (False, "23.6")
    assert "second" in refused.reason
    assert not steal_ruling(FIRST_ONLY, 0)
    assert not steal_ruling(FIRST_ONLY, occupied(2))
    assert steal_ruling(LOADED, LOADED).allowed


def test_23_6_legal_steals_lists_every_possible_group_of_runners():
    assert legal_steals(0) == ()
    assert legal_steals(occupied(1, 3)) == (occupied(1), occupied(3), occupied(1, 3))
    assert legal_steals(LOADED) == (occupied(3), occupied(2, 3), LOADED)


def test_8_11_trail_runner_advances_even_if_the_lead_runner_is_out():
    play = throw(BASIC, FIRST_SECOND, FIRST_SECOND, 12, ("steal", 14))
    assert play.to == (ABSENT, SECOND, OUT, ABSENT)
    assert play.kind == "caught_stealing"


def test_23_6_no_runner_advances_on_the_third_out():
    play = throw(STAR, FIRST_SECOND, FIRST_SECOND, 12, ("steal_throw", "throw"), ("steal", 14), outs=2)
    assert play.to == (ABSENT, 1, OUT, ABSENT)


def test_23_6_triple_steal_scores_the_lead_runner():
    play = throw(STAR, LOADED, LOADED, 5, ("steal_throw", "throw"), ("steal", 5))
    assert play.to == (ABSENT, SECOND, THIRD, HOME)


@pytest.mark.parametrize("rules", [ADVANCED, SUPER, STAR])
@pytest.mark.parametrize("second_d20", [9, 10])
def test_22_22_safe_steal_on_1_to_3_is_checked_against_the_catchers_t(rules, second_d20):
    questions = [("steal_throw", "throw")] if rules.may_hold_ball else []
    rolls = [("steal", 3), ("throwing_error", second_d20)]
    play = throw(rules, occupied(1, 3), FIRST_ONLY, 12, *questions, *rolls, throws_away=9)
    is_error = second_d20 <= 9
    assert play.to == ((ABSENT, THIRD, ABSENT, HOME) if is_error else (ABSENT, SECOND, ABSENT, THIRD))
    assert [charge.position for charge in play.errors] == (["c"] if is_error else [])


def test_22_22_throwing_error_advances_every_runner_even_if_not_stealing():
    play = throw(ADVANCED, FIRST_SECOND, occupied(2), 12, ("steal", 3), ("throwing_error", 9), throws_away=9)
    assert play.to == (ABSENT, SECOND, HOME, ABSENT)


def test_22_22_no_error_check_on_4_when_out_at_home_or_in_basic():
    throw(ADVANCED, FIRST_ONLY, FIRST_ONLY, 12, ("steal", 4), throws_away=20)
    throw(ADVANCED, FIRST_ONLY, FIRST_ONLY, 1, ("steal", 2), throws_away=20)
    throw(ADVANCED, occupied(3), occupied(3), 12, ("steal", 1), throws_away=20)
    throw(BASIC, FIRST_ONLY, FIRST_ONLY, 12, ("steal", 1), throws_away=20)


def test_23_31_every_runner_advances_if_the_catcher_holds_the_ball():
    play = throw(SUPER, FIRST_SECOND, FIRST_SECOND, 1, ("steal_throw", "hold_ball"), throws_away=20)
    assert play.to == (ABSENT, SECOND, THIRD, ABSENT)


def test_22_22_steal_with_a_throwing_error_has_exact_odds():
    battery, safe = Battery(throws_away=9), SafeChance(12, "22.2", ())
    ends = {}
    for play, chance in exact_chances(
        lambda table: resolve_steal(table, ADVANCED, FIRST_ONLY, 0, FIRST_ONLY, safe, battery)
    ).items():
        ends[play.to[1]] = ends.get(play.to[1], Fraction(0)) + chance
    error = Fraction(3, 20) * Fraction(9, 20)
    assert ends == {OUT: Fraction(8, 20), THIRD: error, SECOND: Fraction(12, 20) - error}
