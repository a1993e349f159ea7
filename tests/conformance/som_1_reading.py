"""Adapters for sections 1, 11 and 12: dice, splits, sides, batting codes and power."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_engine.systems.strat_o_matic.cards.dice import card_line, read_split
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.reading import Line, Part, Reading
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import apply_batter_power
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.given import CaseFacts
from tests.conformance.playing import Answer, Scene, Script, columns
from tests.conformance.words.som_facts import FIELDS, plain, word_for

SYSTEMS = ("som_1",)
WORDS = FIELDS
CARDS = {"batter": 1, "pitcher": 4}  # with a white die that selects each card
TOGETHER = "d20_rolled_together_with_batter_dice"
BARE_FLYOUTS = ("flyout", "fly_out", "fly", "flyball", "flyball_b", "flyball()b", "fly_b")


def split_line(parts: Iterable[Mapping[str, Any]]) -> Line:
    """Return the line for a `split`. A ballpark's flyout without a fielder goes to center."""
    return Line(tuple(Part(part["low"], part["high"], reading_of(part["reading"])) for part in parts))


def text_at(parts: Iterable[Mapping[str, Any]], roll: int) -> str:
    """Return the engine's reading of a split, in the case's own spelling."""
    chosen = read_split(split_line(parts), roll)
    [text] = {part["reading"] for part in parts if reading_of(part["reading"]) == chosen}
    return str(text)


def reading_of(text: str) -> Reading:
    """Return a reading in printed notation. A flyout without a fielder goes to center."""
    return parse_reading(_printed(text))


def _printed(reading: str) -> str:
    return "fly(cf)B" if plain(reading) in BARE_FLYOUTS else reading


def dice(facts: CaseFacts, ruleset: str) -> Answer:
    """1.0: return the card line that the dice select. `cards` contains the cards to look it up on."""
    line = card_line(facts["white"], facts["colored_total"] if "colored_total" in facts else sum(facts["colored"]))
    answer: Answer = {"card": line.card, "column": line.column, "row": line.row, "label": line.label}
    if "cards" in facts:
        answer["reading"] = facts.full("cards")[line.card][line.label]
    return answer


def split(facts: CaseFacts, ruleset: str) -> Answer:
    """T29.11: use a d20 rolled with the batter's dice if the ruleset allows it."""
    together = facts.get(TOGETHER)
    split_line(facts["split"])
    answer: Answer = {}
    if together is not None:
        serves = load_ruleset(ruleset).fielding.d20_with_batter_dice
        answer = {"further_d20_needed": not serves}
        together = together if serves else None
    roll = facts.absent("d20", together)
    return answer if roll is None else answer | {"reading": text_at(facts["split"], roll)}


def lefty_righty(facts: CaseFacts, ruleset: str) -> Answer:
    """11.1: put a single on the left side of both cards and a double on the right, then play."""
    sides = columns(parse_line("DOUBLE"), left=parse_line("SINGLE"))
    hands = {"bats": facts["batter_hits"], "columns": sides}, {"throws": facts["pitcher_throws"], "columns": sides}
    scenes = [Scene(load_ruleset(ruleset), batter=hands[0], pitcher=hands[1]) for _ in CARDS]
    plays = [scene.play(Script({"white": white})) for scene, white in zip(scenes, CARDS.values(), strict=True)]
    read = ["left" if play and play.kind == "single" else "right" for play in plays]
    batting_side = scenes[0].game.setup.at_bat("batter", "p").batting_side
    return {"batter_bats": batting_side, "batter_card_side": read[0], "pitcher_card_side": read[1]}


def pitcher_batting_code(facts: CaseFacts, ruleset: str) -> Answer:
    code = parse_hitting_code(facts["batting_rating"])
    return {"pitchers_hitting_card": code.card, "power": code.power, "bats": code.bats}


def power(facts: CaseFacts, ruleset: str) -> Answer:
    """12.1, 12.11: return the game's result of each reading for this batter against this pitcher."""
    line = split_line(facts["split"]) if "split" in facts else parse_line(facts["reading"])
    setup, card = power_book(facts, ruleset), word_for("card", facts["card"], dict.fromkeys(CARDS, ()))
    at_bat = setup.at_bat("batter", "p")
    readings = {reading_of(text): text for text in texts_of(facts)}
    parts = []
    for part in line.parts:
        becomes = apply_batter_power(setup, at_bat, card, part.reading)
        parts.append({"low": part.low, "high": part.high, "reading": readings.get(becomes, write_reading(becomes))})
    answer: Answer = {"effective_split": parts}
    if "d20" in facts or not line.is_split:
        roll = facts["d20"] if line.is_split else 1
        answer["reading"] = next(part["reading"] for part in parts if part["low"] <= roll <= part["high"])
    return answer


def power_book(facts: CaseFacts, ruleset: str) -> GameSetup:
    """Return the cards of batter and pitcher, with power against each hand, or the same power against both."""
    if "batter_power" in facts:
        ratings, throws = dict.fromkeys(("left", "right"), facts["batter_power"]), "R"
    else:
        ratings = {"left": facts["batter_power_vs_lhp"], "right": facts["batter_power_vs_rhp"]}
        throws = facts["pitcher_throws"]
    scene = Scene(load_ruleset(ruleset), batter={"power": ratings}, pitcher={"throws": throws})
    return scene.game.setup


def texts_of(facts: CaseFacts) -> list[str]:
    return [part["reading"] for part in facts["split"]] if "split" in facts else []


def printed_form(reading: Reading, text: str) -> str:
    """Return the case's own spelling of an unchanged reading, or else the new reading in printed notation."""
    return text if reading_of(text) == reading else write_reading(reading)


ADAPTERS = {
    "dice": dice,
    "split": split,
    "lefty_righty": lefty_righty,
    "pitcher_batting_code": pitcher_batting_code,
    "power": power,
}
