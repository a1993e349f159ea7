"""Sacrifices and squeezes (7.2, 18, T18.9)."""

import pytest

from rules_engine.baseball.bases import EMPTY, HOME, LOADED, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.batting.bunting import (
    bunt_rating,
    bunt_ruling,
    fouled_bunt_ruling,
    resolve_bunt,
)
from rules_engine.systems.strat_o_matic.charts.strategy_charts import (
    BUNT_RATINGS,
    SACRIFICE_RESULTS,
    SQUEEZE_RESULTS,
    StrategyChart,
    load_strategy_chart,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).strategy for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)
ALL = [BASIC, ADVANCED, SUPER, STAR]
FIRST_AND_THIRD = occupied(1, 3)


def bunted(result, bunt, state, *script, outs=0, **more):
    """Return the play from a chart that shows `result` for every sum."""
    column = {"all": (result,) * 11}
    chart = StrategyChart(column, column, {}, speed_less=8, lead_safe_by_range=(5, 9, 13, 16, 18))
    fielders = {"p": Fielder(2)}
    situation = Situation(state, outs, running=(14, 10, 10, 10), fielders=fielders)
    game_input = ScriptedInput(script)
    play = resolve_bunt(game_input, chart, situation, bunt, "A", 7, **more)
    assert game_input.position == len(script)
    return play


@pytest.mark.parametrize("rules", ALL)
def test_7_2_no_bunt_with_two_outs_or_bases_empty(rules):
    for bunt, state in (("sacrifice", occupied(1)), ("squeeze", occupied(3))):
        assert bunt_ruling(rules, bunt, state, 1)
        assert not bunt_ruling(rules, bunt, state, 2)
        assert not bunt_ruling(rules, bunt, EMPTY, 0)


@pytest.mark.parametrize("rules", ALL)
def test_7_2_squeeze_needs_a_runner_on_third(rules):
    assert bunt_ruling(rules, "squeeze", LOADED, 0)
    assert not bunt_ruling(rules, "squeeze", occupied(1, 2), 0)


@pytest.mark.parametrize("rules", ALL)
def test_18_4_sacrifice_with_a_runner_on_third_needs_first_and_third_outside_basic(rules):
    for state in (occupied(3), occupied(2, 3), LOADED):
        assert not bunt_ruling(rules, "sacrifice", state, 0)
    assert bunt_ruling(rules, "sacrifice", FIRST_AND_THIRD, 0).allowed is (rules is not BASIC)


def test_18_3_18_6_and_18_31_infield_in_lowers_the_bunting_grade():
    assert [bunt_rating(rules, "A", "in", occupied(3)) for rules in ALL[1:]] == ["B", "B", "B"]
    assert [bunt_rating(rules, "A", "corners_in", occupied(1)) for rules in ALL[1:]] == ["A", "B", "B"]
    assert [bunt_rating(rules, "A", "in", LOADED) for rules in ALL[1:]] == ["C", "C", "C"]
    assert bunt_rating(STAR, "D", "corners_in", LOADED) == "E"
    assert bunt_rating(STAR, "A", "back", LOADED) == "A"


def test_18_8_and_t18_9_fouled_bunt_rules_out_the_hit_and_run_and_in_star_pinch_hitters():
    assert fouled_bunt_ruling(SUPER, "hit_and_run").rule == "18.8"
    assert [bool(fouled_bunt_ruling(rules, "hit_and_run")) for rules in (SUPER, STAR)] == [False, False]
    assert [bool(fouled_bunt_ruling(rules, "pinch_hit")) for rules in (SUPER, STAR)] == [True, False]
    assert fouled_bunt_ruling(STAR, "steal")


@pytest.mark.parametrize(
    ("result", "to"),
    [
        ("sacrifice", (OUT, SECOND, THIRD, ABSENT)),
        ("hit", (1, SECOND, THIRD, ABSENT)),
        ("lead_out", (1, SECOND, OUT, ABSENT)),
        ("double_play", (OUT, SECOND, OUT, ABSENT)),
        ("popout", (OUT, 1, SECOND, ABSENT)),
        ("popout_double_play", (OUT, 1, OUT, ABSENT)),
        ("strikeout", (OUT, 1, SECOND, ABSENT)),
        ("1AND2", (ABSENT, 1, SECOND, ABSENT)),
    ],
)
def test_18_2_sacrifice_results_move_the_runners(result, to):
    assert bunted(result, "sacrifice", occupied(1, 2)).to == to


@pytest.mark.parametrize(
    ("result", "to"),
    [
        ("sacrifice", (OUT, SECOND, ABSENT, THIRD)),
        ("hit", (1, SECOND, ABSENT, THIRD)),
        ("lead_out", (1, OUT, ABSENT, THIRD)),
        ("popout_double_play", (OUT, OUT, ABSENT, THIRD)),
    ],
)
def test_18_4_runner_on_third_never_moves_on_a_first_and_third_sacrifice(result, to):
    play = bunted(result, "sacrifice", FIRST_AND_THIRD)
    assert (play.to, play.rule) == (to, "18.4")


def test_18_2_squeeze_scores_or_retires_the_runner():
    assert bunted("sacrifice", "squeeze", FIRST_AND_THIRD).to == (OUT, SECOND, ABSENT, HOME)
    assert bunted("lead_out", "squeeze", FIRST_AND_THIRD).to == (1, SECOND, ABSENT, OUT)
    assert bunted("double_play", "squeeze", FIRST_AND_THIRD, outs=1).to == (OUT, 1, ABSENT, OUT)
    missed = bunted("batter_misses_pitch", "squeeze", FIRST_AND_THIRD)
    assert (missed.code, missed.to) == ("batter_misses_pitch", (ABSENT, 1, ABSENT, 3))


def test_18_5_speed_and_fielder_range_decide_some_results():
    assert bunted("speed", "sacrifice", occupied(1), ("bunt_speed", 6)).kind == "single"
    assert bunted("speed", "sacrifice", occupied(1), ("bunt_speed", 7)).kind == "sacrifice"
    assert bunted("range(p)", "sacrifice", occupied(1), ("bunt_range", 9)).kind == "sacrifice"
    assert bunted("range(p)", "sacrifice", occupied(1), ("bunt_range", 10)).kind == "fielders_choice"


def test_18_8_second_1and2_is_a_strikeout():
    assert bunted("1AND2", "sacrifice", occupied(1), one_and_two=True).kind == "strikeout"


@pytest.mark.parametrize("rules", ALL)
def test_18_2_every_house_chart_result_can_be_played(rules):
    chart = load_strategy_chart(rules.chart)
    for bunt, state in (("sacrifice", occupied(1)), ("squeeze", LOADED)):
        for rating in BUNT_RATINGS:
            for total in range(2, 13):
                situation = Situation(state, 1)
                plays = [
                    play
                    for play, _ in exact_chances(
                        lambda table, s=situation, b=bunt, r=rating, t=total: resolve_bunt(table, chart, s, b, r, t)
                    ).items()
                ]
                assert all(play.to.count(OUT) <= 2 for play in plays)


def success(chart, bunt, state, rating):
    """Return the exact probability that the runners advance, by the sum of two dice."""
    situation = Situation(state, 0, running=(12, 12, 12, 12))
    return sum(
        chance
        for play, chance in exact_chances(
            lambda table: resolve_bunt(table, chart, situation, bunt, rating, table.roll("a", 6) + table.roll("b", 6))
        ).items()
        if play.code in ("sacrifice", "hit")
    )


@pytest.mark.parametrize("name", ["strategy_advanced", "strategy_super"])
@pytest.mark.parametrize(("bunt", "state"), [("sacrifice", occupied(1)), ("squeeze", occupied(3))])
def test_18_2_better_bunters_succeed_more_often_in_every_house_chart(name, bunt, state):
    chances = [success(load_strategy_chart(name), bunt, state, rating) for rating in BUNT_RATINGS]
    assert chances == sorted(set(chances), reverse=True)


def test_18_2_every_bunt_result_word_can_be_played():
    for results, bunt, state in ((SACRIFICE_RESULTS, "sacrifice", occupied(1)), (SQUEEZE_RESULTS, "squeeze", LOADED)):
        for result in results:
            script = [("bunt_speed", 1)] if result == "speed" else []
            script += [("bunt_range", 1)] if result.startswith("range(") else []
            assert bunted(result, bunt, state, *script).kind
