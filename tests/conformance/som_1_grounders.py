"""Sections 4, 6, 9, 15 and 20: groundballs, infield positions, gb()+ and lomax."""

from typing import Any

from rules_engine.baseball.bases import lead_runner, state_of
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.grounders import (
    PLAY_RESULTS,
    Grounder,
    chart_portion,
    groundball_code,
    lead_chance_on_decide,
    lead_may_go,
    resolve_grounder,
)
from rules_engine.systems.strat_o_matic.infield import fielder_position, infield_allowed, without_plus
from rules_engine.systems.strat_o_matic.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation
from tests.conformance.som_1_hits import AnswerTable, played, running_for

SYSTEMS = ("som_1",)
Given = dict[str, Any]
DECISIONS = {"sure_out_at_first": "first", "throw_for_lead": "lead"}


def _is_card(given: Given) -> bool:
    return given.get("source", "player card") == "player card"


def _column(given: Given) -> int:
    reading = given["reading"]
    return "123".index(reading[1]) if not _is_card(given) else "ABC".index(parse_reading(reading).letter)


def groundball(given: Given, ruleset: str) -> Given:
    edition, state = load_edition(ruleset), state_of(given["bases"])
    fielder = given["fielder"]
    situation = Situation(
        state,
        given["outs"],
        running=running_for(lead_runner(state), given.get("lead_running", 10)),
        infield=given["infield"],
        fielders={fielder: Fielder(given.get("fielder_range", 3))},
    )
    ball = Grounder(fielder, _column(given), "card" if _is_card(given) else "x")
    code = groundball_code(edition, situation, ball)
    answer: Given = {
        "fielder_position": fielder_position(edition, given["infield"], fielder, state, card=_is_card(given)),
        "result_code": code,
        "chart_portion": chart_portion(edition, situation, ball),
        "play_result": PLAY_RESULTS.get(code),
    }
    if code in ("Decide", "RightX"):
        answer["attempt_allowed"] = lead_may_go(situation, fielder)
        answer["safe_max"] = lead_chance_on_decide(situation, fielder).safe
    table = AnswerTable(any_d20=given.get("d20"))
    if "lead_attempts" in given:
        table.answers["send_lead"] = "send" if given["lead_attempts"] else "hold"
    if "defense" in given:
        table.answers["throw"] = DECISIONS[given["defense"]]
    try:
        return answer | played(resolve_grounder(table, edition, situation, ball), given, table)
    except DiceMissing:
        return answer


def position(given: Given, ruleset: str) -> Given:
    state = state_of(given["bases"])
    edition = load_edition(ruleset)
    where = fielder_position(edition, given["infield"], given["fielder"], state, card=_is_card(given))
    return {"fielder_position": where}


def gb_plus(given: Given, ruleset: str) -> Given:
    edition, reading = load_edition(ruleset), parse_reading(given["reading"])
    if "option_plusplus" in given:
        option = given["option_plusplus"]
        edition = edition.with_options("grounders", plus_with_infield_in=option, plus_with_runner_held=option)
    plain = without_plus(edition, reading, given["infield"], held=given.get("a_runner_is_held", False))
    return {"effective_reading": write_reading(plain, "basic" if ruleset == "som_basic" else "advanced")}


def lomax(given: Given, ruleset: str) -> Given:
    table = AnswerTable(any_d20=given.get("d20"))
    situation = Situation(state_of(given["bases"]), given["outs"])
    return played(resolve_lomax(table, load_edition(ruleset), situation), given, table)


def infield_position(given: Given, ruleset: str) -> Given:
    ruling = infield_allowed(
        load_edition(ruleset),
        given["infield"],
        state_of(given["bases"]),
        given["outs"],
        held=given.get("a_runner_is_held", False),
        for_sacrifice=given.get("anticipating_sacrifice", False),
    )
    return {"allowed": ruling.allowed}


ADAPTERS = {
    "groundball": groundball,
    "fielder_position": position,
    "gb_plus": gb_plus,
    "lomax": lomax,
    "infield_position": infield_position,
}
