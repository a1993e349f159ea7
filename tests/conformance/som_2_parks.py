"""Section 30: ballparks, weather and clutch hitting."""

from typing import Any

from rules_engine.baseball.bases import state_of
from rules_engine.systems.strat_o_matic.ball.clutch import read_clutch
from rules_engine.systems.strat_o_matic.ball.dice import bats_from, line_under_power, read_split
from rules_engine.systems.strat_o_matic.ball.parks import FLYBALL_B, BySide, Park, line_to_read, symbols_ruling
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import Hand
from rules_engine.systems.strat_o_matic.cards.reading import Line, Mark, Reading
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from tests.conformance.som_1_reading import as_told
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import heard
from tests.conformance.words.som_phrases import OPTIONS, kind_of

SYSTEMS = ("som_2",)
Given = dict[str, Any]
NUMBERS = {"black_diamond": "park_homer", "black_triangle": "park_single"}
MARKS = {
    "black_diamond": Mark.PARK_HOMERUN,
    "black_triangle": Mark.PARK_SINGLE,
    "white_triangle": Mark.SECOND_READING,
    "horseshoe": Mark.CLUTCH,
}
FIRST_READING = "strikeout"  # stands for the printed reading that a case leaves out


def ballpark(given: Given, ruleset: str) -> Given:
    edition = load_edition(ruleset)
    if "symbol" not in given:
        return {"allowed": option_allowed(edition, given)}
    needed = NUMBERS.get(given["symbol"]) if edition.parks.symbols else None
    if needed and needed not in given:
        raise UnknownWords(needed, None, "the park's numbers for L and R")
    numbers = [BySide(**given.get(key, {"L": 0, "R": 0})) for key in NUMBERS.values()]
    side = side_of(given) if needed else "R"  # without numbers the side changes nothing
    second = given.get("second_reading")
    line = Line(
        parse_line(given.get("first_reading", FIRST_READING)).parts,
        MARKS[given["symbol"]],
        parse_line(second) if second else None,
    )
    read = line_to_read(edition.parks, line, Park("", *numbers), side)
    if edition.cards.power and line.marks is Mark.PARK_HOMERUN:
        read = line_under_power(read, given.get("card", "pitcher"), given.get("power", given.get("batter_power", "N")))
    answer: Given = {"park_roll_needed": edition.parks.symbols and line.marks in (Mark.PARK_HOMERUN, Mark.PARK_SINGLE)}
    for key, printed in (("first_reading", line), ("second_reading", line.second)):
        if read == printed and key in given:
            return answer | {"result": given[key]}
    thrown = given.get("d20")
    reading = read.only if not read.is_split else read_split(read, thrown) if thrown else None
    return answer if reading is None else answer | {"result": as_printed(reading, given)}


def side_of(given: Given) -> Hand:
    """B8, 11.1: the side he bats from, told or worked out from his hand and the pitcher's."""
    if "batting_side" in given:
        return "L" if given["batting_side"] == "L" else "R"
    return "L" if bats_from(given["batter_hits"], given["pitcher_throws"]) == "L" else "R"


def option_allowed(edition: Edition, given: Given) -> bool:
    """One feature by name, or which of the two are used, as `ballpark` and `clutch`."""
    if "option" not in given:
        ballpark_used, clutch_used = given["ballpark"], given["clutch"]
        return bool(symbols_ruling(edition.parks, ballpark=ballpark_used, clutch=clutch_used))
    option = kind_of("option", given["option"], OPTIONS)
    if option == "weather":
        return edition.parks.weather
    ballpark_used, clutch_used = option != "clutch_only", option != "ballpark_only"
    return bool(symbols_ruling(edition.parks, ballpark=ballpark_used, clutch=clutch_used))


def as_printed(reading: Reading, given: Given) -> str:
    """The case's own spelling of a reading that stands."""
    if reading == FLYBALL_B:
        return "flyball B"
    return as_told(reading, given["reading"]) if "reading" in given else write_reading(reading)


def clutch(given: Given, ruleset: str) -> Given:
    reading = parse_reading(given["reading"])
    if MARKS[given.get("symbol", "horseshoe")] is not Mark.CLUTCH:
        return {"result": given["reading"]}
    state = state_of(given["runners_on"])
    return {"result": as_printed(read_clutch(load_edition(ruleset).parks, reading, given["outs"], state), given)}


ADAPTERS = heard({"ballpark": ballpark, "clutch": clutch})
