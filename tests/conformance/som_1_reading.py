"""Sections 1, 11 and 12: dice, splits, sides, batting codes and power."""

from typing import Any

from rules_engine.systems.strat_o_matic.ball.dice import bats_from, card_line, card_sides, line_under_power, read_split
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.reading import Line, Part, Reading
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from tests.conformance.words.som_facts import heard, plain

SYSTEMS = ("som_1",)
Given = dict[str, Any]
TOGETHER = "d20_rolled_together_with_batter_dice"
BARE_FLYOUTS = ("flyout", "fly_out", "fly", "flyball", "flyball_b", "flyball()b", "fly_b")


def split_line(parts: list[Given]) -> Line:
    """The line of a `split`; a flyout to nobody, as a ballpark gives it, stands for one to centre."""
    return Line(tuple(Part(part["low"], part["high"], reading_of(part["reading"])) for part in parts))


def text_at(parts: list[Given], thrown: int) -> str:
    """What the engine reads off a split, in the case's own spelling."""
    chosen = read_split(split_line(parts), thrown)
    [text] = {part["reading"] for part in parts if reading_of(part["reading"]) == chosen}
    return str(text)


def reading_of(text: str) -> Reading:
    """One reading in printed notation; a bare flyout is one to centre."""
    return parse_reading(_printed(text))


def _printed(reading: str) -> str:
    return "fly(cf)B" if plain(reading) in BARE_FLYOUTS else reading


def dice(given: Given, ruleset: str) -> Given:
    line = card_line(given["white"], given.get("colored_total") or sum(given["colored"]))
    answer: Given = {"card": line.card, "column": line.column, "row": line.row, "label": line.label}
    if "cards" in given:
        answer["reading"] = given["cards"][line.card][line.label]
    return answer


def split(given: Given, ruleset: str) -> Given:
    """T29.11: a d20 thrown along with the batter's dice serves where the edition lets it."""
    together = given.get(TOGETHER)
    answer: Given = {}
    if together is not None:
        serves = load_edition(ruleset).fielding.d20_with_batter_dice
        answer = {"further_d20_needed": not serves}
        together = together if serves else None
    thrown = given.get("d20", together)
    if thrown is None:
        return answer
    return answer | {"reading": text_at(given["split"], thrown)}


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
    told = {reading_of(text): text for text in texts_of(given)}
    parts = [(part.low, part.high, told.get(part.reading, write_reading(part.reading))) for part in line.parts]
    answer: Given = {"effective_split": [{"low": low, "high": high, "reading": text} for low, high, text in parts]}
    if "d20" in given or not line.is_split:
        thrown = given.get("d20", 1)
        answer["reading"] = next(text for low, high, text in parts if low <= thrown <= high)
    return answer


def texts_of(given: Given) -> list[str]:
    return [part["reading"] for part in given["split"]] if "split" in given else []


def as_told(reading: Reading, text: str) -> str:
    """The case's own spelling of a reading that stands, else the printed notation of what it became."""
    return text if reading_of(text) == reading else write_reading(reading)


ADAPTERS = heard(
    {
        "dice": dice,
        "split": split,
        "lefty_righty": lefty_righty,
        "pitcher_batting_code": pitcher_batting_code,
        "power": power,
    }
)
