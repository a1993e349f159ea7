"""Sections 8, 22, 23 and 24: steals by grade and by rating, leads, pickoffs, holds."""

from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, HOME, SECOND, THIRD, runners, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.chances import Chance, lead_chance
from rules_engine.systems.strat_o_matic.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    delayed_steal_ruling,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.edition import Edition, load_edition
from rules_engine.systems.strat_o_matic.holding import (
    hold_change_ruling,
    holders,
    load_hold_chart,
    must_ask_before_steal,
    pinch_runner_ruling,
    presumed_held,
    range_while_holding,
)
from rules_engine.systems.strat_o_matic.infield import infield_allowed, may_hold, without_plus, without_sharp
from rules_engine.systems.strat_o_matic.leads import (
    Attempt,
    FailedLead,
    attempt_steal,
    forced_steal,
    has_automatic_lead,
    may_go_without_lead,
    may_try_lead,
    must_roll_for_lead,
    read_lead,
    steal_options,
)
from rules_engine.systems.strat_o_matic.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.pickoffs import balk, picked_off, roll_for_pickoff
from rules_engine.systems.strat_o_matic.ratings import (
    StealRating,
    parse_catcher_throw,
    parse_fielding,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.stealing import (
    Battery,
    Thief,
    grade_chance,
    load_steal_chart,
    rated_chance,
    resolve_steal,
    throwing_error_possible,
)
from tests.conformance.som_1_hits import AnswerTable

SYSTEMS = ("som_2",)
SETS = {"responsible", "runners_after"}
Given = dict[str, Any]


def battery(given: Given) -> Battery:
    return Battery(
        hold=given.get("pitcher_hold") or 0,
        arm=given.get("catcher_arm") or 0,
        throws_away=parse_catcher_throw(given.get("catcher_T") or ""),
        balk=given.get("pitcher_bk") or 0,
        catcher_range=given.get("catcher_rating") or 3,
    )


def rating_of(given: Given) -> StealRating | None:
    return parse_steal_rating(given["steal_rating"]) if given.get("steal_rating") else None


def target_of(given: Given) -> int:
    return BASE_NUMBERS[given.get("base", "second")]


def steal_table(given: Given) -> AnswerTable:
    """The case's dice under the names the rules roll them by."""
    table = AnswerTable()
    for key, name in (("steal_d20", "steal"), ("d20", "steal"), ("throwing_error_d20", "throwing_error")):
        if given.get(key) is not None:
            table.rolls[name] = given[key]
    if not given.get("catcher_T"):
        table.rolls["throwing_error"] = 20  # without a T range every number is outside it
    if (total := given.get("lead_dice")) is not None:
        table.rolls |= {"lead_1": max(1, total - 6), "lead_2": min(6, total - 1)}
    table.rolls["pickoff_or_balk"] = given.get("lead_d20", 20)
    if (second := given.get("second_d20")) is not None:
        table.rolls |= {"pickoff": second, "balk": second}
    table.answers["steal_throw"] = "hold_ball" if given.get("catcher_elects_to_hold_ball") else "throw"
    table.answers["lead_or_go"] = "try_lead" if given.get("steal_rating") else "go"
    without_lead = given.get("steals_without_lead", "steal_d20" in given)
    table.answers["go_without_lead"] = "go" if without_lead else "stay"
    return table


def safe_or_out(play: Play, start: int) -> str:
    return "out" if play.to[start] == OUT else "safe"


def place_of(play: Play, start: int) -> str:
    """Where a runner ended, in the words of the cases."""
    to = play.to[start]
    return "out" if to == OUT else "scores" if to == HOME else BASE_NAMES[to]


def bases_after(play: Play) -> list[str]:
    return [BASE_NAMES[base] for base in sorted(play.bases_after)]


def steal_chance(given: Given, ruleset: str) -> Given:
    rules, target, held = load_edition(ruleset).stealing, target_of(given), given.get("held", False)
    if not rules.ratings:
        charted = given.get("chart_chance", load_steal_chart()[given["steal_grade"], target])
        return {"safe_chance": grade_chance(rules, given["steal_grade"], charted, battery(given), held=held).safe}
    rating = rating_of(given)
    without = rated_chance(rating, target, battery(given), held=held).safe
    if target != SECOND:
        return {"safe_chance": without}
    lead = rated_chance(rating, target, battery(given), held=held, good_lead=True)
    return {
        "battery_adjustment": dict(lead.terms)["battery"],
        "with_good_lead": lead.safe,
        "without_good_lead": without,
        "always_safe_with_good_lead": lead.safe >= 20,
        "always_safe_without_good_lead": without >= 20,
        "safe_chance": without if rating is None else lead.safe,
    }


def throw(given: Given, edition: Edition, state: int, stealing: int, chance: int) -> tuple[Play | None, AnswerTable]:
    table = steal_table(given)
    safe = Chance(chance, "23.3", ())
    try:
        outs = given.get("outs", 0)
        return resolve_steal(table, edition.stealing, state, outs, stealing, safe, battery(given)), table
    except DiceMissing:
        return None, table


def double_steal(given: Given, ruleset: str) -> Given:
    chance = given.get("lead_runner_safe_chance", given.get("lead_runner_chance"))
    stealing = state_of(given["stealing"])
    play, _ = throw(given, load_edition(ruleset), state_of(given["runners_on"]), stealing, chance)
    assert play is not None, "the case throws the steal d20"
    lead, *trail = runners(stealing)
    answer = {"lead_runner": place_of(play, lead), "runners_after": bases_after(play), "runs": len(play.scored)}
    if trail:
        answer |= {"trail_runner": place_of(play, trail[0]), "other_runner": f"safe_at_{place_of(play, trail[0])}"}
    if "lead_runner_chance" in given and play.to[lead] != OUT:
        answer["lead_runner"] = f"safe_at_{place_of(play, lead)}"
    return answer


def throwing_error(given: Given, ruleset: str) -> Given:
    edition, target = load_edition(ruleset), target_of(given)
    stealing = state_of(given.get("stealing", [BASE_NAMES[target - 1]]))
    state = state_of(given.get("runners_on", ())) | stealing
    play, table = throw(given, edition, state, stealing, given["safe_chance"])
    roll, holds = given.get("steal_d20"), "hold_ball" in table.answers.values() and "steal_throw" in table.asked
    safe = holds or (roll is not None and roll <= given["safe_chance"])
    needed = safe and not holds and roll is not None and throwing_error_possible(edition.stealing, target, roll)
    answer: Given = {
        "runner": "safe" if safe else "out",
        "throwing_error_roll_needed": needed,
        "steal_roll_needed": not holds,
        "throwing_error_possible": edition.stealing.throwing_errors and target != HOME and not holds,
    }
    if play is not None:
        answer |= {
            "throwing_error": bool(play.errors),
            "all_runners_extra_bases": sum(error.bases for error in play.errors),
            "runners_after": bases_after(play),
            "runs": len(play.scored),
        }
        answer |= {f"runner_from_{BASE_NAMES[base]}": place_of(play, base) for base in runners(state)}
    return answer


def steal_rating_format(given: Given, ruleset: str) -> Given:
    rating = parse_steal_rating(given["text"])
    return {
        "asterisk": rating.asterisk,
        "good_lead_totals": rating.good_lead,
        "automatic_out_totals": rating.automatic_out,
        "first": rating.first,
        "second": rating.second,
    }


def good_lead(given: Given, ruleset: str) -> Given:
    rating, target, held = rating_of(given), target_of(given), given.get("held", False)
    rolls = must_roll_for_lead(rating, target, held=held)
    answer: Given = {"lead_roll_needed": rolls, "must_steal_now": False}
    if has_automatic_lead(rating, target, held=held):
        lead = "good"
    elif rating is None:
        lead = "failed"
    elif given.get("lead_dice") is None:
        return answer
    else:
        lead = read_lead(rating, given["lead_dice"])
    may_go = lead == "good" or (lead == "failed" and bool(may_go_without_lead(target)))
    return answer | {
        "lead": lead,
        "must_steal_now": rolls and lead == "good",
        "may_steal_now": may_go,
        "may_steal_later": may_go and not (rolls and lead == "good"),
    }


def attempt(given: Given, base: int, earlier: FailedLead | None = None, state: int = 0) -> Attempt:
    stealing = state_of([BASE_NAMES[base]])
    thief = Thief(given.get("steal_grade", "E"), rating_of(given))
    outs = given.get("outs", 0)
    return Attempt(state or stealing, outs, stealing, thief, given.get("held", False), battery(given), earlier)


def steal_sequence(given: Given, ruleset: str) -> Given:
    edition, target = load_edition(ruleset), target_of(given)
    tried = attempt(given, target - 1)
    lead = good_lead(given, ruleset).get("lead")
    good = lead == "good"
    answer = {
        "lead": lead,
        "safe_chance": rated_chance(rating_of(given), target, battery(given), held=tried.held, good_lead=good).safe,
    }
    if lead != "good" and not steal_options(tried):
        return answer | {"runner": BASE_NAMES[tried.base]}
    try:
        play = attempt_steal(steal_table(given), edition, load_steal_chart(), tried).play
    except DiceMissing:
        return answer
    return answer | {
        "runner": place_of(play, target - 1) if play.kind == "no_play" else safe_or_out(play, target - 1),
        "throwing_error": bool(play.errors),
    }


def second_lead_attempt(given: Given, ruleset: str) -> Given:
    earlier = None
    if given.get("first_attempt") is not None:
        then = given.get("pitcher_hold_at_attempt", 0), given.get("catcher_arm_at_attempt", 0)
        earlier = FailedLead(given.get("held_at_attempt", False), *then)
    now = Battery(
        hold=given.get("pitcher_hold_now", earlier.hold if earlier else 0),
        arm=given.get("catcher_arm_now", earlier.arm if earlier else 0),
    )
    held = given.get("held_now", False)
    may_try = bool(may_try_lead(earlier, now, held=held))
    rating = StealRating(given.get("asterisk", False), (), (), 0, 0)
    automatic = has_automatic_lead(rating, target_of(given), held=held)
    answer: Given = {"may_try_lead_again": may_try, "lead_roll_needed": may_try and not automatic}
    return answer | ({"lead": "good"} if may_try and automatic else {})


def forced(given: Given, ruleset: str) -> Given:
    edition, base = load_edition(ruleset), BASE_NUMBERS[given["lead_runner_on"]]
    arms = battery(given)
    earlier = FailedLead(given.get("held", False), arms.hold, arms.arm) if given.get("earlier_lead_attempt") else None
    tried = attempt(given, base, earlier)
    table = AnswerTable(answers={"steal_throw": "throw"}, rolls=steal_table(given).rolls)
    answer: Given = {"must_steal": True}
    try:
        play = forced_steal(table, edition, load_steal_chart(), tried).play
        answer["runner"] = safe_or_out(play, base)
    except DiceMissing:
        play = None
    answer["lead_roll_needed"] = "lead_1" in table.rolled
    if "steal" in table.rolled:
        good = good_lead({**given, "base": BASE_NAMES[base + 1]}, ruleset).get("lead") == "good" and earlier is None
        good = good or has_automatic_lead(tried.thief.rating, tried.target, held=tried.held)
        chance = rated_chance(tried.thief.rating, tried.target, arms, held=tried.held, good_lead=good)
        answer["safe_chance"] = chance.safe
    return answer


def pickoff_balk(given: Given, ruleset: str) -> Given:
    rating, base = rating_of(given), BASE_NUMBERS[given.get("runner_on", "first")]
    state = state_of(given.get("runners_on", ())) | state_of([BASE_NAMES[base]])
    target, held = base + 1, given.get("held", False)
    table = steal_table(given)
    rolls = must_roll_for_lead(rating, target, held=held)
    if rating is None or not rolls or not load_edition(ruleset).stealing.pickoffs:
        return {"event": None, "check_needed": False, "lead": good_lead(lead_given(given, target), ruleset).get("lead")}
    try:
        event = roll_for_pickoff(table, rating, battery(given))
    except DiceMissing:
        return {"second_d20_needed": True}
    if event == "picked_off":
        play = picked_off(state, given.get("outs", 0), base)
        return {
            "event": event,
            "counts_as_caught_stealing": play.kind == "caught_stealing",
            "runner": safe_or_out(play, base),
            "runners_after": bases_after(play),
        }
    if event == "balk":
        play = balk(state)
        return {"event": event, "runners_after": bases_after(play), "runs": len(play.scored)}
    if event == "dives_back":
        may_go = bool(may_go_without_lead(target))
        number = rated_chance(rating, target, battery(given), held=held).safe
        after = {"may_steal_now": may_go, "may_steal_second": may_go, "safe_chance": number if may_go else None}
        return {"event": event, "lead": "failed", "runner": "safe", **after}
    lead = good_lead(lead_given(given, target), ruleset)
    return {"event": None, "steal_needs_new_d20": True, **lead}


def lead_given(given: Given, target: int) -> Given:
    return {**given, "base": BASE_NAMES[target]}


def hold_legality(given: Given, ruleset: str) -> Given:
    return {"legal": not given.get("hold") or bool(may_hold(load_edition(ruleset), given["infield"]))}


def groundball_plus(given: Given, ruleset: str) -> Given:
    edition, reading = load_edition(ruleset), parse_reading(given["reading"])
    becomes = without_plus(edition, reading, given.get("infield", "back"), held=bool(given.get("held")))
    return {"becomes": keep_case(write_reading(becomes), write_reading(becomes, "basic"), given["reading"])}


def keep_case(advanced: str, basic: str, text: str) -> str:
    """The case's own spelling where only the plus signs went."""
    bare = text.rstrip("+")
    return bare if bare.lower() in (advanced.lower(), basic.lower()) else advanced


def infield_in_legality(given: Given, ruleset: str) -> Given:
    ruling = infield_allowed(
        load_edition(ruleset),
        given.get("infield", "in"),
        state_of(given.get("runners_on", ())),
        given.get("outs", 0),
        held=bool(given.get("held") or given.get("hold")),
        for_sacrifice=any("sacrifice" in key and value for key, value in given.items()),
    )
    return {"legal": bool(ruling)}


def hold_change(given: Given, ruleset: str) -> Given:
    event = given["event"]
    change = "same_men"
    if not event.startswith("same"):
        change = next((f"new_{man}" for man in ("batter", "pitcher", "catcher") if man in event), "same_men")
        change = "new_pitcher" if "pitching" in event else change
    return {"defence_may_change_holds": bool(hold_change_ruling(load_edition(ruleset).stealing, change))}


def holding_fielders(given: Given, ruleset: str) -> Given:
    positions = load_hold_chart()[BASE_NUMBERS[given["held_on"]], given["batting_side"]]
    used = holders(load_edition(ruleset).stealing, state_of([given["held_on"]]), given["batting_side"])
    return {"responsible": [position.upper() for position in positions if position in used]}


def held_bases(given: Given) -> int:
    held = given.get("held_on") or []
    return state_of([held] if isinstance(held, str) else held)


def chance_position(given: Given) -> str:
    return parse_reading(given["chance"]).fielder


def holding_range_penalty(given: Given, ruleset: str) -> Given:
    position = given.get("position", "").lower() or chance_position(given)
    [printed] = parse_fielding(f"{position}-{given['rating']}")
    if "chance" in given and chance_position(given) != position:
        return {"rating_used": printed.rating}
    rules = load_edition(ruleset).stealing
    worse = range_while_holding(rules, position, printed.range, held_bases(given), given["batting_side"])
    return {"rating_used": f"{worse}e{printed.e}"}


def holding_hash_result(given: Given, ruleset: str) -> Given:
    position = chance_position(given)
    holds = position in holders(load_edition(ruleset).stealing, held_bases(given), given["batting_side"])
    infield = given.get("infield", "back")
    return {"becomes": without_sharp(infield, position, given["range_symbol"], holds_runner=holds)}


def held_running_adjustment(given: Given, ruleset: str) -> Given:
    base = BASE_NUMBERS[given["runner_on"]]
    running = [10, 10, 10, 10]
    running[base] = given["running"]
    held = state_of([given["runner_on"]]) if given["held"] else 0
    situation = Situation(state_of([given["runner_on"]]), running=tuple(running), held=held)
    terms = dict(lead_chance(load_edition(ruleset), situation, base, min(base + 2, HOME), "cf").terms)
    return {"adjusted_running": terms["running"] + terms.get("held", 0) + terms.get("not held", 0)}


def said(given: Given) -> bool | None:
    word = given.get("defence_said")
    if word is None or isinstance(word, bool):
        return word
    return "not" not in word.lower()


def presumed_hold(given: Given, ruleset: str) -> Given:
    others = state_of(given.get("other_runners_on", ()))
    base = BASE_NUMBERS[given["runner_on"]]
    rules = load_edition(ruleset).stealing
    return {"presumed_held": presumed_held(rules, given["asterisk"], base, others, said(given))}


def ask_before_steal(given: Given, ruleset: str) -> Given:
    target = BASE_NUMBERS[given["target"]] if "target" in given else BASE_NUMBERS[given["runner_on"]] + 1
    return {"offence_must_ask": must_ask_before_steal(load_edition(ruleset).stealing, given["asterisk"], target)}


def pinch_run_after_failed_lead(given: Given, ruleset: str) -> Given:
    failed = given.get("lead_attempt") == "failed" and not given.get("moved_base_since", False)
    earlier = FailedLead(False, 0, 0) if failed else None
    base = BASE_NUMBERS[given.get("runner_on", "first")]
    return {"pinch_runner_allowed": bool(pinch_runner_ruling(load_edition(ruleset).stealing, base, earlier))}


def delayed_steal(given: Given, ruleset: str) -> Given:
    rules, state = load_edition(ruleset).stealing, state_of(given.get("runners_on", ("first", "third")))
    legal = bool(delayed_steal_ruling(rules, state, lead_tried=bool(given.get("lead_attempts"))))
    at_second = delayed_chance_at_second(rating_of(given), battery(given))
    at_home = delayed_chance_at_home(rating_of(given))
    answer: Given = {"legal": legal}
    if "steal_rating" in given:
        from_third = given.get("runner_on", given.get("runner")) == "third" or given.get("base") == "home"
        answer["safe_chance"] = (at_home if from_third else at_second).safe
        answer |= {"safe_chance_at_second": at_second.safe, "safe_chance_at_home": at_home.safe}
    if not legal or "defence" not in given:
        return answer
    table = delayed_table(given)
    chance = Chance(given.get("safe_chance_at_second", at_second.safe), "23.91A", ())
    home = Chance(given.get("safe_chance_at_home", at_home.safe), "23.91C", ())
    answer["third_may_go"] = table.answers["delayed_steal_throw"] == "throw"
    try:
        play = resolve_delayed_steal(table, given.get("outs", 0), chance, home)
    except DiceMissing:
        return answer
    return answer | {
        "runner_from_first": place_of(play, 1),
        "runner_from_third": place_of(play, THIRD),
        "run_scores": bool(play.scored),
        "runs": len(play.scored),
    }


def delayed_table(given: Given) -> AnswerTable:
    table, defence = steal_table(given), given["defence"]
    table.answers |= {
        "delayed_steal_throw": "hold_ball" if "hold" in defence else "throw",
        "delayed_steal_home": "go" if given.get("third_goes") else "stay",
        "delayed_steal_cut": "cut" if "cut" in defence or "home" in defence else "through",
    }
    return table


ADAPTERS = {
    "steal_chance": steal_chance,
    "double_steal": double_steal,
    "triple_steal": double_steal,
    "throwing_error": throwing_error,
    "catcher_holds_ball": throwing_error,
    "steal_rating_format": steal_rating_format,
    "good_lead": good_lead,
    "steal_sequence": steal_sequence,
    "second_lead_attempt": second_lead_attempt,
    "forced_steal": forced,
    "pickoff_balk": pickoff_balk,
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
    "delayed_steal": delayed_steal,
}
