"""Ballpark symbols, second readings and the weather (30.1-30.6)."""

from collections import Counter
from fractions import Fraction

import pytest

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.systems.strat_o_matic.batting.parks import (
    FLYBALL_B,
    LINEOUT,
    MONTHS,
    BySide,
    NoParkError,
    Park,
    line_to_read,
    load_parks,
    load_weather,
    weather_park,
)
from rules_engine.systems.strat_o_matic.cards.dice import apply_power, read_split
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.reading import SINGLE_1, SINGLE_2, Kind
from rules_engine.systems.strat_o_matic.fielding.flies import robbing_fielder
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
PARK = Park("Test Park", BySide(6, 13), BySide(4, 11))
DIAMOND, TRIANGLE = parse_line("◆ HOMERUN 1-9 / fly(cf)B 10-20"), parse_line("▲ SINGLE 1-9 / lineout(ss) 10-20")


def read(edition, line, side, roll, card="batter", power="N"):
    return apply_power(read_split(line_to_read(edition.parks, line, PARK, side), roll), card, power)


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_30_3_park_home_run_number_for_the_batters_side_replaces_the_reading(edition):
    assert read(edition, DIAMOND, "L", 6).kind is Kind.HOMERUN
    assert read(edition, DIAMOND, "L", 7) == FLYBALL_B
    assert read(edition, DIAMOND, "R", 13).kind is Kind.HOMERUN
    assert read(edition, DIAMOND, "R", 14) == FLYBALL_B


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_30_3_weak_batter_loses_the_park_home_run_only_on_the_pitchers_card(edition):
    assert read(edition, DIAMOND, "R", 13, card="pitcher", power="W") == SINGLE_2
    assert read(edition, DIAMOND, "R", 14, card="pitcher", power="W") == FLYBALL_B
    assert read(edition, DIAMOND, "R", 13, card="batter", power="W").kind is Kind.HOMERUN


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_30_4_park_single_number_replaces_the_reading(edition):
    assert read(edition, TRIANGLE, "R", 11) == SINGLE_1
    assert read(edition, TRIANGLE, "R", 12) == LINEOUT
    assert read(edition, TRIANGLE, "L", 5) == LINEOUT


def test_30_3_numbers_0_and_20_give_a_single_result():
    closed, open_park = Park("", BySide(0, 20), BySide(0, 20)), STAR.parks
    assert line_to_read(open_park, DIAMOND, closed, "L").sole_reading == FLYBALL_B
    assert line_to_read(open_park, DIAMOND, closed, "R").sole_reading.kind is Kind.HOMERUN


@pytest.mark.parametrize("edition", [BASIC, ADVANCED])
def test_30_1_basic_and_advanced_ignore_the_symbols(edition):
    assert line_to_read(edition.parks, DIAMOND, None, "L") is DIAMOND
    second = parse_line("△ fly(cf)B // DOUBLE**")
    assert line_to_read(edition.parks, second, None, "L") is second


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_30_6_white_triangle_selects_the_second_reading(edition):
    second = parse_line("△ fly(cf)B // DOUBLE**")
    assert line_to_read(edition.parks, second, None, "L").sole_reading == parse_reading("DOUBLE**")


def test_30_3_symbol_without_a_park_raises():
    with pytest.raises(NoParkError, match="no ballpark is chosen"):
        line_to_read(STAR.parks, DIAMOND, None, "L")


def test_14_5_park_home_run_can_be_robbed_at_the_edge_of_its_range():
    line = line_to_read(SUPER.parks, DIAMOND, PARK, "R")
    assert robbing_fielder(SUPER, line, 13, "R", wall_over_10_ft=False) == "lf"
    assert robbing_fielder(SUPER, line, 14, "R", wall_over_10_ft=False) == "cf"
    assert robbing_fielder(SUPER, line, 9, "R", wall_over_10_ft=False) == ""


def test_30_5_weather_die_sets_the_numbers_by_month_and_time():
    chart = load_weather()
    odds = Counter()
    for park, chance in exact_chances(
        lambda table: weather_park(table, chart, "no_such_team", "april", night=True)
    ).items():
        odds[park.name] += chance
    assert odds == {"good": Fraction(2, 20), "average": Fraction(8, 20), "bad": Fraction(10, 20)}
    for month in MONTHS:
        good = weather_park(ScriptedInput([("weather", 1)]), chart, "any", month, night=False)
        bad = weather_park(ScriptedInput([("weather", 20)]), chart, "any", month, night=False)
        assert good.homerun.L > bad.homerun.L


def test_30_3_every_house_park_has_numbers_for_both_sides():
    parks = load_parks()
    assert "neutral" in parks
    assert all(0 <= number <= 20 for park in parks.values() for number in (*park.homerun, *park.single))
    assert parks["harbor_yard"].homerun.for_side("L") == 13
