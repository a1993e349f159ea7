"""Good leads, second attempts, complete steals with ratings, and forced steals (23.11, 23.3-23.7)."""

from collections import Counter
from fractions import Fraction

import pytest

from rules_engine.baseball.bases import HOME, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.baserunning.leads import (
    FailedLead,
    StealAttempt,
    attempt_steal,
    forced_out_without_lead,
    forced_steal,
    has_automatic_lead,
    may_go_without_lead,
    may_try_lead,
    read_lead,
    steal_options,
)
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, load_steal_chart
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
SAMPLE = parse_steal_rating("*8-10/11,12 (19-14)")
PLAIN = parse_steal_rating("8-10/11,12 (19-14)")
TIGHT = Battery(hold=-5, arm=-1)
CHART = load_steal_chart()
READ_ON = ("pickoff_or_balk", 20)
THROW = ("steal_throw", "throw")


def lead_dice(total):
    return ("lead_1", max(1, total - 6)), ("lead_2", min(6, total - 1))


def attempt(*bases, rating=SAMPLE, hold=True, battery=TIGHT, earlier=None, outs=0, grade="E"):
    state = occupied(*bases)
    return StealAttempt(state, outs, state, BaseStealer(grade, rating), hold, battery, earlier)


def run(steal, edition, tried, *script):
    game_input = ScriptedInput(script)
    done = steal(game_input, edition, CHART, tried)
    assert game_input.position == len(script)
    return done


def test_23_11_asterisk_counts_only_for_second_base_without_a_hold():
    assert has_automatic_lead(SAMPLE, SECOND, hold=False)
    assert not has_automatic_lead(SAMPLE, SECOND, hold=True)
    assert not has_automatic_lead(SAMPLE, THIRD, hold=False)
    assert not has_automatic_lead(SAMPLE, HOME, hold=False)
    assert not has_automatic_lead(PLAIN, SECOND, hold=False)


def test_23_12_runner_without_a_rating_never_rolls_or_gets_a_lead():
    assert not has_automatic_lead(None, SECOND, hold=False)
    assert [option.key for option in steal_options(attempt(1, rating=None))] == ["go"]
    assert steal_options(attempt(2, rating=None)) == ()


def test_23_3c_lead_odds_are_exact():
    leads = Counter()
    for lead, chance in exact_chances(lambda table: read_lead(SAMPLE, table.roll("a", 6) + table.roll("b", 6))).items():
        leads[lead] += chance
    assert leads == {"good": Fraction(12, 36), "out_stealing": Fraction(3, 36), "failed": Fraction(21, 36)}


@pytest.mark.parametrize(
    ("now", "hold", "rule"),
    [
        (Battery(hold=-2, arm=-1), False, "23.3D1"),
        (Battery(hold=1, arm=-1), True, "23.3D2"),
        (Battery(hold=-2, arm=0), True, "23.3D2"),
    ],
)
def test_23_3d_second_attempt_needs_a_dropped_hold_or_a_worse_battery(now, hold, rule):
    ruling = may_try_lead(FailedLead(True, -2, -1), now, hold=hold)
    assert (ruling.allowed, ruling.rule) == (True, rule)


@pytest.mark.parametrize("now", [Battery(hold=-2, arm=-1), Battery(hold=-3, arm=-1), Battery(hold=-2, arm=-4)])
def test_23_3d_otherwise_a_base_allows_a_single_attempt(now):
    assert not may_try_lead(FailedLead(True, -2, -1), now, hold=True)
    assert not may_try_lead(FailedLead(False, -2, -1), now, hold=False)
    assert may_try_lead(None, now, hold=True)


def test_23_3_rolled_lead_uses_the_first_number_at_once():
    done = run(attempt_steal, SUPER, attempt(1), READ_ON, *lead_dice(9), THROW, ("steal", 12))
    assert (done.lead, done.failed, done.play.to[1]) == ("good", None, SECOND)
    assert run(attempt_steal, SUPER, attempt(1), READ_ON, *lead_dice(9), THROW, ("steal", 13)).play.to[1] == OUT


def test_23_3d_runner_may_stay_or_use_the_second_number_after_a_failed_lead():
    tried = attempt(1)
    stayed = run(attempt_steal, STAR, tried, READ_ON, *lead_dice(7), ("go_without_lead", "stay"))
    assert (stayed.play.kind, stayed.lead, stayed.failed) == ("no_play", "failed", FailedLead(True, -5, -1))
    went = run(attempt_steal, STAR, tried, READ_ON, *lead_dice(7), ("go_without_lead", "go"), THROW, ("steal", 6))
    assert (went.play.kind, went.play.to[1]) == ("caught_stealing", OUT)


def test_23_3d_runner_may_later_go_without_a_roll_but_not_retry():
    later = attempt(1, earlier=FailedLead(True, -5, -1))
    assert [option.key for option in steal_options(later)] == ["go"]
    assert run(attempt_steal, STAR, later, THROW, ("steal", 5)).play.to[1] == SECOND


def test_23_4_runner_on_second_without_a_lead_stays_and_uses_up_the_attempt():
    done = run(attempt_steal, STAR, attempt(2), READ_ON, *lead_dice(7))
    assert (done.play.to[2], done.failed) == (SECOND, FailedLead(True, -5, -1))
    second = attempt(2, earlier=done.failed)
    assert steal_options(second) == ()
    with pytest.raises(ValueError, match="may not steal"):
        attempt_steal(ScriptedInput([]), STAR, CHART, second)


@pytest.mark.parametrize("base", [1, 2, 3])
def test_23_3c_automatic_out_is_caught_stealing_from_any_base(base):
    done = run(attempt_steal, STAR, attempt(base), READ_ON, *lead_dice(11))
    assert (done.play.kind, done.play.to[base], done.lead) == ("caught_stealing", OUT, "out_stealing")


def test_23_11_unheld_asterisk_runner_goes_without_lead_or_pickoff_dice():
    done = run(attempt_steal, STAR, attempt(1, hold=False), THROW, ("steal", 14))
    assert (done.play.to[1], done.lead) == (SECOND, "good")


def test_s23_3d_asterisk_runner_gets_an_automatic_lead_once_the_hold_is_dropped():
    earlier = FailedLead(True, -5, -1)
    assert run(attempt_steal, STAR, attempt(1, hold=False, earlier=earlier), THROW, ("steal", 14)).lead == "good"


def test_8_1_and_22_2_basic_and_advanced_steal_by_grade():
    grade_b = attempt(1, grade="B", battery=Battery(arm=-1, catcher_range=2))
    assert run(attempt_steal, BASIC, grade_b, ("steal", 10)).play.to[1] == SECOND
    assert run(attempt_steal, BASIC, grade_b, ("steal", 11)).play.to[1] == OUT
    assert run(attempt_steal, ADVANCED, grade_b, ("steal", 9)).play.to[1] == SECOND
    assert run(attempt_steal, ADVANCED, grade_b, ("steal", 10)).play.to[1] == OUT


@pytest.mark.parametrize(
    ("d20s", "kind", "lead"),
    [
        ((("pickoff_or_balk", 1), ("pickoff", 15)), "pickoff", None),
        ((("pickoff_or_balk", 2), ("balk", 6)), "balk", None),
        ((("pickoff_or_balk", 1), ("pickoff", 14), ("go_without_lead", "stay")), "no_play", "failed"),
        ((("pickoff_or_balk", 2), ("balk", 7), ("go_without_lead", "stay")), "no_play", "failed"),
    ],
)
def test_24_1_pickoff_or_balk_precedes_the_lead_dice(d20s, kind, lead):
    done = run(attempt_steal, STAR, attempt(1, battery=Battery(balk=6)), *d20s)
    assert (done.play.kind, done.lead) == (kind, lead)


def test_s29_2_runner_who_dives_back_may_still_steal_second_with_the_second_number():
    rolls = (("pickoff_or_balk", 1), ("pickoff", 3), ("go_without_lead", "go"), THROW, ("steal", 5))
    done = run(attempt_steal, STAR, attempt(1), *rolls)
    assert (done.play.to[1], done.failed) == (SECOND, FailedLead(True, -5, -1))


def test_23_7_forced_runner_from_first_goes_with_or_without_a_lead():
    assert run(forced_steal, SUPER, attempt(1), READ_ON, *lead_dice(6), THROW, ("steal", 5)).play.to[1] == SECOND
    assert run(forced_steal, SUPER, attempt(1), READ_ON, *lead_dice(8), THROW, ("steal", 12)).play.to[1] == SECOND
    failed = attempt(1, earlier=FailedLead(True, -5, -1))
    assert run(forced_steal, SUPER, failed, THROW, ("steal", 6)).play.to[1] == OUT


@pytest.mark.parametrize("earlier", [None, FailedLead(True, -5, -1)])
def test_23_7_forced_runner_from_second_without_a_lead_is_out(earlier):
    rolls = () if earlier else (READ_ON, *lead_dice(6))
    done = run(forced_steal, SUPER, attempt(1, 2, earlier=earlier), *rolls)
    assert (done.play.to[2], done.play.to[1], done.play.rule) == (OUT, SECOND, "23.7")


def test_s23_7_star_also_retires_a_forced_runner_from_third_without_a_lead():
    assert run(forced_steal, STAR, attempt(3), READ_ON, *lead_dice(3)).play.to[3] == OUT
    assert run(forced_steal, SUPER, attempt(3), READ_ON, *lead_dice(3), THROW, ("steal", 1)).play.to[3] == HOME
    assert not forced_out_without_lead(STAR, 1)


def test_23_7_forced_asterisk_runner_without_a_hold_has_a_lead():
    assert run(forced_steal, STAR, attempt(1, hold=False), THROW, ("steal", 14)).play.to[1] == SECOND


def test_7_3_forced_steals_by_grade_are_ordinary_steals():
    assert run(forced_steal, BASIC, attempt(1, grade="A", hold=False), ("steal", 15)).play.to[1] == SECOND


def test_23_7_forced_steal_of_third_has_exact_odds():
    safe = Fraction(0)
    calm = Battery(hold=1, arm=-2)
    for done, chance in exact_chances(
        lambda table: forced_steal(table, STAR, CHART, attempt(2, battery=calm)),
    ).items():
        safe += chance if done.play.kind == "stolen_base" else 0
    # 3-20 on the pickoff die, a lead on 12 of 36, and 9 or less: 14 - 4 + 1 - 2
    assert safe == Fraction(18, 20) * Fraction(12, 36) * Fraction(9, 20)


def test_23_3d_only_second_base_can_be_stolen_without_a_lead():
    assert [bool(may_go_without_lead(target)) for target in (SECOND, THIRD, HOME)] == [True, False, False]
