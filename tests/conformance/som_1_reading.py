"""Sections 1, 11 and 12: dice, splits, sides, batting codes and power."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_engine.systems.strat_o_matic.cards.dice import card_line, read_split
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.reading import Line, Part, Reading
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import apply_batter_power
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.given import Given
from tests.conformance.playing import Answer, Scene, Script, columns
from tests.conformance.words.som_facts import FIELDS, one_of, plain

SYSTEMS = ("som_1",)
WORDS = FIELDS
CARDS = {"batter": 1, "pitcher": 4}  # and a white die that points to each
TOGETHER = "d20_rolled_together_with_batter_dice"
BARE_FLYOUTS = ("flyout", "fly_out", "fly", "flyball", "flyball_b", "flyball()b", "fly_b")


def split_line(parts: Iterable[Mapping[str, Any]]) -> Line:
    """The line of a `split`; a flyout to nobody, as a ballpark gives it, stands for one to centre."""
    return Line(tuple(Part(part["low"], part["high"], reading_of(part["reading"])) for part in parts))


def text_at(parts: Iterable[Mapping[str, Any]], thrown: int) -> str:
    """What the engine reads off a split, in the case's own spelling."""
    chosen = read_split(split_line(parts), thrown)
    [text] = {part["reading"] for part in parts if reading_of(part["reading"]) == chosen}
    return str(text)


def reading_of(text: str) -> Reading:
    """One reading in printed notation; a bare flyout is one to centre."""
    return parse_reading(_printed(text))


def _printed(reading: str) -> str:
    return "fly(cf)B" if plain(reading) in BARE_FLYOUTS else reading


def dice(given: Given, ruleset: str) -> Answer:
    """1.0: where the dice point; `cards` are the cards, laid out for the reading that stands there."""
    line = card_line(given["white"], given["colored_total"] if "colored_total" in given else sum(given["colored"]))
    answer: Answer = {"card": line.card, "column": line.column, "row": line.row, "label": line.label}
    if "cards" in given:
        answer["reading"] = given.whole("cards")[line.card][line.label]
    return answer


def split(given: Given, ruleset: str) -> Answer:
    """T29.11: a d20 thrown along with the batter's dice serves where the edition lets it."""
    together = given.get(TOGETHER)
    split_line(given["split"])
    answer: Answer = {}
    if together is not None:
        serves = load_ruleset(ruleset).fielding.d20_with_batter_dice
        answer = {"further_d20_needed": not serves}
        together = together if serves else None
    thrown = given.absent("d20", together)
    return answer if thrown is None else answer | {"reading": text_at(given["split"], thrown)}


def lefty_righty(given: Given, ruleset: str) -> Answer:
    """11.1, played: a single stands on the left side of both cards, a double on the right."""
    sides = columns(parse_line("DOUBLE"), left=parse_line("SINGLE"))
    hands = {"bats": given["batter_hits"], "columns": sides}, {"throws": given["pitcher_throws"], "columns": sides}
    scenes = [Scene(load_ruleset(ruleset), batter=hands[0], pitcher=hands[1]) for _ in CARDS]
    plays = [scene.play(Script({"white": white})) for scene, white in zip(scenes, CARDS.values(), strict=True)]
    read = ["left" if play and play.kind == "single" else "right" for play in plays]
    batting_side = scenes[0].game.setup.at_bat("batter", "p").batting_side
    return {"batter_bats": batting_side, "batter_card_side": read[0], "pitcher_card_side": read[1]}


def pitcher_batting_code(given: Given, ruleset: str) -> Answer:
    code = parse_hitting_code(given["batting_rating"])
    return {"pitchers_hitting_card": code.card, "power": code.power, "bats": code.bats}


def power(given: Given, ruleset: str) -> Answer:
    """12.1, 12.11: what the game makes of each reading for this batter against this pitcher."""
    line = split_line(given["split"]) if "split" in given else parse_line(given["reading"])
    setup, card = power_book(given, ruleset), one_of("card", given["card"], dict.fromkeys(CARDS, ()))
    at_bat = setup.at_bat("batter", "p")
    told = {reading_of(text): text for text in texts_of(given)}
    parts = []
    for part in line.parts:
        becomes = apply_batter_power(setup, at_bat, card, part.reading)
        parts.append({"low": part.low, "high": part.high, "reading": told.get(becomes, write_reading(becomes))})
    answer: Answer = {"effective_split": parts}
    if "d20" in given or not line.is_split:
        thrown = given["d20"] if line.is_split else 1
        answer["reading"] = next(part["reading"] for part in parts if part["low"] <= thrown <= part["high"])
    return answer


def power_book(given: Given, ruleset: str) -> GameSetup:
    """The cards of the two men: power against either hand, or one for both where the case tells no more."""
    if "batter_power" in given:
        ratings, throws = dict.fromkeys(("left", "right"), given["batter_power"]), "R"
    else:
        ratings = {"left": given["batter_power_vs_lhp"], "right": given["batter_power_vs_rhp"]}
        throws = given["pitcher_throws"]
    scene = Scene(load_ruleset(ruleset), batter={"power": ratings}, pitcher={"throws": throws})
    return scene.game.setup


def texts_of(given: Given) -> list[str]:
    return [part["reading"] for part in given["split"]] if "split" in given else []


def as_told(reading: Reading, text: str) -> str:
    """The case's own spelling of a reading that stands, else the printed notation of what it became."""
    return text if reading_of(text) == reading else write_reading(reading)


ADAPTERS = {
    "dice": dice,
    "split": split,
    "lefty_righty": lefty_righty,
    "pitcher_batting_code": pitcher_batting_code,
    "power": power,
}
