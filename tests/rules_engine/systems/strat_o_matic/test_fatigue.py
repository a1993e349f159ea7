"""Endurance of starters and relievers in every ruleset (27)."""

from dataclasses import replace

import pytest

from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.cards.reading import SINGLE_2
from rules_engine.systems.strat_o_matic.pitching.fatigue import (
    apply_fatigue_dot,
    charge_batter,
    has_lost_stuff,
    new_appearance,
    pow_for,
    record_outs,
    record_runs,
    relief_outs_limit,
    starter_must_leave,
    tire_by_inning,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).endurance for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)
ALL_BUT_BASIC = [ADVANCED, SUPER, STAR]


def test_27_2_first_cause_of_fatigue_stays():
    appearance = new_appearance(SUPER, Endurance(starter=None, relief=1), started=False)
    for _ in range(3):
        charge_batter(SUPER, appearance, 6)
    assert appearance.tired_by == "27.4"
    record_outs(SUPER, appearance, relief_outs_limit(SUPER, 1))
    assert appearance.tired_by == "27.4"


def starter(rules, pow_inning, *innings):
    """Return the inning and batter with whom he tires, or None.

    Each text is an inning, with H for a hit or walk, o for an out.
    """
    appearance = new_appearance(rules, Endurance(starter=pow_inning), started=True)
    for inning, batters in innings:
        for place, batter in enumerate(batters, start=1):
            if batter == "H":
                charge_batter(rules, appearance, inning)
            else:
                record_outs(rules, appearance, 1)
            if appearance.tired:
                return inning, place
    return None


def reliever(rules, pow_inning, batters):
    """Return the number of the batter who tires him, or None."""
    appearance = new_appearance(rules, Endurance(relief=pow_inning), started=False)
    for number, batter in enumerate(batters, start=1):
        if batter == "H":
            charge_batter(rules, appearance, 9)
        else:
            record_outs(rules, appearance, 1)
        if appearance.tired:
            return number
    return None


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_3a_starter_tires_on_the_third_hit_or_walk_in_the_pow_inning(rules):
    assert starter(rules, 6, (6, "HoHHoo")) == (6, 4)
    assert starter(rules, 6, (5, "HHHooo"), (6, "HHooo")) is None


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_3b_starter_tires_on_the_fourth_hit_or_walk_in_two_innings_from_the_pow_inning(rules):
    assert starter(rules, 6, (6, "ooo"), (7, "HoHoo"), (8, "HH")) == (8, 2)
    assert starter(rules, 6, (5, "HHooo"), (6, "HHooo"), (7, "Hooo"), (8, "Hooo")) is None
    assert starter(rules, 6, (6, "HHooo"), (7, "ooo"), (8, "HHooo")) is None


def test_10_2_basic_has_no_fatigue():
    assert starter(BASIC, 1, (1, "HHHHHHHHHH")) is None
    assert apply_fatigue_dot(BASIC, parse_reading("gb(ss)A"), dotted=True, tired=True) == parse_reading("gb(ss)A")


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_4_reliever_with_pow_1_is_vulnerable_at_once(rules):
    assert reliever(rules, 1, "HHH") == 3


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_4_printed_example_of_a_pow_2_reliever_entering_with_an_out(rules):
    assert reliever(rules, 2, "ooooHHoH") == 8


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_4_hits_before_a_reliever_is_vulnerable_do_not_count(rules):
    assert reliever(rules, 2, "HHHoHoHoHHH") == 11


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_s27_3_second_printed_example_counts_four_in_two_innings_of_work(rules):
    assert reliever(rules, 2, "oooHHoooHH") == 10


def test_s27_3_third_printed_example_uses_fixed_innings_only_in_star():
    assert reliever(STAR, 1, "oHHooH") is None
    assert reliever(SUPER, 1, "oHHooH") == 6
    assert reliever(ADVANCED, 1, "oHHooH") == 6
    assert reliever(replace(SUPER, reliever_window="fixed_blocks"), 1, "oHHooH") is None


@pytest.mark.parametrize("rules", [ADVANCED, SUPER])
def test_27_4_rolling_period_spans_fewer_than_three_outs(rules):
    assert reliever(rules, 1, "HoHoH") == 5
    assert reliever(rules, 1, "HoHooH") is None
    assert reliever(rules, 1, "HoHooHoH") == 8  # 27.3B: four hits or walks within six outs
    assert reliever(rules, 1, "HooHooHooH") is None


@pytest.mark.parametrize(
    ("runs", "lost"),
    [
        ([5], True),
        ([4], False),
        ([4, 1], False),
        ([4, 2], True),
        ([3, 0, 4], True),
        ([3, 0, 3], False),
        ([2, 2, 2, 2], False),
        ([0, 0, 5], True),
        ([3, 0, 0, 4], False),
        ([], False),
    ],
)
def test_27_55_stuff_is_lost_after_five_runs_in_an_inning_six_in_two_or_seven_in_three(runs, lost):
    assert has_lost_stuff(SUPER, runs) is lost
    assert not has_lost_stuff(ADVANCED, runs)


def test_27_55_only_a_starter_loses_stuff_from_that_run_on():
    appearance = new_appearance(STAR, Endurance(starter=7), started=True)
    record_runs(STAR, appearance, 1, 4)
    assert not appearance.tired
    record_runs(STAR, appearance, 2, 2)
    assert appearance.tired_by == "27.55"
    relief = new_appearance(STAR, Endurance(relief=3), started=False)
    record_runs(STAR, relief, 6, 9)
    assert not relief.tired


@pytest.mark.parametrize(("rules", "outs"), [(ADVANCED, 0), (SUPER, 12), (STAR, 12)])
def test_27_63_reliever_lasts_pow_plus_two_innings(rules, outs):
    assert relief_outs_limit(rules, 2) == outs
    appearance = new_appearance(rules, Endurance(relief=2), started=False)
    record_outs(rules, appearance, 11)
    assert not appearance.tired
    record_outs(rules, appearance, 1)
    assert appearance.tired_by == ("27.63" if outs else "")


def test_27_54_twelfth_tires_a_starter_in_super_and_the_tenth_is_the_last_in_star():
    appearance = new_appearance(SUPER, Endurance(starter=9), started=True)
    tire_by_inning(SUPER, appearance, 11)
    assert not appearance.tired
    tire_by_inning(SUPER, appearance, 12)
    assert appearance.tired_by == "27.54"
    assert not starter_must_leave(SUPER, 11)
    assert [starter_must_leave(STAR, innings) for innings in (9, 10)] == [False, True]


@pytest.mark.parametrize(
    ("rules", "start", "relief"),
    [(SUPER, 4, 1), (STAR, 0, 0), (ADVANCED, 0, 0)],
)
def test_27_53_and_27_62_pitcher_without_the_rating_has_default_pow_or_may_not_pitch(rules, start, relief):
    assert pow_for(rules, Endurance(relief=2, closer=3), started=True) == start
    assert pow_for(rules, Endurance(starter=7), started=False) == relief
    assert pow_for(rules, Endurance(starter=7, relief=2), started=True) == 7
    assert pow_for(rules, Endurance(starter=7, relief=2), started=False) == 2


@pytest.mark.parametrize("started", [True, False])
def test_27_52_and_27_61_super_tires_an_unrested_pitcher_from_the_first_batter(started):
    both = Endurance(6, 2, 3)
    assert new_appearance(SUPER, both, started=started, rested=False).tired_by == ("27.52" if started else "27.61")
    assert not new_appearance(SUPER, both, started=started).tired
    assert not new_appearance(STAR, both, started=started, rested=False).tired


def test_27_2_fatigue_is_permanent_with_its_first_cause():
    appearance = new_appearance(STAR, Endurance(starter=6), started=True)
    appearance.tire("T25.2")
    charge_batter(STAR, appearance, 9)
    record_outs(STAR, appearance, 3)
    assert appearance.tired_by == "T25.2"


@pytest.mark.parametrize("rules", ALL_BUT_BASIC)
def test_27_1_tired_pitchers_dotted_out_becomes_a_two_base_single(rules):
    out, hit, chance = map(parse_reading, ("fly(lf)B", "DOUBLE", "gb(2b)X"))
    assert apply_fatigue_dot(rules, out, dotted=True, tired=True) == SINGLE_2
    assert apply_fatigue_dot(rules, out, dotted=False, tired=True) == out
    assert apply_fatigue_dot(rules, out, dotted=True, tired=False) == out
    assert apply_fatigue_dot(rules, hit, dotted=True, tired=True) == hit
    assert apply_fatigue_dot(rules, chance, dotted=True, tired=True) == chance


def test_copied_appearance_is_independent():
    appearance = new_appearance(STAR, Endurance(relief=1, closer=3), started=False)
    copy = appearance.copy()
    charge_batter(STAR, copy, 9)
    record_outs(STAR, copy, 2)
    assert (appearance.counted, appearance.outs) == ([], 0)
    assert (copy.counted, copy.outs, copy.closer) == ([0], 2, 3)
