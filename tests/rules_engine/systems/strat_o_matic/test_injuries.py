"""Injuries: the injured player, the duration, and injured pitchers (6.4, 25.1, T25.1, T25.2)."""

from collections import Counter

import pytest

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.systems.strat_o_matic.pitching.injuries import (
    games_missed,
    injured_role,
    injury_rule,
    load_injury_chart,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).injuries for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, SUPER, STAR])
def test_6_4_plus_injury_reading_injures_the_batter(rules):
    assert injured_role(rules, plus_injury=True) == "batter"
    assert injured_role(rules, plus_injury=False) == ""


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, SUPER])
def test_6_4_roll_of_6_12_by_the_designated_hitter_injures_the_fielding_pitcher(rules):
    roll = {"white": 6, "colored": 12}
    assert injured_role(rules, plus_injury=False, designated_hitter_bats=True, **roll) == "fielding_pitcher"
    assert injured_role(rules, plus_injury=False, designated_hitter_bats=False, **roll) == ""
    assert injured_role(rules, plus_injury=False, designated_hitter_bats=True, white=6, colored=11) == ""
    assert injured_role(rules, plus_injury=False, designated_hitter_bats=True, white=5, colored=12) == ""


def test_t25_1_star_injuries_end_with_the_game_without_a_roll():
    assert games_missed(ScriptedInput([]), STAR) == 0
    assert injured_role(STAR, plus_injury=False, designated_hitter_bats=True, white=6, colored=12) == ""


@pytest.mark.parametrize("rules", [BASIC, SUPER])
def test_25_1_other_editions_roll_a_d20_for_games_missed(rules):
    chart = load_injury_chart(rules.chart)
    spread = exact_chances(lambda table: games_missed(table, rules))
    assert {games: 20 * chance for games, chance in spread.items()} == Counter(chart)
    assert games_missed(ScriptedInput([("injury", 20)]), rules) == chart[19] > chart[0]


def test_injury_rule_number_depends_on_the_edition():
    assert [injury_rule(rules) for rules in (BASIC, ADVANCED, SUPER, STAR)] == ["6.4", "6.4", "25.1", "T25.2"]
