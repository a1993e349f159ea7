"""Sections 4, 6, 9, 15 and 20: groundballs, infield positions, gb()+ and lomax."""

from typing import Any

from rules_engine.baseball.bases import lead_runner, state_of
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.ball.grounders import (
    PLAY_RESULTS,
    Grounder,
    chart_portion,
    groundball_code,
    lead_chance_on_decide,
    lead_may_go,
    resolve_grounder,
)
from rules_engine.systems.strat_o_matic.ball.infield import fielder_position, infield_allowed, without_plus
from rules_engine.systems.strat_o_matic.ball.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.ball.situation import Fielder, Situation
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from tests.conformance.som_1_hits import AnswerTable, played, running_for
from tests.conformance.som_1_reading import as_told
from tests.conformance.words.som_facts import CARD_SOURCES, DECIDE_THROWS, heard, one_of, plain

SYSTEMS = ("som_1",)
Given = dict[str, Any]
X_RESULTS = {"1": ("g1", "g1#"), "2": ("g2", "g2#"), "3": ("g3", "g3#")}


def _is_card(given: Given) -> bool:
    """A card's groundball, or one of the X chart; `source` may also be the X reading itself, such as gb(p)X."""
    source = plain(given.get("source", "card"))
    return not source.endswith((")x", "catch_x")) and one_of("source", source, CARD_SOURCES) == "card"


def _column(given: Given) -> int:
    if _is_card(given):
        return "ABC".index(parse_reading(given["reading"]).letter)
    return int(one_of("reading", given["reading"], X_RESULTS)) - 1


def groundball(given: Given, ruleset: str) -> Given:
    edition, state = load_edition(ruleset), state_of(given["bases"])
    fielder, infield = given["fielder"], given.get("infield", "back")
    situation = Situation(
        state,
        given["outs"],
        running=running_for(lead_runner(state), given.get("lead_running", 10)),
        infield=infield,
        fielders={fielder: Fielder(given.get("fielder_range", 3))},
    )
    ball = Grounder(fielder, _column(given), "card" if _is_card(given) else "x")
    code = groundball_code(edition, situation, ball)
    told = "lead_running" in given and "fielder_range" in given  # T15.0 Decide is reckoned from these
    answer: Given = {
        "fielder_position": fielder_position(edition, infield, fielder, state, card=_is_card(given)),
        "result_code": code,
        "chart_portion": chart_portion(edition, situation, ball),
        "play_result": PLAY_RESULTS.get(code),
    }
    if code in ("Decide", "RightX"):
        answer["attempt_allowed"] = lead_may_go(situation, fielder)
        if told:
            answer["safe_max"] = lead_chance_on_decide(situation, fielder).safe
    table = AnswerTable(any_d20=given.get("d20") if told else None)
    if "lead_attempts" in given:
        table.answers["send_lead"] = "send" if given["lead_attempts"] else "hold"
    if "defense" in given:
        table.answers["throw"] = one_of("defense", given["defense"], DECIDE_THROWS)
    try:
        return answer | played(resolve_grounder(table, edition, situation, ball), given, table)
    except DiceMissing:
        return answer


def position(given: Given, ruleset: str) -> Given:
    state = state_of(given["bases"])
    edition = load_edition(ruleset)
    where = fielder_position(edition, given.get("infield", "back"), given["fielder"], state, card=_is_card(given))
    return {"fielder_position": where}


def gb_plus(given: Given, ruleset: str) -> Given:
    edition, reading = load_edition(ruleset), parse_reading(given["reading"])
    if "option_plusplus" in given:
        option = given["option_plusplus"]
        edition = edition.with_options("grounders", plus_with_infield_in=option, plus_with_runner_held=option)
    becomes = without_plus(edition, reading, given.get("infield", "back"), held=given.get("a_runner_is_held", False))
    return {"effective_reading": as_told(becomes, given["reading"].rstrip("+ "))}


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


ADAPTERS = heard(
    {
        "groundball": groundball,
        "fielder_position": position,
        "gb_plus": gb_plus,
        "lomax": lomax,
        "infield_position": infield_position,
    }
)
