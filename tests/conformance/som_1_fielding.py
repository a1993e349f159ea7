"""Adapters for sections 5 and 16: X chances on the three fielding charts, with the cells given in a case."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_engine.baseball.bases import BASE_NUMBERS
from rules_engine.baseball.plays import OUT, Play
from rules_engine.systems.strat_o_matic.baserunning.chances import f2_chance
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating, parse_fielding
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import (
    NO_ERROR,
    FieldingChart,
    chart_group,
    load_fielding_chart,
)
from rules_engine.systems.strat_o_matic.fielding.infield import resolve_sharp
from rules_engine.systems.strat_o_matic.fielding.outcomes import parse_outcome
from rules_engine.systems.strat_o_matic.fielding.simple_charts import BasicChart, load_basic_chart
from rules_engine.systems.strat_o_matic.fielding.x_chances import cell_for_white_die, error_row_index
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation
from tests.conformance.given import CaseFacts
from tests.conformance.playing import X_DICE, Answer, Scene, Script, x_chance, x_line
from tests.conformance.som_1_hits import on_base, stance
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import ERRORS, FIELDS, INFIELDS, plain, word_for

SYSTEMS = ("som_1",)
WORDS = FIELDS
ERROR_WORDS = {1: "one-base error", 2: "two-base error", 3: "three-base error"}
POPUPS = ("p/p", "p/f")
NO_PITCH = {"passed_ball": 20}  # on the d20 in 29.3: the ball is caught


def xchance(facts: CaseFacts, ruleset: str) -> Answer:
    """Resolve the part of an X chance that the case's keys identify."""
    edition = load_ruleset(ruleset)
    part = next((part for key, part in PARTS.items() if key in facts), None)
    if part is None:
        raise UnknownWords("xchance", list(facts), ", ".join(PARTS))
    return part(facts, edition)


def _together(facts: CaseFacts, edition: Ruleset) -> Answer:
    """T29.11: the d20 rolled with the batter's dice is the range roll if the ruleset allows it."""
    if not parse_reading(facts["reading"]).is_x:
        raise UnknownWords("reading", facts["reading"], "an X chance")
    on_base(facts)
    serves = edition.fielding.d20_with_batter_dice
    return {"range_roll": facts["d20_rolled_together_with_batter_dice"], "further_d20_needed": not serves}


def _basic_chart(facts: CaseFacts, edition: Ruleset) -> Answer:
    position = parse_reading(facts["reading"]).fielder or "c"  # an X chance to the catcher names no fielder
    rating, roll, chart = facts["fielder_rating"], facts["d20"], facts.full("chart")
    charts = {"basic_chart": basic_chart(chart)}
    fielders = {position: PositionRating(position, rating, 0, 0)}
    answer = {"reading": chart[position][str(rating)][str(roll)]}
    scene = Scene(
        edition,
        facts["bases"],
        facts["outs"],
        x_line(position),
        fielders=fielders,
        charts=charts,
        announced=stance(facts),
    )
    return answer | play_outcome(scene, Script({"range": roll}))


def basic_chart(rows: Mapping[str, Mapping[str, Mapping[str, str]]]) -> BasicChart:
    """Return the shipped chart with the case's cells: position -> rating -> d20 -> text."""
    shipped = load_basic_chart()
    cells = {position: [list(row) for row in rows] for position, rows in shipped.cells.items()}
    for position, by_rating in rows.items():
        for rating, by_roll in by_rating.items():
            for roll, text in by_roll.items():
                cells[position][int(roll) - 1][int(rating) - 1] = parse_outcome(text)
    return replace(shipped, cells={position: tuple(map(tuple, rows)) for position, rows in cells.items()})


def _white_die(facts: CaseFacts, edition: Ruleset) -> Answer:
    cells = [(part["white"][0], part["white"][1], part["reading"]) for part in facts["chart_reading"]]
    return {"reading": cell_for_white_die(cells, facts["white"])}


def _e_rating(facts: CaseFacts, edition: Ruleset) -> Answer:
    return {"e_row_used": error_row_index(edition, facts["fielder_e"], facts["advanced_chart_max_e"])}


def _whole_chance(facts: CaseFacts, edition: Ruleset) -> Answer:
    fielder, dice, roll = parse_fielding(facts["fielder"])[0], facts["error_d6"], facts["range_d20"]
    if parse_reading(facts["reading"]).fielder != fielder.position:
        raise UnknownWords("reading", facts["reading"], f"an X chance to {fielder.position}")
    chart = super_chart(facts, fielder)
    error = chart.error_symbol(fielder.position, fielder.e or 0, sum(dice))
    scene = Scene(
        edition,
        line=x_line(fielder.position),
        fielders={fielder.position: fielder},
        charts={"fielding_chart": chart},
        **drawn_in(facts),
    )
    rolls = {"range": roll, **{f"error_{number}": die for number, die in enumerate(dice, start=1)}}
    play = scene.play(Script(rolls, stance(facts)))
    assert play is not None
    return {
        "range_rating": fielder.range,
        "e_rating": fielder.e,
        "error_total": sum(dice),
        "range_symbol": chart.range_symbol(fielder.position, roll, fielder.range),
        "error_symbol": None if error == NO_ERROR else error,
        "result": described(play),
    }


def drawn_in(facts: CaseFacts) -> dict[str, Any]:
    """Return a runner on third, who allows the infield in, if the case plays it in without giving bases."""
    return {"bases": {"third": "r3"}} if facts.get("infield") in INFIELDS and facts["infield"] != "back" else {}


def super_chart(facts: CaseFacts, fielder: PositionRating) -> FieldingChart:
    """Return the shipped chart with the case's cells, and rows for every e rating up to the fielder's."""
    shipped, position = load_fielding_chart(), fielder.position
    ranges = [list(row) for row in shipped.ranges[chart_group(position)]]
    for roll, by_range in facts.full("range_chart").items():
        for rating, symbol in by_range.items():
            ranges[int(roll) - 1][int(rating) - 1] = symbol
    rows = [list(row) for row in shipped.errors[position]]
    rows += [list(rows[-1]) for _ in range(len(rows), (fielder.e or 0) + 1)]
    for e_rating, by_total in facts.full(f"error_chart_{position}").items():
        rows[int(e_rating)] = [by_total.get(str(total), NO_ERROR) for total in range(3, 19)]
    return replace(
        shipped,
        ranges={**shipped.ranges, chart_group(position): tuple(map(tuple, ranges))},
        errors={**shipped.errors, position: tuple(map(tuple, rows))},
    )


def described(play: Play) -> str:
    """Describe a hit, an error, or a hit and an error in the words of the cases."""
    bases = sum(error.bases for error in play.errors)
    if not bases:
        return play.kind
    return ERROR_WORDS[bases] if play.kind == "error" else f"{play.kind} and {ERROR_WORDS[bases]}"


def _rare_play(facts: CaseFacts, edition: Ruleset) -> Answer:
    """16.5: resolve PO on a ball to second base."""
    if facts["rare_play"] != "PO":
        raise UnknownWords("rare_play", facts["rare_play"], "PO")
    scene = Scene(
        edition,
        facts["bases"],
        facts["outs"],
        x_line("2b"),
        charts=x_chance(edition, "2b", "infield fly", "RP"),
        announced=stance(facts),
    )
    play = scene.play(Script(dict(X_DICE)))
    assert play is not None
    return {"result": "infield_fly" if play.to[0] == OUT else play.kind, **scene.outcome(play)}


def _symbols(facts: CaseFacts, edition: Ruleset) -> Answer:
    """Return the symbol after the effect of a drawn-in infield, and its play with the error symbol."""
    symbol, fielder = facts["range_symbol"], facts["fielder"]
    infield, hold = facts.absent("infield", "back"), facts.absent("runner_held", False)
    effective = resolve_sharp(infield, fielder, symbol, holds_runner=hold)
    answer: Answer = {"effective_symbol": effective}
    if "error_symbol" not in facts:
        return answer
    error = word_for("error_symbol", facts["error_symbol"], ERRORS) or NO_ERROR
    scene = symbol_scene(facts, edition, x_chance(edition, fielder, symbol, error))
    sends = {"send_second": "send" if facts["offense_sends"] else "hold"} if "offense_sends" in facts else {}
    rolls = X_DICE | ({"second": facts["d20"]} if "d20" in facts else {})
    script = Script(rolls, stance(facts) | sends)
    answer |= play_outcome(scene, script)
    if effective == "F2":
        answer |= f2(facts, script)
    return answer


def symbol_scene(facts: CaseFacts, edition: Ruleset, charts: dict[str, Any]) -> Scene:
    fielder = facts["fielder"]
    runners = {}
    if "running" in facts:
        runners = {facts["runner_from"]: {"running": facts["running"]}}
    rated = PositionRating(fielder, 3, facts.absent("arm", 0), 0)
    return Scene(
        edition,
        facts["bases"],
        facts["outs"],
        x_line(fielder),
        runners=runners,
        fielders={fielder: rated},
        charts=charts,
    )


def f2(facts: CaseFacts, script: Script) -> Answer:
    """16.7: return the offense's options. The chance does not include the -5 for a throw that can be cut off."""
    start, fielder = BASE_NUMBERS[facts["runner_from"]], facts["fielder"]
    ratings = [0, 0, 0, 0]
    ratings[start] = facts["running"]
    situation = Situation(running=tuple(ratings), fielders={fielder: Fielder(3, arm=facts["arm"])})  # type: ignore[arg-type]
    answer: Answer = {"minus_five_applied": f2_chance(situation, fielder).has("trail"), "hold_range": None}
    return answer | {"safe_max": script.safe("send_second", "send")}


def _catcher_popup(facts: CaseFacts, edition: Ruleset) -> Answer:
    """16.6: return whether a catcher popup needs another die. The number of outs makes no difference."""
    if plain(facts["reading"]) not in POPUPS:
        raise UnknownWords("reading", facts["reading"], "P/P, P/F")
    error = word_for("error_symbol", facts["error_symbol"], ERRORS) or NO_ERROR
    scene = Scene(
        edition,
        facts["bases"],
        facts.absent("outs", 0),
        x_line("c"),
        charts=x_chance(edition, "c", facts["reading"].upper(), error),
        announced=stance(facts),
    )
    script = Script(X_DICE | NO_PITCH)
    scene.play(script)
    return {"passed_ball_check": "passed_ball" in script.rolled}


def play_outcome(scene: Scene, script: Script) -> Answer:
    """Return the play if the case is complete, or else an empty result."""
    play = scene.play(script)
    return {"result": described(play), **scene.outcome(play)} if play else {}


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

ADAPTERS = {"xchance": xchance}
