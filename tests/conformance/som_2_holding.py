"""Sections 8, 20, 22 and 23: runners held, who holds them, what that changes, and what STAR presumes."""

from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, FIRST, HOME, is_on, runners
from rules_engine.systems.strat_o_matic.baserunning.chances import lead_chance
from rules_engine.systems.strat_o_matic.baserunning.holding import (
    UNSAID,
    hold_change_ruling,
    holders,
    load_hold_chart,
    must_ask_before_steal,
    resolve_holds,
)
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating, StealRating, parse_fielding
from rules_engine.systems.strat_o_matic.fielding.infield import infield_ruling, resolve_plus
from rules_engine.systems.strat_o_matic.play.options import hold_options
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.conformance.given import Given
from tests.conformance.playing import PINCH_HITTER, X_DICE, Answer, Scene, Script, by_range, x_chance, x_line
from tests.conformance.som_1_reading import as_told
from tests.conformance.som_1_strategy import change_of_men
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, LEADS, base_list, on_bases, one_of, plain, state_of
from tests.conformance.words.som_phrases import SAID, kind_of

SYSTEMS = ("som_2",)
SETS = {"responsible"}
WORDS = FIELDS


def hold_legality(given: Given, ruleset: str) -> Answer:
    held = state_of(base_list("hold", given["hold"]))
    key = "".join(map(str, sorted(runners(held)))) or "none"
    return {"legal": key in [option.key for option in hold_options(load_ruleset(ruleset), held, given["infield"])]}


def groundball_plus(given: Given, ruleset: str) -> Answer:
    edition, reading = load_ruleset(ruleset), parse_reading(given["reading"])
    held = state_of(base_list("held", given["held"]))
    if held & ~state_of(given["runners_on"]) or given["outs"] > 2:
        raise UnknownWords("held", given["held"], "bases with a runner, and at most two outs")
    becomes = resolve_plus(edition, reading, given["infield"], held=held != 0)
    return {"becomes": as_told(becomes, given["reading"].rstrip("+ "))}


def infield_in_legality(given: Given, ruleset: str) -> Answer:
    ruling = infield_ruling(
        load_ruleset(ruleset),
        given["infield"],
        state_of(given["runners_on"]),
        given["outs"],
        held=any(given[key] is True or base_list(key, given[key] or ()) for key in ("held", "hold") if key in given),
        for_sacrifice=given.absent("anticipating_sacrifice", False),
    )
    return {"legal": bool(ruling)}


def hold_change(given: Given, ruleset: str) -> Answer:
    change = change_of_men(given["event"])
    return {"defence_may_change_holds": bool(hold_change_ruling(load_ruleset(ruleset).stealing, change))}


def holding_fielders(given: Given, ruleset: str) -> Answer:
    held, side = held_bases(given), given["batting_side"]
    chart = load_hold_chart()
    positions = [position for base in reversed(runners(held)) for position in chart[base, side]]
    used = holders(load_ruleset(ruleset).stealing, held, side)
    return {"responsible": [position.upper() for position in positions if position in used]}


def held_bases(given: Given) -> int:
    return state_of(base_list("held_on", given["held_on"]))


def chance_position(given: Given) -> str:
    return parse_reading(given["chance"]).fielder


BY_RANGE = ("single 1", "double 2", "triple", "error 1", "popout")  # what comes of an X chance for ranges 1 to 5
KINDS = ("single", "double", "triple", "error", "popout")


def holding_range_penalty(given: Given, ruleset: str) -> Answer:
    """23.83, played: the range that the X chance is read with; a ball to another man leaves his as it is printed."""
    position = given["position"] if "position" in given else chance_position(given)
    [printed] = parse_fielding(f"{position}-{given['rating']}")
    at = chance_position(given) if "chance" in given else position
    edition = load_ruleset(ruleset)
    play = held_scene(given, edition, at, by_range(edition, at, BY_RANGE), printed).play(hold_script(given))
    assert play is not None
    used = KINDS.index(play.kind) + 1 if at == position else printed.range
    return {"rating_used": f"{used}e{printed.e}"}


def holding_hash_result(given: Given, ruleset: str) -> Answer:
    """23.84, played: SI2 is a single on which the runners take two bases."""
    edition, symbol, position = load_ruleset(ruleset), given["range_symbol"], chance_position(given)
    scene = held_scene(given, edition, position, x_chance(edition, position, symbol), PositionRating(position, 3, e=0))
    script = hold_script(given)
    script.answers |= {"infield": given["infield"]} if "infield" in given else {}
    play = scene.play(script)
    return {"becomes": "SI2" if play and play.kind == "single" else symbol.rstrip("#")}


def held_scene(given: Given, edition: Ruleset, position: str, charts: dict[str, Any], rated: PositionRating) -> Scene:
    """The runners who are held, a batter on his side of the plate, and the fielder's card."""
    fielders = {rated.position: rated}
    bats = {"bats": given["batting_side"]}
    bases = on_bases(base_list("held_on", given["held_on"]))
    return Scene(edition, bases, line=x_line(position), batter=bats, fielders=fielders, charts=charts)


def hold_script(given: Given) -> Script:
    held = sorted(runners(held_bases(given)))
    return Script(dict(X_DICE), {"hold": "".join(map(str, held)), "send_lead": "hold"})


def held_running_adjustment(given: Given, ruleset: str) -> Answer:
    base = BASE_NUMBERS[given["runner_on"]]
    running = [10, 10, 10, 10]
    running[base] = given["running"]
    held = state_of([given["runner_on"]]) if given["held"] else 0
    situation = Situation(state_of([given["runner_on"]]), running=tuple(running), held=held)
    terms = dict(lead_chance(load_ruleset(ruleset), situation, base, min(base + 2, HOME), "cf").terms)
    return {"adjusted_running": terms["running"] + terms.get("held", 0) + terms.get("not held", 0)}


def said(given: Given) -> bool | None:
    """What the defence has said of this runner; None when it has said nothing."""
    word = given["defence_said"]
    if isinstance(word, bool):
        return word
    if word is None or plain(word) in ("", "none") or "nothing" in plain(word):
        return None
    return kind_of("defence_said", word, SAID) == "held"


def presumed_hold(given: Given, ruleset: str) -> Answer:
    base, word, asterisk = BASE_NUMBERS[given["runner_on"]], said(given), given["asterisk"]
    state = state_of(given["other_runners_on"]) | state_of([given["runner_on"]])
    key = UNSAID.key if word is None else str(base) if word else "none"
    held = resolve_holds(load_ruleset(ruleset).stealing, key, state, lambda: asterisk and base == FIRST)
    return {"presumed_held": is_on(held, base)}


def ask_before_steal(given: Given, ruleset: str) -> Answer:
    state_of(given["other_runners_on"])  # T23.01 asks for the base and the asterisk alone
    following = BASE_NUMBERS[given["runner_on"]] + 1
    target = BASE_NUMBERS[given["target"]] if "target" in given else following
    if target != following:
        raise UnknownWords("target", given["target"], "the base after runner_on")
    return {"offence_must_ask": must_ask_before_steal(load_ruleset(ruleset).stealing, given["asterisk"], target)}


def pinch_run_after_failed_lead(given: Given, ruleset: str) -> Answer:
    """T23.02, played: the failed lead, a wild pitch where he has moved since, and the man who would run for him."""
    edition, base, moved = load_ruleset(ruleset), BASE_NUMBERS[given["runner_on"]], given["moved_base_since"]
    failed = one_of("lead_attempt", given["lead_attempt"], LEADS) == "failed"
    start = base - 1 if moved and base > FIRST else base
    runner = {"steal": StealRating(False, (7,), (12,), 15, 8)}
    name = BASE_NAMES[start]
    scene = Scene(edition, {name: "runner"}, runners={name: runner}, pitcher={"wild_pitch": 20})
    if failed and edition.stealing.ratings:
        answers = {"play": f"steal_{start}", "lead_or_go": "try_lead", "go_without_lead": "stay"}
        scene.play(Script({"pickoff_or_balk": 20, "lead_1": 2, "lead_2": 2}, answers))
    if moved and edition.pitches.wild_pitches:
        scene.play(Script({"pitch": 1, "wild_pitch": 1}))
    return {"pinch_runner_allowed": bool(change_ruling(scene.game, None, 0, PINCH_HITTER, "runner", "pinch_runner"))}


ADAPTERS = {
    "hold_legality": hold_legality,
    "groundball_plus": groundball_plus,
    "infield_in_legality": infield_in_legality,
    "hold_change": hold_change,
    "holding_fielders": holding_fielders,
    "holding_range_penalty": holding_range_penalty,
    "holding_hash_result": holding_hash_result,
    "held_running_adjustment": held_running_adjustment,
    "presumed_hold": presumed_hold,
    "ask_before_steal": ask_before_steal,
    "pinch_run_after_failed_lead": pinch_run_after_failed_lead,
}
