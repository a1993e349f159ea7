"""Sections 3, 14 and 21: fly balls, tags and throws, homeruns taken back, the outfield in."""

from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS, FIRST, SECOND, THIRD, is_on, state_of
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.ball.chances import fly_query_chance, fly_right_chance, fly_trail_chance
from rules_engine.systems.strat_o_matic.ball.dice import read_split
from rules_engine.systems.strat_o_matic.ball.flies import (
    cutoff_is_offered,
    homerun_stands,
    outfield_in_allowed,
    query_may_be_tried,
    resolve_fly,
    robbing_fielder,
    second_may_try,
    wall_side,
)
from rules_engine.systems.strat_o_matic.ball.situation import Fielder, Situation
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Kind, Line, Reading
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from tests.conformance.som_1_hits import AnswerTable, chance_told, plate_roll, played, running_for
from tests.conformance.som_1_reading import split_line
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import CARD_SOURCES, SECOND_THROWS, THROWS, heard, one_of, plain

SYSTEMS = ("som_1",)
Given = dict[str, Any]
CHART_FLIES = ("f1", "f2", "f3")


def moment(given: Given, runner_from: int) -> Situation:
    fielders = {position: Fielder(3, arm=given.get("arm", 0)) for position in OUTFIELD}
    fielders["c"] = Fielder(given.get("catcher_rating", 3))
    return Situation(
        state_of(given.get("bases", ())),
        given.get("outs", 0),
        running=running_for(runner_from, given.get("running", 10)),
        held=0b111 if given.get("held") else 0,
        outfield_in=given.get("outfield") == "in",
        fielders=fielders,
    )


def from_card(given: Given) -> bool:
    """A card's flyball, or one of a fielding chart."""
    return one_of("source", given.get("source", "card"), CARD_SOURCES) == "card"


def fly_table(given: Given) -> AnswerTable:
    table = AnswerTable(any_d20=given.get("d20"))
    for key, question in (
        ("offense_sends", "send_lead"),
        ("offense_sends_lead", "send_lead"),
        ("offense_sends", "send_second"),
        ("trail_attempts", "send_trail"),
    ):
        if key in given:
            table.answers[question] = "send" if given[key] else "hold"
    if "defense" in given:
        throws = one_of("defense", given["defense"], THROWS) == "throw"
        table.answers["throw"] = "throw" if throws else "cut_off"
    if "defense_second" in given:
        table.answers["cut"] = one_of("defense_second", given["defense_second"], SECOND_THROWS)
    return table


def _play(given: Given, edition: Edition, situation: Situation, reading: Reading) -> Given:
    """The play where the case gives all that it needs, else nothing."""
    table = fly_table(given)
    card = from_card(given)
    table.rolls |= plate_roll(given, fly_query_chance(situation, reading.fielder).safe)
    try:
        return played(resolve_fly(table, edition, situation, reading, from_card=card), given, table)
    except DiceMissing:
        return {}


def fly(given: Given, ruleset: str) -> Given:
    return _play(given, load_edition(ruleset), moment(given, THIRD), parse_reading(given["reading"]))


def fly_b_query(given: Given, ruleset: str) -> Given:
    edition, reading = load_edition(ruleset), parse_reading(given["reading"])
    situation = moment(given, BASE_NUMBERS[given.get("runner_from", "third")])
    return {
        "attempt_allowed": query_may_be_tried(edition, situation, reading),
        **chance_told(given, fly_query_chance(situation, reading.fielder), "running"),
        **_play(given, edition, situation, reading),
    }


def fly_rf_b_second(given: Given, ruleset: str) -> Given:
    if plain(given["reading"]) in CHART_FLIES:
        return {"attempt_allowed": False}  # a symbol of the Super Advanced chart is no fly(rf)B (14.32)
    edition, reading, situation = load_edition(ruleset), parse_reading(given["reading"]), moment(given, SECOND)
    card = from_card(given)
    safe = fly_right_chance(situation).safe
    answer: Given = {"attempt_allowed": second_may_try(edition, situation, reading, from_card=card)}
    if "running" in given:
        answer |= {"safe": [1, safe], "hold": [safe + 1, 19] if safe < 19 else None, "out": [20, 20]}
    return answer | (_play(given, edition, situation, reading) if "offense_sends" in given else {})


def fly_b_query_trail(given: Given, ruleset: str) -> Given:
    start = BASE_NUMBERS[given["runner_from"]]
    situation = moment(given, start)
    fielder = given.get("outfielder") or parse_reading(given["reading"]).fielder
    return chance_told(given, fly_trail_chance(situation, start, fielder), "running")


def fly_b_query_cutoff(given: Given, ruleset: str) -> Given:
    edition, reading, situation = load_edition(ruleset), parse_reading(given["reading"]), moment(given, THIRD)
    trail = SECOND if is_on(situation.state, SECOND) else FIRST
    situation = _with_chances(situation, reading.fielder, trail, given)
    offered = cutoff_is_offered(edition, situation, reading)
    return {"cutoff_offered": offered, **_play(given, edition, situation, reading)}


def _with_chances(situation: Situation, fielder: str, trail: int, given: Given) -> Situation:
    """Running ratings that give the chances of the case, by the rule's own arithmetic."""
    ratings = list(situation.running)
    if "lead_safe_max" in given:
        ratings[THIRD] = next(
            rating
            for rating in range(-20, 41)
            if fly_query_chance(situation._replace(running=running_for(THIRD, rating)), fielder).safe
            == given["lead_safe_max"]
        )
    if "trail_safe_max" in given:
        ratings[trail] = next(
            rating
            for rating in range(-20, 41)
            if fly_trail_chance(situation._replace(running=running_for(trail, rating)), trail, fielder).safe
            == given["trail_safe_max"]
        )
    return situation._replace(running=(ratings[0], ratings[1], ratings[2], ratings[3]))


def hr_rob(given: Given, ruleset: str) -> Given:
    answer: Given = {}
    bats = given.get("batter_bats", "R")
    if "batter_bats" in given:
        answer["wall_side_consulted"] = wall_side(bats)
    if "split" not in given:
        return answer
    line = split_line(given["split"])
    fielder = robbing_fielder(
        load_edition(ruleset), line, given["d20"], bats, wall_over_10_ft=given.get("wall_over_10_ft", False)
    )
    answer["fielder_check"] = bool(fielder)
    if fielder in ("", "cf") or "batter_bats" in given:
        answer["fielder"] = fielder or None  # which corner depends on the batter's side
    homerun = read_split(line, given["d20"]).kind is Kind.HOMERUN
    if fielder and "check_d20" in given:
        homerun = homerun_stands(given["fielder_rating"], given["check_d20"])
    if not fielder or "check_d20" in given:
        answer["result"] = _text_of(given, line, homerun=homerun)
    return answer


def _text_of(given: Given, line: Line, *, homerun: bool) -> str:
    """The case's own words for the homerun of its split, or for the other part."""
    pairs = zip(given["split"], line.parts, strict=True)
    texts = [part["reading"] for part, read in pairs if (read.reading.kind is Kind.HOMERUN) is homerun]
    if len(texts) != 1:
        raise UnknownWords("split", texts, "one homerun and one other reading")
    return str(texts[0])


def outfield_in(given: Given, ruleset: str) -> Given:
    given = {"outfield": "in"} | given  # what the area is about
    edition, reading, situation = load_edition(ruleset), parse_reading(given["reading"]), moment(given, THIRD)
    answer: Given = {"effective_reading": given["reading"]}
    if reading.query:
        answer |= chance_told(given, fly_query_chance(situation, reading.fielder), "running")
    else:
        play = resolve_fly(fly_table(given), edition, situation, reading)
        answer["effective_reading"] = play.kind if play.kind == "single" else given["reading"]
    return answer | _play(given, edition, situation, reading)


def outfield_in_legality(given: Given, ruleset: str) -> Given:
    ruling = outfield_in_allowed(
        load_edition(ruleset),
        inning=given["inning"],
        bottom=given["half"] == "bottom",
        lead=given["score_batting"] - given["score_fielding"],
        state=state_of(given["bases"]),
        outs=given["outs"],
    )
    return {"allowed": ruling.allowed}


ADAPTERS = heard(
    {
        "fly": fly,
        "fly_b_query": fly_b_query,
        "fly_rf_b_second": fly_rf_b_second,
        "fly_b_query_trail": fly_b_query_trail,
        "fly_b_query_cutoff": fly_b_query_cutoff,
        "hr_rob": hr_rob,
        "outfield_in": outfield_in,
        "outfield_in_legality": outfield_in_legality,
    }
)
