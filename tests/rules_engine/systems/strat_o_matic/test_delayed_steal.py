"""The delayed steal of home (23.9)."""

import pytest

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    delayed_steal_ruling,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).stealing for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)
SAMPLE = parse_steal_rating("*8-10/11,12 (19-14)")
CORNERS = occupied(1, 3)


def play(*script, outs=0):
    game_input = ScriptedInput([*script])
    done = resolve_delayed_steal(game_input, outs, SafeChance(12, "23.91A", ()), SafeChance(9, "23.91C", ()))
    assert game_input.position == len(script)
    return done


def test_23_91_delayed_steal_needs_first_and_third_before_any_lead_roll():
    assert delayed_steal_ruling(SUPER, CORNERS, lead_tried=False)
    assert not delayed_steal_ruling(SUPER, CORNERS, lead_tried=True)
    assert not delayed_steal_ruling(SUPER, occupied(1, 2, 3), lead_tried=False)
    assert not delayed_steal_ruling(SUPER, occupied(1), lead_tried=False)


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, STAR])
def test_t23_9_other_editions_have_no_delayed_steal(rules):
    assert not delayed_steal_ruling(rules, CORNERS, lead_tried=False)


def test_23_91a_and_c_second_uses_the_second_number_with_arm_and_home_subtracts_5():
    battery = Battery(hold=-6, arm=-2)
    assert delayed_chance_at_second(SAMPLE, battery).safe == 12
    assert delayed_chance_at_home(SAMPLE).safe == 9
    assert delayed_chance_at_second(None, battery).safe == 1
    assert delayed_chance_at_second(parse_steal_rating("8/- (20-20)"), Battery(arm=5)).safe == 20


def test_23_91b_holding_the_ball_gives_up_second_and_freezes_third():
    assert play(("delayed_steal_throw", "hold_ball")).to == (ABSENT, SECOND, ABSENT, THIRD)


THROW, GO, STAY = ("delayed_steal_throw", "throw"), ("delayed_steal_home", "go"), ("delayed_steal_home", "stay")


def test_23_91c_runner_on_third_may_stay():
    assert play(THROW, STAY, ("steal", 13)).to == (ABSENT, OUT, ABSENT, THIRD)
    assert play(THROW, STAY, ("steal", 12)).to == (ABSENT, SECOND, ABSENT, THIRD)


def test_23_91d_runner_without_a_throw_is_safe():
    assert play(THROW, GO, ("delayed_steal_cut", "through"), ("steal", 13)).to == (ABSENT, OUT, ABSENT, HOME)
    assert play(THROW, GO, ("delayed_steal_cut", "cut"), ("steal", 10)).to == (ABSENT, SECOND, ABSENT, OUT)
    assert play(THROW, GO, ("delayed_steal_cut", "cut"), ("steal", 9)).to == (ABSENT, SECOND, ABSENT, HOME)


def test_23_91f_no_run_scores_on_the_third_out_at_second():
    done = play(THROW, GO, ("delayed_steal_cut", "through"), ("steal", 13), outs=2)
    assert (done.to, done.scored) == ((ABSENT, OUT, ABSENT, THIRD), ())


def test_23_91d_third_out_at_home_puts_the_other_runner_back_on_first():
    assert play(THROW, GO, ("delayed_steal_cut", "cut"), ("steal", 10), outs=2).to == (ABSENT, FIRST, ABSENT, OUT)
