"""Adapters for sections 8, 20, 22 and 23: held runners, the fielders who hold them, the effects, and STAR's
presumption.
"""

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
from tests.conformance.given import CaseFacts
from tests.conformance.playing import PINCH_HITTER, X_DICE, Answer, Scene, Script, by_range, x_chance, x_line
from tests.conformance.som_1_reading import printed_form
from tests.conformance.som_1_strategy import battery_change
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, LEADS, base_list, on_bases, plain, state_of, word_for
from tests.conformance.words.som_phrases import SAID, kind_of

SYSTEMS = ("som_2",)
SETS = {"responsible"}
WORDS = FIELDS


def hold_legality(facts: CaseFacts, ruleset: str) -> Answer:
    holds = state_of(base_list("hold", facts["hold"]))
    key = "".join(map(str, sorted(runners(holds)))) or "none"
    return {"legal": key in [option.key for option in hold_options(load_ruleset(ruleset), holds, facts["infield"])]}


def groundball_plus(facts: CaseFacts, ruleset: str) -> Answer:
    edition, reading = load_ruleset(ruleset), parse_reading(facts["reading"])
    holds = state_of(base_list("held", facts["held"]))
    if holds & ~state_of(facts["runners_on"]) or facts["outs"] > 2:
        raise UnknownWords("held", facts["held"], "bases with a runner, and at most two outs")
    becomes = resolve_plus(edition, reading, facts["infield"], holds=holds != 0)
    return {"becomes": printed_form(becomes, facts["reading"].rstrip("+ "))}


def infield_in_legality(facts: CaseFacts, ruleset: str) -> Answer:
    ruling = infield_ruling(
        load_ruleset(ruleset),
        facts["infield"],
        state_of(facts["runners_on"]),
        facts["outs"],
        holds=any(facts[key] is True or base_list(key, facts[key] or ()) for key in ("held", "hold") if key in facts),
        for_sacrifice=facts.absent("anticipating_sacrifice", False),
    )
    return {"legal": bool(ruling)}


def hold_change(facts: CaseFacts, ruleset: str) -> Answer:
    change = battery_change(facts["event"])
    return {"defence_may_change_holds": bool(hold_change_ruling(load_ruleset(ruleset).stealing, change))}


def holding_fielders(facts: CaseFacts, ruleset: str) -> Answer:
    holds, side = hold_bases(facts), facts["batting_side"]
    chart = load_hold_chart()
    positions = [position for base in reversed(runners(holds)) for position in chart[base, side]]
    used = holders(load_ruleset(ruleset).stealing, holds, side)
    return {"responsible": [position.upper() for position in positions if position in used]}


def hold_bases(facts: CaseFacts) -> int:
    return state_of(base_list("held_on", facts["held_on"]))


def chance_position(facts: CaseFacts) -> str:
    return parse_reading(facts["chance"]).fielder


BY_RANGE = ("single 1", "double 2", "triple", "error 1", "popout")  # X-chance results for ranges 1 to 5
KINDS = ("single", "double", "triple", "error", "popout")


def holding_range_penalty(facts: CaseFacts, ruleset: str) -> Answer:
    """23.83: return the range used for the X chance. A ball to another fielder leaves it as printed."""
    position = facts["position"] if "position" in facts else chance_position(facts)
    [printed] = parse_fielding(f"{position}-{facts['rating']}")
    at = chance_position(facts) if "chance" in facts else position
    edition = load_ruleset(ruleset)
    play = hold_scene(facts, edition, at, by_range(edition, at, BY_RANGE), printed).play(hold_script(facts))
    assert play is not None
    used = KINDS.index(play.kind) + 1 if at == position else printed.range
    return {"rating_used": f"{used}e{printed.e}"}


def holding_hash_result(facts: CaseFacts, ruleset: str) -> Answer:
    """23.84: return the effective symbol. SI2 is a single that advances the runners two bases."""
    edition, symbol, position = load_ruleset(ruleset), facts["range_symbol"], chance_position(facts)
    scene = hold_scene(facts, edition, position, x_chance(edition, position, symbol), PositionRating(position, 3, e=0))
    script = hold_script(facts)
    script.answers |= {"infield": facts["infield"]} if "infield" in facts else {}
    play = scene.play(script)
    return {"becomes": "SI2" if play and play.kind == "single" else symbol.rstrip("#")}


def hold_scene(
    facts: CaseFacts, edition: Ruleset, position: str, charts: dict[str, Any], rated: PositionRating
) -> Scene:
    """Return a scene with the held runners, the batter's side and the fielder's card."""
    fielders = {rated.position: rated}
    bats = {"bats": facts["batting_side"]}
    bases = on_bases(base_list("held_on", facts["held_on"]))
    return Scene(edition, bases, line=x_line(position), batter=bats, fielders=fielders, charts=charts)


def hold_script(facts: CaseFacts) -> Script:
    holds = sorted(runners(hold_bases(facts)))
    return Script(dict(X_DICE), {"hold": "".join(map(str, holds)), "send_lead": "hold"})


def hold_running_adjustment(facts: CaseFacts, ruleset: str) -> Answer:
    base = BASE_NUMBERS[facts["runner_on"]]
    running = [10, 10, 10, 10]
    running[base] = facts["running"]
    holds = state_of([facts["runner_on"]]) if facts["held"] else 0
    situation = Situation(state_of([facts["runner_on"]]), running=tuple(running), holds=holds)
    terms = dict(lead_chance(load_ruleset(ruleset), situation, base, min(base + 2, HOME), "cf").terms)
    return {"adjusted_running": terms["running"] + terms.get("held", 0) + terms.get("not held", 0)}


def announced(facts: CaseFacts) -> bool | None:
    """Return the defense's announcement about this runner, or None."""
    word = facts["defence_said"]
    if isinstance(word, bool):
        return word
    if word is None or plain(word) in ("", "none") or "nothing" in plain(word):
        return None
    return kind_of("defence_said", word, SAID) == "held"


def presumed_hold(facts: CaseFacts, ruleset: str) -> Answer:
    base, word, asterisk = BASE_NUMBERS[facts["runner_on"]], announced(facts), facts["asterisk"]
    state = state_of(facts["other_runners_on"]) | state_of([facts["runner_on"]])
    key = UNSAID.key if word is None else str(base) if word else "none"
    holds = resolve_holds(load_ruleset(ruleset).stealing, key, state, lambda: asterisk and base == FIRST)
    return {"presumed_held": is_on(holds, base)}


def ask_before_steal(facts: CaseFacts, ruleset: str) -> Answer:
    state_of(facts["other_runners_on"])  # T23.01 depends only on the base and the asterisk
    following = BASE_NUMBERS[facts["runner_on"]] + 1
    target = BASE_NUMBERS[facts["target"]] if "target" in facts else following
    if target != following:
        raise UnknownWords("target", facts["target"], "the base after runner_on")
    return {"offence_must_ask": must_ask_before_steal(load_ruleset(ruleset).stealing, facts["asterisk"], target)}


def pinch_run_after_failed_lead(facts: CaseFacts, ruleset: str) -> Answer:
    """T23.02: play a failed lead and, if he has moved since, a wild pitch. Then check a pinch runner for him."""
    edition, base, moved = load_ruleset(ruleset), BASE_NUMBERS[facts["runner_on"]], facts["moved_base_since"]
    failed = word_for("lead_attempt", facts["lead_attempt"], LEADS) == "failed"
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
    "held_running_adjustment": hold_running_adjustment,
    "presumed_hold": presumed_hold,
    "ask_before_steal": ask_before_steal,
    "pinch_run_after_failed_lead": pinch_run_after_failed_lead,
}
