"""Sections 5 and 16: X chances on the three fielding charts. Cells that a case names stand in for the chart."""

from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS, state_of
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.ball.battery import Battery
from rules_engine.systems.strat_o_matic.ball.chances import f2_chance
from rules_engine.systems.strat_o_matic.ball.fielding_chart import NO_ERROR, load_fielding_chart
from rules_engine.systems.strat_o_matic.ball.infield import without_sharp
from rules_engine.systems.strat_o_matic.ball.outcomes import Outcome, parse_outcome
from rules_engine.systems.strat_o_matic.ball.situation import Situation
from rules_engine.systems.strat_o_matic.ball.wild_pitches import popup_may_get_away
from rules_engine.systems.strat_o_matic.ball.x_chances import bent_outcome, by_white_die, e_row, resolve_outcome
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_fielding
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from tests.conformance.som_1_flies import fly_table, moment
from tests.conformance.som_1_hits import chance_told, played
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import ERRORS, heard, one_of, plain

SYSTEMS = ("som_1",)
Given = dict[str, Any]
ERROR_WORDS = {1: "one-base error", 2: "two-base error", 3: "three-base error"}


def xchance(given: Given, ruleset: str) -> Given:
    edition, answer = load_edition(ruleset), {}
    for key, part in PARTS.items():
        if key in given:
            answer |= part(given, edition)
    return answer


def _together(given: Given, edition: Edition) -> Given:
    """T29.11: the d20 thrown with the batter's dice is the range roll where the edition lets it be."""
    serves = edition.fielding.d20_with_batter_dice
    return {"range_roll": given["d20_rolled_together_with_batter_dice"], "further_d20_needed": not serves}


def _basic_chart(given: Given, edition: Edition) -> Given:
    position = parse_reading(given["reading"]).fielder or "c"  # a catcher's X names nobody
    cell = given["chart"][position][str(given["fielder_rating"])][str(given["d20"])]
    return {"reading": cell, **_resolved(given, edition, position, parse_outcome(cell))}


def _white_die(given: Given, edition: Edition) -> Given:
    cells = [(part["white"][0], part["white"][1], part["reading"]) for part in given["chart_reading"]]
    return {"reading": by_white_die(cells, given["white"])}


def _e_rating(given: Given, edition: Edition) -> Given:
    return {"e_row_used": e_row(edition, given["fielder_e"], given["advanced_chart_max_e"])}


def _whole_chance(given: Given, edition: Edition) -> Given:
    fielder = parse_fielding(given["fielder"])[0]
    total = sum(given["error_d6"])
    symbol = given["range_chart"][str(given["range_d20"])][str(fielder.range)]
    cells = given[f"error_chart_{fielder.position}"][str(fielder.e)]
    error = cells.get(str(total), NO_ERROR)
    held, infield = given.get("runner_held", False), given.get("infield", "back")
    effective = without_sharp(infield, fielder.position, symbol, holds_runner=held)
    outcome = bent_outcome(edition, load_fielding_chart(), fielder.position, effective, error)
    return {
        "range_rating": fielder.range,
        "e_rating": fielder.e,
        "error_total": total,
        "range_symbol": symbol,
        "error_symbol": None if error == NO_ERROR else error,
        "result": _described(edition, outcome),
    }


def _described(edition: Edition, outcome: Outcome) -> str:
    if not outcome.error or outcome.word == "error":
        return ERROR_WORDS.get(outcome.error, outcome.word)
    as_printed = edition.key != "star" and outcome.error == 1  # "Single and Error" where STAR counts the base
    error = "error" if as_printed else ERROR_WORDS[outcome.error]
    return f"{outcome.word} and {error}"


def _rare_play(given: Given, edition: Edition) -> Given:
    if given["rare_play"] != "PO":
        raise UnknownWords("rare_play", given["rare_play"], "PO")
    situation = moment(given, 1)
    play = _resolved(given, edition, "2b", parse_outcome("infield fly"))
    return {"result": "infield_fly" if play["out"] else "single", "situation": situation.state, **play}


def _symbols(given: Given, edition: Edition) -> Given:
    symbol, fielder = given["range_symbol"], given.get("fielder", "")
    infield = given.get("infield", "back")
    effective = without_sharp(infield, fielder, symbol, holds_runner=given.get("runner_held", False))
    answer: Given = {"effective_symbol": effective}
    if effective == "F2":
        situation = moment(given, BASE_NUMBERS[given.get("runner_from", "second")])
        found = f2_chance(situation, fielder)
        answer |= chance_told(given, found, "running")
        answer |= {"minus_five_applied": found.has("trail"), "hold_range": None}
    if "error_symbol" in given and fielder:
        error = one_of("error_symbol", given["error_symbol"], ERRORS) or NO_ERROR
        outcome = bent_outcome(edition, load_fielding_chart(), fielder, effective, error)
        answer |= {"result": _described(edition, outcome), **_resolved(given, edition, fielder, outcome)}
    return answer


def _catcher_popup(given: Given, edition: Edition) -> Given:
    if plain(given["reading"]) not in ("p/p", "p/f"):
        return {}  # the reading that the other parts have resolved
    pitches = edition.with_options("pitches", wild_pitches=True)  # 16.6 belongs to that option
    error = one_of("error_symbol", given.get("error_symbol"), ERRORS)
    rare, state = error == "RP", state_of(given["bases"])
    return {"passed_ball_check": popup_may_get_away(pitches, state, error=bool(error) and not rare, rare_play=rare)}


def _resolved(given: Given, edition: Edition, position: str, outcome: Outcome) -> Given:
    situation = moment(given, BASE_NUMBERS[given.get("runner_from", "second")]) if "bases" in given else Situation()
    situation = situation._replace(infield=given.get("infield", "back"))
    table = fly_table(given)
    try:
        return played(resolve_outcome(table, edition, situation, position, Battery(), outcome), given, table)
    except DiceMissing:
        return {}


PARTS = {
    "d20_rolled_together_with_batter_dice": _together,
    "chart": _basic_chart,
    "chart_reading": _white_die,
    "fielder_e": _e_rating,
    "error_d6": _whole_chance,
    "rare_play": _rare_play,
    "range_symbol": _symbols,
    "reading": _catcher_popup,
}

ADAPTERS = heard({"xchance": xchance})
