"""Section 23.9: the delayed steal of home."""

from typing import Any

from rules_engine.baseball.bases import THIRD, state_of
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.ball.chances import Chance
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating, parse_steal_rating
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.running.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    delayed_steal_ruling,
    resolve_delayed_steal,
)
from tests.conformance.som_1_hits import AnswerTable
from tests.conformance.som_2_running import battery, place_of, steal_table
from tests.conformance.words.som_facts import base_list, heard
from tests.conformance.words.som_phrases import DELAYED_DEFENCE, kind_of

SYSTEMS = ("som_2",)
Given = dict[str, Any]


def delayed_steal(given: Given, ruleset: str) -> Given:
    rules, state = load_edition(ruleset).stealing, state_of(given.get("runners_on", ("first", "third")))
    tried = base_list("lead_attempts", given.get("lead_attempts"))
    legal = bool(delayed_steal_ruling(rules, state, lead_tried=bool(tried)))
    first, third = (rating_at(base, given) for base in ("first", "third"))
    at_second, at_home = delayed_chance_at_second(first, battery(given)), delayed_chance_at_home(third)
    answer: Given = {"legal": legal}
    if first or third:
        from_third = given.get("runner_on", given.get("runner")) == "third" or given.get("base") == "home"
        answer["safe_chance"] = (at_home if from_third else at_second).safe
        answer |= {"safe_chance_at_second": at_second.safe, "safe_chance_at_home": at_home.safe}
    if not legal or "defence" not in given:
        return answer
    table = delayed_table(given)
    chance = Chance(given.get("safe_chance_at_second", at_second.safe), "23.91A", ())
    home = Chance(given.get("safe_chance_at_home", at_home.safe), "23.91C", ())
    answer["third_may_go"] = table.answers["delayed_steal_throw"] == "throw"
    try:
        play = resolve_delayed_steal(table, given.get("outs", 0), chance, home)
    except DiceMissing:
        return answer
    return answer | {
        "runner_from_first": place_of(play, 1),
        "runner_from_third": place_of(play, THIRD),
        "run_scores": bool(play.scored),
        "runs": len(play.scored),
    }


def rating_at(base: str, given: Given) -> StealRating | None:
    """The rating of one of two runners, under the base's name or, for either, as steal_rating."""
    keys = (f"steal_rating_{base}", f"{base}_steal_rating", f"runner_on_{base}_rating", f"runner_from_{base}_rating")
    text = next((given[key] for key in keys if given.get(key)), given.get("steal_rating"))
    return parse_steal_rating(text) if text else None


def delayed_table(given: Given) -> AnswerTable:
    """The defence's whole plan is one phrase; one that only throws to second leaves open what it does then."""
    table, defence = steal_table(given), kind_of("defence", given["defence"], DELAYED_DEFENCE)
    table.answers |= {
        "delayed_steal_throw": "hold_ball" if defence == "hold_ball" else "throw",
        "delayed_steal_home": "go" if given.get("third_goes") else "stay",
    }
    if defence in ("cut", "through"):
        table.answers["delayed_steal_cut"] = defence
    return table


ADAPTERS = heard({"delayed_steal": delayed_steal})
