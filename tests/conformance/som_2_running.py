"""Sections 8, 22, 23 and 24: steals by grade and by rating, leads and pickoffs."""

from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, HOME, SECOND, runners, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing
from rules_engine.systems.strat_o_matic.ball.battery import Battery
from rules_engine.systems.strat_o_matic.ball.chances import Chance
from rules_engine.systems.strat_o_matic.cards.ratings import (
    StealRating,
    parse_catcher_throw,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from rules_engine.systems.strat_o_matic.running.leads import (
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
from rules_engine.systems.strat_o_matic.running.pickoffs import balk, picked_off, roll_for_pickoff
from rules_engine.systems.strat_o_matic.running.stealing import (
    Thief,
    grade_chance,
    load_steal_chart,
    rated_chance,
    resolve_steal,
    throwing_error_possible,
)
from tests.conformance.som_1_hits import AnswerTable
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import LEADS, heard, one_of

SYSTEMS = ("som_2",)
SETS = {"runners_after"}
Given = dict[str, Any]


def battery(given: Given) -> Battery:
    return Battery(
        hold=given.get("pitcher_hold") or 0,
        arm=given.get("catcher_arm") or 0,
        throws_away=parse_catcher_throw(str(given.get("catcher_T") or "")),
        balk=given.get("pitcher_bk") or 0,
        catcher_range=given.get("catcher_rating") or 3,
    )


def rating_of(given: Given) -> StealRating | None:
    """The rating the case tells; null is a runner without one."""
    return parse_steal_rating(given["steal_rating"]) if given["steal_rating"] else None


def target_of(given: Given) -> int:
    """The base he steals: as told, else the next one of the lead runner who goes, else second."""
    if given.get("base") or not given.get("stealing"):
        return BASE_NUMBERS[given.get("base") or "second"]
    return runners(state_of(given["stealing"]))[0] + 1


def lead_failed(field: str, value: object) -> bool:
    return one_of(field, value, LEADS) == "failed"


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
    if held and rules.held_less_by_catcher and "catcher_rating" not in given:
        raise UnknownWords("catcher_rating", None, "1 to 5, where a runner is held")
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
    roll, holds = table.rolls.get("steal"), "hold_ball" in table.answers.values() and "steal_throw" in table.asked
    safe = holds or (roll is not None and roll <= given["safe_chance"])
    needed = safe and not holds and roll is not None and throwing_error_possible(edition.stealing, target, roll)
    answer: Given = {
        **({"runner": "safe" if safe else "out", "throwing_error_roll_needed": needed} if holds or roll else {}),
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
    if lead_failed("first_attempt", given.get("first_attempt", "failed")):
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
    failed = lead_failed("earlier_lead_attempt", given.get("earlier_lead_attempt"))
    earlier = FailedLead(given.get("held", False), arms.hold, arms.arm) if failed else None
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
        play = picked_off(state, base)
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


ADAPTERS = heard(
    {
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
    }
)
