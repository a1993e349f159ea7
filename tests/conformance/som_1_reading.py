"""Sections 1, 11 and 12: dice, splits, sides, batting codes and power."""

from typing import Any

from rules_engine.systems.strat_o_matic.dice import bats_from, card_line, card_sides, line_under_power, read_split
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.reading import Line, Part

SYSTEMS = ("som_1",)
Given = dict[str, Any]


def split_line(parts: list[Given]) -> Line:
    """The line of a `split`; a bare flyout, which no card prints, stands for a flyout to centre."""
    return Line(tuple(Part(part["low"], part["high"], parse_reading(_printed(part["reading"]))) for part in parts))


def _printed(reading: str) -> str:
    return "fly(cf)B" if reading.lower() == "flyout" else reading


def dice(given: Given, ruleset: str) -> Given:
    line = card_line(given["white"], given.get("colored_total") or sum(given["colored"]))
    answer: Given = {"card": line.card, "column": line.column, "row": line.row, "label": line.label}
    if "cards" in given:
        answer["reading"] = given["cards"][line.card][line.label]
    return answer


def split(given: Given, ruleset: str) -> Given:
    texts = {(part["low"], part["high"]): part["reading"] for part in given["split"]}
    chosen = read_split(split_line(given["split"]), given["d20"])
    line = split_line(given["split"])
    part = next(part for part in line.parts if part.reading == chosen and part.low <= given["d20"] <= part.high)
    return {"reading": texts[part.low, part.high]}


def lefty_righty(given: Given, ruleset: str) -> Given:
    batter, pitcher = card_sides(given["batter_hits"], given["pitcher_throws"])
    bats = bats_from(given["batter_hits"], given["pitcher_throws"])
    return {"batter_bats": bats, "batter_card_side": batter, "pitcher_card_side": pitcher}


def pitcher_batting_code(given: Given, ruleset: str) -> Given:
    code = parse_hitting_code(given["batting_rating"])
    return {"pitchers_hitting_card": code.card, "power": code.power, "bats": code.bats}


def power(given: Given, ruleset: str) -> Given:
    line = split_line(given["split"]) if "split" in given else parse_line(given["reading"])
    rating = given.get("batter_power") or given[f"batter_power_vs_{given['pitcher_throws'].lower()}hp"]
    if load_edition(ruleset).cards.power:
        line = line_under_power(line, given["card"], rating)
    answer: Given = {
        "effective_split": [
            {"low": part.low, "high": part.high, "reading": write_reading(part.reading)} for part in line.parts
        ]
    }
    if "d20" in given or not line.is_split:
        answer["reading"] = write_reading(read_split(line, given.get("d20", 1)))
    return answer


ADAPTERS = {
    "dice": dice,
    "split": split,
    "lefty_righty": lefty_righty,
    "pitcher_batting_code": pitcher_batting_code,
    "power": power,
}
