"""Sections 5 and 16, played: X chances on the three fielding charts. Cells that a case names stand on the chart."""

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
from tests.conformance.given import Given
from tests.conformance.playing import X_DICE, Answer, Scene, Script, x_chance, x_line
from tests.conformance.som_1_hits import on_base, stance
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import ERRORS, FIELDS, INFIELDS, one_of, plain

SYSTEMS = ("som_1",)
WORDS = FIELDS
ERROR_WORDS = {1: "one-base error", 2: "two-base error", 3: "three-base error"}
POPUPS = ("p/p", "p/f")
NO_PITCH = {"passed_ball": 20}  # of 29.3: the ball is caught


def xchance(given: Given, ruleset: str) -> Answer:
    """A case tells one part of an X chance, and by what it tells it is known which."""
    edition = load_ruleset(ruleset)
    part = next((part for key, part in PARTS.items() if key in given), None)
    if part is None:
        raise UnknownWords("xchance", list(given), ", ".join(PARTS))
    return part(given, edition)


def _together(given: Given, edition: Ruleset) -> Answer:
    """T29.11: the d20 thrown with the batter's dice is the range roll where the edition lets it be."""
    if not parse_reading(given["reading"]).is_x:
        raise UnknownWords("reading", given["reading"], "an X chance")
    on_base(given)
    serves = edition.fielding.d20_with_batter_dice
    return {"range_roll": given["d20_rolled_together_with_batter_dice"], "further_d20_needed": not serves}


def _basic_chart(given: Given, edition: Ruleset) -> Answer:
    position = parse_reading(given["reading"]).fielder or "c"  # a catcher's X names nobody
    rating, thrown, told = given["fielder_rating"], given["d20"], given.whole("chart")
    charts = {"basic_chart": basic_chart(told)}
    fielders = {position: PositionRating(position, rating, 0, 0)}
    answer = {"reading": told[position][str(rating)][str(thrown)]}
    scene = Scene(
        edition, given["bases"], given["outs"], x_line(position), fielders=fielders, charts=charts, said=stance(given)
    )
    return answer | told_play(scene, Script({"range": thrown}))


def basic_chart(told: Mapping[str, Mapping[str, Mapping[str, str]]]) -> BasicChart:
    """The shipped chart with the cells of the case: position -> rating -> d20 -> text."""
    shipped = load_basic_chart()
    cells = {position: [list(row) for row in rows] for position, rows in shipped.cells.items()}
    for position, by_rating in told.items():
        for rating, by_roll in by_rating.items():
            for thrown, text in by_roll.items():
                cells[position][int(thrown) - 1][int(rating) - 1] = parse_outcome(text)
    return replace(shipped, cells={position: tuple(map(tuple, rows)) for position, rows in cells.items()})


def _white_die(given: Given, edition: Ruleset) -> Answer:
    cells = [(part["white"][0], part["white"][1], part["reading"]) for part in given["chart_reading"]]
    return {"reading": cell_for_white_die(cells, given["white"])}


def _e_rating(given: Given, edition: Ruleset) -> Answer:
    return {"e_row_used": error_row_index(edition, given["fielder_e"], given["advanced_chart_max_e"])}


def _whole_chance(given: Given, edition: Ruleset) -> Answer:
    fielder, dice, thrown = parse_fielding(given["fielder"])[0], given["error_d6"], given["range_d20"]
    if parse_reading(given["reading"]).fielder != fielder.position:
        raise UnknownWords("reading", given["reading"], f"an X chance to {fielder.position}")
    chart = super_chart(given, fielder)
    error = chart.error_symbol(fielder.position, fielder.e or 0, sum(dice))
    scene = Scene(
        edition,
        line=x_line(fielder.position),
        fielders={fielder.position: fielder},
        charts={"fielding_chart": chart},
        **drawn_in(given),
    )
    rolls = {"range": thrown, **{f"error_{number}": die for number, die in enumerate(dice, start=1)}}
    play = scene.play(Script(rolls, stance(given)))
    assert play is not None
    return {
        "range_rating": fielder.range,
        "e_rating": fielder.e,
        "error_total": sum(dice),
        "range_symbol": chart.range_symbol(fielder.position, thrown, fielder.range),
        "error_symbol": None if error == NO_ERROR else error,
        "result": described(play),
    }


def drawn_in(given: Given) -> dict[str, Any]:
    """A runner on third who lets the infield come in, where the case draws it in and tells no bases."""
    return {"bases": {"third": "r3"}} if given.get("infield") in INFIELDS and given["infield"] != "back" else {}


def super_chart(given: Given, fielder: PositionRating) -> FieldingChart:
    """The shipped chart with the cells of the case, and rows for every e rating up to the fielder's."""
    shipped, position = load_fielding_chart(), fielder.position
    ranges = [list(row) for row in shipped.ranges[chart_group(position)]]
    for thrown, by_range in given.whole("range_chart").items():
        for rating, symbol in by_range.items():
            ranges[int(thrown) - 1][int(rating) - 1] = symbol
    rows = [list(row) for row in shipped.errors[position]]
    rows += [list(rows[-1]) for _ in range(len(rows), (fielder.e or 0) + 1)]
    for e_rating, by_total in given.whole(f"error_chart_{position}").items():
        rows[int(e_rating)] = [by_total.get(str(total), NO_ERROR) for total in range(3, 19)]
    return replace(
        shipped,
        ranges={**shipped.ranges, chart_group(position): tuple(map(tuple, ranges))},
        errors={**shipped.errors, position: tuple(map(tuple, rows))},
    )


def described(play: Play) -> str:
    """A hit, an error, or a hit and an error, in the words of the cases."""
    bases = sum(error.bases for error in play.errors)
    if not bases:
        return play.kind
    return ERROR_WORDS[bases] if play.kind == "error" else f"{play.kind} and {ERROR_WORDS[bases]}"


def _rare_play(given: Given, edition: Ruleset) -> Answer:
    """16.5: PO on a ball to second base."""
    if given["rare_play"] != "PO":
        raise UnknownWords("rare_play", given["rare_play"], "PO")
    scene = Scene(
        edition,
        given["bases"],
        given["outs"],
        x_line("2b"),
        charts=x_chance(edition, "2b", "infield fly", "RP"),
        said=stance(given),
    )
    play = scene.play(Script(dict(X_DICE)))
    assert play is not None
    return {"result": "infield_fly" if play.to[0] == OUT else play.kind, **scene.told(play)}


def _symbols(given: Given, edition: Ruleset) -> Answer:
    """A symbol of the chart: what a drawn-in infield makes of it, and the play that it makes with the error's."""
    symbol, fielder = given["range_symbol"], given["fielder"]
    infield, held = given.absent("infield", "back"), given.absent("runner_held", False)
    effective = resolve_sharp(infield, fielder, symbol, holds_runner=held)
    answer: Answer = {"effective_symbol": effective}
    if "error_symbol" not in given:
        return answer
    error = one_of("error_symbol", given["error_symbol"], ERRORS) or NO_ERROR
    scene = symbol_scene(given, edition, x_chance(edition, fielder, symbol, error))
    sends = {"send_second": "send" if given["offense_sends"] else "hold"} if "offense_sends" in given else {}
    rolls = X_DICE | ({"second": given["d20"]} if "d20" in given else {})
    script = Script(rolls, stance(given) | sends)
    answer |= told_play(scene, script)
    if effective == "F2":
        answer |= f2(given, script)
    return answer


def symbol_scene(given: Given, edition: Ruleset, charts: dict[str, Any]) -> Scene:
    fielder = given["fielder"]
    runners = {}
    if "running" in given:
        runners = {given["runner_from"]: {"running": given["running"]}}
    rated = PositionRating(fielder, 3, given.absent("arm", 0), 0)
    return Scene(
        edition,
        given["bases"],
        given["outs"],
        x_line(fielder),
        runners=runners,
        fielders={fielder: rated},
        charts=charts,
    )


def f2(given: Given, script: Script) -> Answer:
    """16.7: what the offence is offered; the terms of the chance have no cut-off throw's -5."""
    start, fielder = BASE_NUMBERS[given["runner_from"]], given["fielder"]
    ratings = [0, 0, 0, 0]
    ratings[start] = given["running"]
    situation = Situation(running=tuple(ratings), fielders={fielder: Fielder(3, arm=given["arm"])})  # type: ignore[arg-type]
    answer: Answer = {"minus_five_applied": f2_chance(situation, fielder).has("trail"), "hold_range": None}
    return answer | {"safe_max": script.safe("send_second", "send")}


def _catcher_popup(given: Given, edition: Ruleset) -> Answer:
    """16.6: whether a die is thrown for the ball that a popup to the catcher may be. No out makes a difference."""
    if plain(given["reading"]) not in POPUPS:
        raise UnknownWords("reading", given["reading"], "P/P, P/F")
    error = one_of("error_symbol", given["error_symbol"], ERRORS) or NO_ERROR
    scene = Scene(
        edition,
        given["bases"],
        given.absent("outs", 0),
        x_line("c"),
        charts=x_chance(edition, "c", given["reading"].upper(), error),
        said=stance(given),
    )
    script = Script(X_DICE | NO_PITCH)
    scene.play(script)
    return {"passed_ball_check": "passed_ball" in script.rolled}


def told_play(scene: Scene, script: Script) -> Answer:
    """The play where the case gives all that it needs, else nothing."""
    play = scene.play(script)
    return {"result": described(play), **scene.told(play)} if play else {}


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
