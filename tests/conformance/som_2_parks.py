"""Adapters for section 30: ballparks, weather and clutch hitting."""

from collections.abc import Iterator

from rules_engine.systems.strat_o_matic.batting.parks import FLYBALL_B, BySide, Park
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.reading import Line, Mark
from rules_engine.systems.strat_o_matic.cards.reading import plain as plain_line
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from tests.conformance.given import CaseFacts
from tests.conformance.playing import Answer, Scene, Script, read_as
from tests.conformance.som_1_hits import stance
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, Vocabulary, on_bases, word_for
from tests.conformance.words.som_phrases import OPTIONS, kind_of

SYSTEMS = ("som_2",)
WORDS = FIELDS
NUMBERS = {"black_diamond": "park_homer", "black_triangle": "park_single"}
MARKS = {
    "black_diamond": Mark.PARK_HOMERUN,
    "black_triangle": Mark.PARK_SINGLE,
    "white_triangle": Mark.SECOND_READING,
    "horseshoe": Mark.CLUTCH,
}
FIRST_READING = "strikeout"  # if a case leaves out the printed reading
CARDS: Vocabulary = {"batter": ("batters_card",), "pitcher": ("pitchers_card",)}
OF_THE_MARKS = ("HOMERUN", "SINGLE**", "SINGLE*", "lineout", "popout")
OVER_TEN_FEET = (True, True)  # walls out of every outfielder's reach, for cases without walls (14.5)
ON_BASE = ("first",)  # makes SINGLE* and SINGLE** differ


def ballpark(facts: CaseFacts, ruleset: str) -> Answer:
    edition = load_ruleset(ruleset)
    if "symbol" not in facts:
        return {"allowed": option_allowed(edition, facts)}
    second = facts.get("second_reading")
    first = parse_line(facts.absent("first_reading", FIRST_READING))
    line = Line(first.parts, MARKS[facts["symbol"]], parse_line(second) if second else None)

    def scene(line: Line) -> Scene:
        return park_scene(facts, edition, line)

    white = 1 if word_for("card", card_of(facts), CARDS) == "batter" else 4
    rolls = {"white": white} | ({"split": facts["d20"]} if facts.get("d20") is not None else {})
    script = Script(rolls, {"send_lead": "hold", "send_second": "hold"})
    play = scene(line).play(script)
    answer: Answer = {"park_roll_needed": script.has_roll("split")}
    return answer if play is None else answer | {"result": read_as(scene, play, candidates(facts))}


def card_of(facts: CaseFacts) -> str:
    """Return the card with the symbol. Cases without weak power can omit it, since it has no effect."""
    if "power" in facts and facts["power"] == "W":
        return str(facts["card"])
    return str(facts.absent("card", "pitcher"))


def park_scene(facts: CaseFacts, edition: Ruleset, line: Line) -> Scene:
    """Return a scene with the batter's side and power, in a ballpark with the case's numbers."""
    needed = NUMBERS.get(facts["symbol"]) if edition.parks.symbols else None
    if needed and needed not in facts:
        raise UnknownWords(needed, None, "the park's numbers for L and R")
    numbers = [BySide(**facts.full(key)) if key in facts else BySide(0, 0) for key in NUMBERS.values()]
    power = next((facts[key] for key in ("power", "batter_power") if key in facts), "N")
    batter = {"bats": "R", "power": {"left": power, "right": power}}
    pitcher = {}
    if "batting_side" in facts:
        batter["bats"] = facts["batting_side"]
    elif needed or "batter_hits" in facts:
        batter["bats"], pitcher = facts["batter_hits"], {"throws": facts["pitcher_throws"]}
    charts = {"park": Park("", *numbers, OVER_TEN_FEET)}
    return Scene(edition, on_bases(ON_BASE), line=line, batter=batter, pitcher=pitcher, charts=charts)


def candidates(facts: CaseFacts) -> Iterator[tuple[str, Line]]:
    """Yield every possible reading, in the case's own spelling if it has one."""
    for key in ("first_reading", "second_reading", "reading"):
        if key in facts:
            yield facts[key], parse_line(facts[key])
    yield "flyball B", plain_line(FLYBALL_B)
    yield from ((text, parse_line(text)) for text in OF_THE_MARKS)


def is_single_switch(edition: Ruleset, ballpark_used: bool, clutch_used: bool) -> bool:
    """30.1, 30.2: return whether both features are on or off together, as the shared option requires."""
    return edition.parks.symbols and ballpark_used is clutch_used


def option_allowed(edition: Ruleset, facts: CaseFacts) -> bool:
    """Check a feature by name, or a combination of `ballpark` and `clutch`."""
    if "option" not in facts:
        ballpark_used, clutch_used = facts["ballpark"], facts["clutch"]
        return is_single_switch(edition, ballpark_used, clutch_used)
    option = kind_of("option", facts["option"], OPTIONS)
    if option == "weather":
        return edition.parks.weather
    ballpark_used, clutch_used = option != "clutch_only", option != "ballpark_only"
    return is_single_switch(edition, ballpark_used, clutch_used)


def clutch(facts: CaseFacts, ruleset: str) -> Answer:
    """30.7: put the mark next to a reading on the batter's card."""
    edition, bases, outs = load_ruleset(ruleset), on_bases(facts["runners_on"]), facts["outs"]

    def scene(line: Line) -> Scene:
        return Scene(edition, bases, outs, line, announced=stance(facts))

    marked = Line(parse_line(facts["reading"]).parts, MARKS[facts["symbol"]])
    play = scene(marked).play(Script({}, {"send_lead": "hold", "send_second": "hold"}))
    assert play is not None
    return {"result": read_as(scene, play, candidates(facts))}


ADAPTERS = {"ballpark": ballpark, "clutch": clutch}
