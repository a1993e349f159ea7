"""The hit and run (7.3, 19)."""

import pytest

from rules_engine.baseball.bases import EMPTY, HOME, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.batting.hit_and_run import (
    hit_and_run_rating,
    hit_and_run_ruling,
    lineout_on_hit_and_run,
    resolve_hit_and_run,
)
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.charts.strategy_charts import (
    HIT_AND_RUN_RATINGS,
    HIT_AND_RUN_RESULTS,
    StrategyChart,
    load_strategy_chart,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

EDITIONS = [load_ruleset(key) for key in ("som_basic", "som_advanced", "som_super_advanced", "star")]
BASIC, ADVANCED, SUPER, STAR = (edition.strategy for edition in EDITIONS)
WEAK_ONE = parse_hitting_code("#1WR")


def run(result, state, *script, outs=0):
    chart = StrategyChart({}, {}, {"all": (result,) * 11}, speed_less=8, lead_safe_by_range=(5, 9, 13, 16, 18))
    game_input = ScriptedInput(script)
    play = resolve_hit_and_run(game_input, EDITIONS[3], chart, Situation(state, outs), "B", 7)
    assert game_input.position == len(script)
    return play


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, SUPER, STAR])
def test_19_1_no_hit_and_run_with_a_runner_on_third_or_no_runner(rules):
    assert hit_and_run_ruling(rules, occupied(1, 2), 0)
    assert not hit_and_run_ruling(rules, occupied(1, 3), 0)
    assert not hit_and_run_ruling(rules, EMPTY, 0)


def test_t19_2_and_t19_11_star_forbids_it_with_two_outs_or_a_1w_pitcher_batting():
    assert hit_and_run_ruling(STAR, occupied(1), 2).rule == "T19.2"
    assert hit_and_run_ruling(STAR, occupied(1), 0, WEAK_ONE).rule == "T19.11"
    assert hit_and_run_ruling(STAR, occupied(1), 0, parse_hitting_code("#2WR"))
    assert hit_and_run_ruling(STAR, occupied(1), 0, parse_hitting_code("#1NR"))
    assert hit_and_run_ruling(SUPER, occupied(1), 2, WEAK_ONE)


def test_19_3_hold_or_infield_in_improves_the_rating_by_a_grade():
    assert hit_and_run_rating(ADVANCED, "B", "back", hold=True) == "A"
    assert hit_and_run_rating(ADVANCED, "C", "in", hold=False) == "B"
    assert hit_and_run_rating(SUPER, "B", "corners_in", hold=False) == "B"
    assert hit_and_run_rating(STAR, "B", "corners_in", hold=False) == "A"
    assert hit_and_run_rating(STAR, "C", "corners_in", hold=True) == "B"
    assert hit_and_run_rating(STAR, "A", "back", hold=True) == "A"
    assert hit_and_run_rating(STAR, "D", "back", hold=False) == "D"


def test_s19_9_star_turns_a_pitchers_card_lineout_into_lomax():
    lineout = parse_reading("lineout(ss)")
    assert write_reading(lineout_on_hit_and_run(STAR, lineout, "pitcher")) == "lomax(ss)"
    assert lineout_on_hit_and_run(STAR, lineout, "batter") == lineout
    assert lineout_on_hit_and_run(SUPER, lineout, "pitcher") == lineout


@pytest.mark.parametrize(
    ("result", "to"),
    [
        ("single", (1, THIRD, HOME, ABSENT)),
        ("double", (SECOND, HOME, HOME, ABSENT)),
        ("groundout", (OUT, SECOND, THIRD, ABSENT)),
        ("flyout", (OUT, 1, SECOND, ABSENT)),
        ("popout", (OUT, 1, SECOND, ABSENT)),
        ("strikeout", (OUT, 1, SECOND, ABSENT)),
        ("foul", (ABSENT, 1, SECOND, ABSENT)),
        ("batter_misses_pitch", (ABSENT, 1, SECOND, ABSENT)),
        ("pitchers_card", (ABSENT, 1, SECOND, ABSENT)),
    ],
)
def test_19_2_each_result_moves_the_runners(result, to):
    play = run(result, occupied(1, 2))
    assert (play.to, play.code) == (to, result)


def test_19_2_lineout_makes_as_many_outs_as_possible():
    assert run("lomax", occupied(1), outs=1).to == (OUT, OUT, ABSENT, ABSENT)
    assert run("lomax", occupied(1, 2), ("lomax", 7)).to == (OUT, OUT, OUT, ABSENT)


def test_19_2_every_result_word_can_be_played_and_every_chart_uses_its_ratings():
    for result in HIT_AND_RUN_RESULTS:
        assert run(result, occupied(1), outs=1).kind
    for edition in EDITIONS[1:]:
        assert tuple(load_strategy_chart(edition.strategy.chart).hit_and_run) == HIT_AND_RUN_RATINGS


def test_19_5_only_super_advanced_charts_use_the_pitchers_card():
    def uses_card(name):
        return any("pitchers_card" in column for column in load_strategy_chart(name).hit_and_run.values())

    assert [uses_card(edition.strategy.chart) for edition in EDITIONS] == [False, False, True, True]


def test_19_2_better_rating_hits_safely_more_often():
    weights = [6 - abs(7 - total) for total in range(2, 13)]
    for name in ("strategy_advanced", "strategy_super"):
        columns = load_strategy_chart(name).hit_and_run
        hits = [
            sum(
                weight
                for result, weight in zip(columns[rating], weights, strict=True)
                if result in ("single", "double")
            )
            for rating in HIT_AND_RUN_RATINGS
        ]
        assert hits == sorted(hits, reverse=True)
