"""Sections 8, 20, 22 and 23: runners held, who holds them, what that changes, and what STAR presumes."""

from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS, HOME, runners, state_of
from rules_engine.systems.strat_o_matic.ball.chances import lead_chance
from rules_engine.systems.strat_o_matic.ball.infield import infield_allowed, may_hold, without_plus, without_sharp
from rules_engine.systems.strat_o_matic.ball.situation import Situation
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_fielding
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.running.holding import (
    hold_change_ruling,
    holders,
    load_hold_chart,
    must_ask_before_steal,
    pinch_runner_ruling,
    presumed_held,
    range_while_holding,
)
from rules_engine.systems.strat_o_matic.running.leads import FailedLead
from tests.conformance.som_1_reading import as_told
from tests.conformance.som_1_strategy import change_of_men
from tests.conformance.words.som_facts import LEADS, base_list, heard, one_of, plain
from tests.conformance.words.som_phrases import SAID, kind_of

SYSTEMS = ("som_2",)
SETS = {"responsible"}
Given = dict[str, Any]


def hold_legality(given: Given, ruleset: str) -> Given:
    return {"legal": not given.get("hold", True) or bool(may_hold(load_edition(ruleset), given["infield"]))}


def groundball_plus(given: Given, ruleset: str) -> Given:
    edition, reading = load_edition(ruleset), parse_reading(given["reading"])
    becomes = without_plus(edition, reading, given.get("infield", "back"), held=bool(given.get("held")))
    return {"becomes": as_told(becomes, given["reading"].rstrip("+ "))}


def infield_in_legality(given: Given, ruleset: str) -> Given:
    ruling = infield_allowed(
        load_edition(ruleset),
        given.get("infield", "in"),
        state_of(given["runners_on"]),
        given.get("outs", 0),
        held=bool(given.get("held") or given.get("hold")),
        for_sacrifice=given.get("anticipating_sacrifice", False),
    )
    return {"legal": bool(ruling)}


def hold_change(given: Given, ruleset: str) -> Given:
    change = change_of_men(given["event"])
    return {"defence_may_change_holds": bool(hold_change_ruling(load_edition(ruleset).stealing, change))}


def holding_fielders(given: Given, ruleset: str) -> Given:
    held, side = held_bases(given), given["batting_side"]
    chart = load_hold_chart()
    positions = [position for base in reversed(runners(held)) for position in chart[base, side]]
    used = holders(load_edition(ruleset).stealing, held, side)
    return {"responsible": [position.upper() for position in positions if position in used]}


def held_bases(given: Given) -> int:
    return state_of(base_list("held_on", given["held_on"]))


def chance_position(given: Given) -> str:
    return parse_reading(given["chance"]).fielder


def holding_range_penalty(given: Given, ruleset: str) -> Given:
    position = given.get("position") or chance_position(given)
    [printed] = parse_fielding(f"{position}-{given['rating']}")
    if "chance" in given and chance_position(given) != position:
        return {"rating_used": printed.rating}
    rules = load_edition(ruleset).stealing
    worse = range_while_holding(rules, position, printed.range, held_bases(given), given["batting_side"])
    return {"rating_used": f"{worse}e{printed.e}"}


def holding_hash_result(given: Given, ruleset: str) -> Given:
    position = chance_position(given)
    holds = position in holders(load_edition(ruleset).stealing, held_bases(given), given["batting_side"])
    infield = given.get("infield", "back")
    return {"becomes": without_sharp(infield, position, given["range_symbol"], holds_runner=holds)}


def held_running_adjustment(given: Given, ruleset: str) -> Given:
    base = BASE_NUMBERS[given["runner_on"]]
    running = [10, 10, 10, 10]
    running[base] = given["running"]
    held = state_of([given["runner_on"]]) if given.get("held") else 0
    situation = Situation(state_of([given["runner_on"]]), running=tuple(running), held=held)
    terms = dict(lead_chance(load_edition(ruleset), situation, base, min(base + 2, HOME), "cf").terms)
    return {"adjusted_running": terms["running"] + terms.get("held", 0) + terms.get("not held", 0)}


def said(given: Given) -> bool | None:
    """What the defence has said of this runner; None when it has said nothing."""
    word = given.get("defence_said")
    if isinstance(word, bool):
        return word
    if word is None or plain(word) in ("", "none") or "nothing" in plain(word):
        return None
    return kind_of("defence_said", word, SAID) == "held"


def presumed_hold(given: Given, ruleset: str) -> Given:
    others = state_of(given.get("other_runners_on", ()))
    base = BASE_NUMBERS[given["runner_on"]]
    rules = load_edition(ruleset).stealing
    return {"presumed_held": presumed_held(rules, given["asterisk"], base, others, said(given))}


def ask_before_steal(given: Given, ruleset: str) -> Given:
    target = BASE_NUMBERS[given["target"]] if "target" in given else BASE_NUMBERS[given["runner_on"]] + 1
    return {"offence_must_ask": must_ask_before_steal(load_edition(ruleset).stealing, given["asterisk"], target)}


def pinch_run_after_failed_lead(given: Given, ruleset: str) -> Given:
    failed = one_of("lead_attempt", given.get("lead_attempt"), LEADS) == "failed" and not given.get(
        "moved_base_since", False
    )
    earlier = FailedLead(False, 0, 0) if failed else None
    base = BASE_NUMBERS[given.get("runner_on", "first")]
    return {"pinch_runner_allowed": bool(pinch_runner_ruling(load_edition(ruleset).stealing, base, earlier))}


ADAPTERS = heard(
    {
        "hold_legality": hold_legality,
        "groundball_plus": groundball_plus,
        "infield_in_legality": infield_in_legality,
        "hold_change": hold_change,
        "holding_fielders": holding_fielders,
        "holding_range_penalty": holding_range_penalty,
        "holding_hash_result": holding_hash_result,
        "held_running_adjustment": held_running_adjustment,
        "presumed_hold": presumed_hold,
        "ask_before_steal": ask_before_steal,
        "pinch_run_after_failed_lead": pinch_run_after_failed_lead,
    }
)
