"""Sections 6-10, 18 and 19: bunts, hit and run, Basic steals, holds and rest, and who is hurt."""

from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS, runners, state_of
from rules_engine.baseball.table import ScriptedTable
from rules_engine.systems.strat_o_matic.ball.battery import Battery
from rules_engine.systems.strat_o_matic.ball.bunting import after_one_and_two, bunt_rating, bunt_ruling, resolve_bunt
from rules_engine.systems.strat_o_matic.ball.hit_and_run import (
    hit_and_run_rating,
    hit_and_run_ruling,
    lineout_on_hit_and_run,
)
from rules_engine.systems.strat_o_matic.ball.situation import Situation
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.charts.strategy_charts import UNRATED, StrategyChart
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.pitchers.injuries import who_is_hurt
from rules_engine.systems.strat_o_matic.pitchers.rest import rest_after_start
from rules_engine.systems.strat_o_matic.running.holding import Change, hold_change_ruling
from rules_engine.systems.strat_o_matic.running.stealing import grade_chance
from tests.conformance.som_1_hits import played
from tests.conformance.som_1_reading import as_told
from tests.conformance.words.som_facts import PLAYS, heard, one_of, plain
from tests.conformance.words.som_phrases import BUNT_RESULTS, NEW_MEN, PARK_LINEOUTS, kind_of

SYSTEMS = ("som_1",)
Given = dict[str, Any]
CHANGES: tuple[Change, ...] = ("new_batter", "new_pitcher", "new_catcher", "same_men")
BUNTS = {bunt: PLAYS[bunt] for bunt in ("sacrifice", "squeeze")}


def bunt_legality(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).strategy
    play = one_of("play", given["play"], BUNTS)
    return {"allowed": bunt_ruling(rules, play, state_of(given["bases"]), given["outs"]).allowed}


def effective_bunt_rating(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).strategy
    rating = bunt_rating(rules, given["bunt_rating"], given.get("infield", "back"), state_of(given["bases"]))
    return {"effective_bunt_rating": rating}


def sacrifice_first_and_third(given: Given, ruleset: str) -> Given:
    """The case names what the chart says, so a chart that says it everywhere is laid on the table."""
    column = {UNRATED: (kind_of("chart_result", given["chart_result"], BUNT_RESULTS),) * 11}
    chart = StrategyChart(column, column, {}, 0, (0,) * 5)
    situation = Situation(state_of(given["bases"]), given["outs"])
    bunt = one_of("play", given["play"], BUNTS)
    return played(resolve_bunt(ScriptedTable(()), chart, situation, bunt, "A", 7), given)


def after_1and2(given: Given, ruleset: str) -> Given:
    following = one_of("next_play", given["next_play"], PLAYS)
    return {"allowed": after_one_and_two(load_edition(ruleset).strategy, following).allowed}


def hit_and_run_legality(given: Given, ruleset: str) -> Given:
    code = parse_hitting_code(given["batter_code"]) if "batter_code" in given else None
    rules = load_edition(ruleset).strategy
    return {"allowed": hit_and_run_ruling(rules, state_of(given["bases"]), given["outs"], code).allowed}


def effective_hit_and_run_rating(given: Given, ruleset: str) -> Given:
    held = given.get("a_runner_is_held", False)
    rules = load_edition(ruleset).strategy
    rating = hit_and_run_rating(rules, given["hit_and_run_rating"], given.get("infield", "back"), a_runner_is_held=held)
    return {"effective_hit_and_run_rating": rating}


def hit_and_run_lineout(given: Given, ruleset: str) -> Given:
    printed = given["reading"]
    missed = "park" in plain(printed) and kind_of("reading", printed, PARK_LINEOUTS) == "lineout"
    reading = parse_reading("lineout" if missed else printed)  # 30.4
    if one_of("play", given["play"], PLAYS) == "hit_and_run":
        reading = lineout_on_hit_and_run(load_edition(ruleset).strategy, reading, given["card"])
    return {"effective_reading": as_told(reading, "lineout" if missed else printed)}


def batter_misses_pitch(given: Given, ruleset: str) -> Given:
    rolls = load_edition(ruleset).strategy.misses_pitch_rolls_for_lead
    return {
        "forced_steal": plain(given["result"]) == "batter_misses_pitch",
        "roll_for_good_lead": rolls and not given.get("lead_roll_already_failed", False),
    }


def basic_steal(given: Given, ruleset: str) -> Given:
    if "charted_safe_max" not in given:
        lead, *trail = runners(state_of(given["bases"]))
        names = {BASE_NUMBERS[base]: name for base, name in given["bases"].items()}
        answer: Given = {"grade_used": given[f"r{lead}_grade"]}
        moved = [names[base] for base in trail]
        return answer | ({"trail_advances": moved[0] if len(moved) == 1 else moved} if trail else {})
    battery = Battery(arm=given.get("catcher_arm", 0), catcher_range=given.get("catcher_rating", 3))
    rules = load_edition(ruleset).stealing
    safe = grade_chance(rules, given["steal_grade"], given["charted_safe_max"], battery, held=given.get("held", False))
    return {"safe_max": safe.safe}


def basic_hold(given: Given, ruleset: str) -> Given:
    change = change_of_men(given["event"])
    return {"hold_may_change": hold_change_ruling(load_edition(ruleset).stealing, change).allowed}


def change_of_men(event: str) -> Change:
    kind = kind_of("event", event, NEW_MEN)
    return next(change for change in CHANGES if change == kind)


def basic_rest(given: Given, ruleset: str) -> Given:
    needed = rest_after_start(load_edition(ruleset).rest, asterisk=given["pitcher_asterisk"])
    return {"may_start": given["games_of_rest"] >= needed}


def colored_total(given: Given) -> int:
    """The coloured dice, told one by one or as their sum; 0 when the case throws none."""
    dice = given.get("colored", given.get("colored_total", 0))
    return dice if isinstance(dice, int) else sum(dice)


def injury_trigger(given: Given, ruleset: str) -> Given:
    hurt = who_is_hurt(
        load_edition(ruleset).injuries,
        plus_injury="reading" in given and parse_reading(given["reading"]).injury,
        white=given.get("white", 0),
        colored=colored_total(given),
        designated_hitter_bats=given.get("dh_in_use", False) and given.get("batter_is_dh", False),
    )
    return {
        "pitcher_injured": hurt == "fielding_pitcher",
        "batter_injured": hurt == "batter",
        "play_completed_first": hurt != "",  # the injury is read off a play already made
    }


ADAPTERS = heard(
    {
        "bunt_legality": bunt_legality,
        "bunt_rating": effective_bunt_rating,
        "sacrifice_first_and_third": sacrifice_first_and_third,
        "after_1and2": after_1and2,
        "hit_and_run_legality": hit_and_run_legality,
        "hit_and_run_rating": effective_hit_and_run_rating,
        "hit_and_run_lineout": hit_and_run_lineout,
        "batter_misses_pitch": batter_misses_pitch,
        "basic_steal": basic_steal,
        "basic_hold": basic_hold,
        "basic_rest": basic_rest,
        "injury_trigger": injury_trigger,
    }
)
