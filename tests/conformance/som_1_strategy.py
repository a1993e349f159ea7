"""Sections 6-10, 18 and 19: bunts, hit and run, Basic steals, holds and rest, and who is hurt."""

from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS, runners, state_of
from rules_engine.baseball.table import ScriptedTable
from rules_engine.systems.strat_o_matic.bunting import after_one_and_two, bunt_rating, bunt_ruling, resolve_bunt
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.hit_and_run import (
    hit_and_run_rating,
    hit_and_run_ruling,
    lineout_on_hit_and_run,
)
from rules_engine.systems.strat_o_matic.holding import Change, hold_change_ruling
from rules_engine.systems.strat_o_matic.injuries import who_is_hurt
from rules_engine.systems.strat_o_matic.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.rest import rest_after_start
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.stealing import Battery, grade_chance
from rules_engine.systems.strat_o_matic.strategy_charts import UNRATED, StrategyChart
from tests.conformance.som_1_hits import played

SYSTEMS = ("som_1",)
Given = dict[str, Any]


def bunt_legality(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).strategy
    return {"allowed": bunt_ruling(rules, given["play"], state_of(given["bases"]), given["outs"]).allowed}


def effective_bunt_rating(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).strategy
    rating = bunt_rating(rules, given["bunt_rating"], given["infield"], state_of(given["bases"]))
    return {"effective_bunt_rating": rating}


def sacrifice_first_and_third(given: Given, ruleset: str) -> Given:
    """The case names what the chart says, so a chart that says it everywhere is laid on the table."""
    column = {UNRATED: (_bunt_result(given["chart_result"]),) * 11}
    chart = StrategyChart(column, column, {}, 0, (0,) * 5)
    situation = Situation(state_of(given["bases"]), given["outs"])
    return played(resolve_bunt(ScriptedTable(()), chart, situation, given["play"], "A", 7), given)


def _bunt_result(words: str) -> str:
    words = words.lower()
    if "pop" in words:
        return "popout_double_play" if "double" in words else "popout"
    if "double" in words:
        return "double_play"
    if "hit" in words:
        return "hit"
    return "sacrifice" if "sacrifice" in words or "advance" in words else "lead_out"


def after_1and2(given: Given, ruleset: str) -> Given:
    return {"allowed": after_one_and_two(load_edition(ruleset).strategy, given["next_play"]).allowed}


def hit_and_run_legality(given: Given, ruleset: str) -> Given:
    code = parse_hitting_code(given["batter_code"]) if "batter_code" in given else None
    rules = load_edition(ruleset).strategy
    return {"allowed": hit_and_run_ruling(rules, state_of(given["bases"]), given["outs"], code).allowed}


def effective_hit_and_run_rating(given: Given, ruleset: str) -> Given:
    held = given.get("a_runner_is_held", False)
    rules = load_edition(ruleset).strategy
    rating = hit_and_run_rating(rules, given["hit_and_run_rating"], given["infield"], a_runner_is_held=held)
    return {"effective_hit_and_run_rating": rating}


def hit_and_run_lineout(given: Given, ruleset: str) -> Given:
    reading = parse_reading(given["reading"])
    if given["play"] == "hit_and_run":
        reading = lineout_on_hit_and_run(load_edition(ruleset).strategy, reading, given["card"])
    return {"effective_reading": write_reading(reading)}


def batter_misses_pitch(given: Given, ruleset: str) -> Given:
    rolls = load_edition(ruleset).strategy.misses_pitch_rolls_for_lead
    return {
        "forced_steal": given["result"] == "batter misses pitch",
        "roll_for_good_lead": rolls and not given.get("lead_roll_already_failed", False),
    }


def basic_steal(given: Given, ruleset: str) -> Given:
    if "charted_safe_max" not in given:
        lead, *trail = runners(state_of(given["bases"]))
        names = {BASE_NUMBERS[base]: name for base, name in given["bases"].items()}
        answer: Given = {"grade_used": given[f"r{lead}_grade"]}
        return answer | ({"trail_advances": names[trail[0]]} if trail else {})
    battery = Battery(arm=given.get("catcher_arm", 0), catcher_range=given.get("catcher_rating", 3))
    rules = load_edition(ruleset).stealing
    safe = grade_chance(rules, given["steal_grade"], given["charted_safe_max"], battery, held=given["held"])
    return {"safe_max": safe.safe}


def basic_hold(given: Given, ruleset: str) -> Given:
    return {"hold_may_change": hold_change_ruling(load_edition(ruleset).stealing, _change(given["event"])).allowed}


def _change(event: str) -> Change:
    if "same" in event:
        return "same_men"
    if "batter" in event:
        return "new_batter"
    if "pitch" in event:
        return "new_pitcher"
    return "new_catcher" if "catcher" in event else "same_men"


def basic_rest(given: Given, ruleset: str) -> Given:
    needed = rest_after_start(load_edition(ruleset).rest, asterisk=given["pitcher_asterisk"])
    return {"may_start": given["games_of_rest"] >= needed}


def injury_trigger(given: Given, ruleset: str) -> Given:
    hurt = who_is_hurt(
        load_edition(ruleset).injuries,
        plus_injury="reading" in given and parse_reading(given["reading"]).injury,
        white=given.get("white", 0),
        colored=sum(given.get("colored", ())),
        designated_hitter_bats=given.get("dh_in_use", False) and given.get("batter_is_dh", False),
    )
    return {
        "pitcher_injured": hurt == "fielding_pitcher",
        "batter_injured": hurt == "batter",
        "play_completed_first": hurt != "",  # the injury is read off a play already made
    }


ADAPTERS = {
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
