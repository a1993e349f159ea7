"""Adapters for sections 8, 22, 23 and 24: steals by grade and by rating, leads, pickoffs and balks."""

from collections.abc import Mapping
from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, HOME, SECOND, runners
from rules_engine.baseball.plays import OUT, Play
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance
from rules_engine.systems.strat_o_matic.baserunning.leads import steal_options
from rules_engine.systems.strat_o_matic.baserunning.stealing import (
    grade_chance,
    load_steal_chart,
    rated_chance,
    resolve_steal,
)
from rules_engine.systems.strat_o_matic.batting.hit_and_run import MISSED
from rules_engine.systems.strat_o_matic.cards.ratings import (
    PositionRating,
    StealRating,
    parse_catcher_throw,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.game_state.steal_calls import steal_attempt, steal_led_from
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery
from tests.conformance.given import CaseFacts
from tests.conformance.playing import NEW_CATCHER, NEW_PITCHER, Answer, Scene, Script
from tests.conformance.words.som_facts import FIELDS, LEADS, PLAYS, on_bases, state_of, word_for

SYSTEMS = ("som_2",)
SETS = {"runners_after"}
WORDS = FIELDS
EVERY_TOTAL = tuple(range(2, 13))
NO_ERROR = 20  # on the second d20 in 22.22: outside every given range
CAUSES = {cause: PLAYS[cause] for cause in ("hit_and_run", "squeeze")}
AUTOMATIC = "23.11"


def battery(facts: CaseFacts) -> Battery:
    """Return the given pitcher and catcher. A missing rating is 0, except that a catcher's missing range is 3."""
    return Battery(
        hold=facts.absent("pitcher_hold", 0),
        arm=facts.absent("catcher_arm", 0),
        throws_away=parse_catcher_throw(str(facts.absent("catcher_T", ""))),
        balk=facts.absent("pitcher_bk", 0),
        catcher_range=facts.absent("catcher_rating", 3),
    )


def facing(arms: Battery) -> dict[str, Any]:
    """Return the same ratings as facts on the cards of pitcher and catcher."""
    return {
        "pitcher": {"hold": arms.hold, "balk": arms.balk},
        "fielders": {"c": PositionRating("c", arms.catcher_range, arms.arm, 0)},
        "catcher": {"catcher_throw": arms.throws_away},
    }


def rating_of(facts: CaseFacts) -> StealRating | None:
    """Return the given rating, or None for a runner without a rating."""
    return parse_steal_rating(facts["steal_rating"]) if facts["steal_rating"] else None


def target_of(facts: CaseFacts) -> int:
    """Return his target base: the given base, or the base after the lead runner's."""
    if "base" in facts and facts["base"]:
        return BASE_NUMBERS[facts["base"]]
    return runners(state_of(facts["stealing"]))[0] + 1


def place_of(play: Play, start: int) -> str:
    """Return a runner's final base in the words of the cases."""
    to = play.to[start]
    return "out" if to == OUT else "scores" if to == HOME else BASE_NAMES[to]


def safe_or_out(play: Play, start: int) -> str:
    return "out" if play.to[start] == OUT else "safe"


def bases_after(play: Play) -> list[str]:
    return [BASE_NAMES[base] for base in sorted(play.bases_after)]


def steal_chance(facts: CaseFacts, ruleset: str) -> Answer:
    rules, target, hold = load_ruleset(ruleset).stealing, target_of(facts), facts.absent("held", False)
    arms = battery(facts)
    if hold and rules.hold_less_by_catcher:
        facts["catcher_rating"]  # used in 8.2
    if not rules.ratings:
        grade = facts["steal_grade"]
        charted = facts["chart_chance"] if "chart_chance" in facts else load_steal_chart()[grade, target]
        return {"safe_chance": grade_chance(rules, grade, charted, arms, hold=hold).safe}
    rating = rating_of(facts)
    without = rated_chance(rating, target, arms, hold=hold).safe
    if target != SECOND:
        return {"safe_chance": without}
    lead = rated_chance(rating, target, arms, hold=hold, good_lead=True)
    return {
        "battery_adjustment": dict(lead.terms)["battery"],
        "with_good_lead": lead.safe,
        "without_good_lead": without,
        "always_safe_with_good_lead": lead.safe >= 20,
        "always_safe_without_good_lead": without >= 20,
        "safe_chance": without if rating is None else lead.safe,
    }


def steal(facts: CaseFacts, edition: Ruleset, state: int, stealing: int, chance: int, script: Script) -> Play | None:
    """Play a steal in which the lead runner has this chance, or call the rule if no announcement sends just these
    runners.

    The chance comes from his grade's chart cell, or from his rating with a guaranteed lead.
    """
    lead, outs, arms = runners(stealing)[0], facts.absent("outs", 0), battery(facts)
    if stealing != steal_led_from(state, lead):
        return resolve_steal(script, edition.stealing, state, outs, stealing, SafeChance(chance, "23.3", ()), arms)
    number = chance + 9 if lead + 1 == HOME else chance - arms.adjustment
    rating = StealRating(False, EVERY_TOTAL, (), number, number)
    chart = dict.fromkeys(load_steal_chart(), chance - arms.arm if edition.stealing.catcher_arm else chance)
    scene = Scene(
        edition,
        on_bases(BASE_NAMES[base] for base in runners(state)),
        outs,
        runners={BASE_NAMES[lead]: {"steal": rating}},
        charts={"steal_chart": chart},
        **facing(arms),
    )
    script.answers |= {"play": f"steal_{lead}", "lead_or_go": "try_lead"}
    script.rolls |= {"pickoff_or_balk": 20, "lead_1": 3, "lead_2": 4}
    return scene.play(script)


def double_steal(facts: CaseFacts, ruleset: str) -> Answer:
    """23.6: the other runners' chances may be given, but no throw goes after them."""
    chance = facts["lead_runner_safe_chance" if "lead_runner_safe_chance" in facts else "lead_runner_chance"]
    facts.get("other_runner_chance"), facts.get("trail_runner_safe_chance")
    state, stealing = state_of(facts["runners_on"]), state_of(facts["stealing"])
    script = Script({"steal": roll_of_steal(facts), "throwing_error": NO_ERROR}, {"steal_throw": "throw"})
    play = steal(facts, load_ruleset(ruleset), state, stealing, chance, script)
    assert play is not None
    lead, *trail = runners(stealing)
    answer = {"lead_runner": place_of(play, lead), "runners_after": bases_after(play), "runs": len(play.scored)}
    if trail:
        answer |= {"trail_runner": place_of(play, trail[0]), "other_runner": f"safe_at_{place_of(play, trail[0])}"}
    if "lead_runner_chance" in facts and play.to[lead] != OUT:
        answer["lead_runner"] = f"safe_at_{place_of(play, lead)}"
    return answer


def roll_of_steal(facts: CaseFacts) -> int:
    return int(facts["steal_d20"] if "steal_d20" in facts else facts["d20"])


def throwing_error(facts: CaseFacts, ruleset: str) -> Answer:
    edition, target, chance = load_ruleset(ruleset), target_of(facts), facts["safe_chance"]
    stealing = state_of(facts["stealing"]) if "stealing" in facts else state_of([BASE_NAMES[target - 1]])
    state = (state_of(facts["runners_on"]) if "runners_on" in facts else 0) | stealing
    holds = facts.absent("catcher_elects_to_hold_ball", False)
    answers = {"steal_throw": "hold_ball" if holds else "throw"}
    error_roll = facts.get("throwing_error_d20")
    rolls = {"throwing_error": NO_ERROR if error_roll is None else error_roll}
    lowest = Script(rolls | {"steal": 1}, dict(answers))
    steal(facts, edition, state, stealing, chance, lowest)
    answer: Answer = {"throwing_error_possible": "throwing_error" in lowest.rolled, "steal_roll_needed": not holds}
    script = Script(rolls | ({} if holds else {"steal": roll_of_steal(facts)}), answers)
    play = steal(facts, edition, state, stealing, chance, script)
    assert play is not None
    needed = "throwing_error" in script.rolled
    answer |= {"runner": safe_or_out(play, target - 1), "throwing_error_roll_needed": needed}
    if needed and error_roll is None:
        return answer
    answer |= {
        "throwing_error": bool(play.errors),
        "all_runners_extra_bases": sum(error.bases for error in play.errors),
        "runners_after": bases_after(play),
        "runs": len(play.scored),
    }
    return answer | {f"runner_from_{BASE_NAMES[base]}": place_of(play, base) for base in runners(state)}


def steal_rating_format(facts: CaseFacts, ruleset: str) -> Answer:
    rating = parse_steal_rating(facts["text"])
    return {
        "asterisk": rating.asterisk,
        "good_lead_totals": rating.good_lead,
        "automatic_out_totals": rating.automatic_out,
        "first": rating.first,
        "second": rating.second,
    }


def lead_dice(facts: CaseFacts) -> dict[str, int]:
    total = facts.get("lead_dice")
    return {} if total is None else {"lead_1": max(1, total - 6), "lead_2": min(6, total - 1)}


def thief_scene(facts: CaseFacts, ruleset: str, base: int, rating: StealRating | None, **more: Any) -> Scene:
    """Return a scene with a runner on this base, and any others given, against this pitcher and catcher."""
    names = {BASE_NAMES[base], *(facts.absent("runners_on", ()))}
    cards: Mapping[str, Any] = {BASE_NAMES[base]: {"steal": rating, "grade": facts.absent("steal_grade", "E")}}
    return Scene(
        load_ruleset(ruleset),
        on_bases(names),
        facts.absent("outs", 0),
        runners=cards,
        **(facing(battery(facts)) | more),
    )


def steal_script(base: int, hold: bool, rolls: Mapping[str, int], goes: bool = False) -> Script:
    """Return a script in which he tries for a lead if possible. Without it he goes or stays."""
    answers = {
        "play": f"steal_{base}",
        "hold": str(base) if hold else "none",
        "lead_or_go": "try_lead",
        "go_without_lead": "go" if goes else "stay",
        "steal_throw": "throw",
    }
    return Script({"pickoff_or_balk": 20, "throwing_error": NO_ERROR} | dict(rolls), answers)


def options_of(scene: Scene, base: int, hold: bool) -> dict[str, str]:
    """Return the offense's options for a lead, key -> rule."""
    game = scene.game
    attempt = steal_attempt(game.setup, game.state, game.tracker, base, int(hold) << base - 1)
    return {option.key: option.rule for option in steal_options(attempt)}


def lead_of(options: dict[str, str], script: Script, play: Play | None) -> str:
    """Return his lead, based on the next event: a throw, an immediate out, or the question to go without a lead."""
    if AUTOMATIC in options.values():
        return "good"
    if "lead_1" not in script.rolled or "go_without_lead" in script.offered or (play and play.kind == "no_play"):
        return "failed"
    return "good" if script.has_roll("steal") else "out_stealing"


def good_lead(facts: CaseFacts, ruleset: str) -> Answer:
    rating, base, hold = rating_of(facts), target_of(facts) - 1, facts.absent("held", False)
    scene = thief_scene(facts, ruleset, base, rating)
    options, dice = options_of(scene, base, hold), lead_dice(facts)
    call = f"steal_{base}"
    if "try_lead" not in options:
        may = bool(options) and scene.offered(call)
        lead = "good" if AUTOMATIC in options.values() else "failed"
        now = {"may_steal_now": may, "may_steal_later": may, "must_steal_now": False}
        return {"lead_roll_needed": False, "lead": lead, **now}
    script = steal_script(base, hold, dice | {"steal": 1})
    play = scene.play(script)
    answer: Answer = {"lead_roll_needed": script.has_roll("lead_1"), "must_steal_now": False}
    if play is None:
        return answer
    lead, is_question = lead_of(options, script, play), "go_without_lead" in script.offered
    return answer | {
        "lead": lead,
        "must_steal_now": lead == "good" and not is_question,
        "may_steal_now": lead == "good" or is_question,
        "may_steal_later": play.kind == "no_play" and scene.offered(call),
    }


def steal_sequence(facts: CaseFacts, ruleset: str) -> Answer:
    rating, target, hold = rating_of(facts), target_of(facts), facts.absent("held", False)
    base = target - 1
    scene = thief_scene(facts, ruleset, base, rating)
    options, rolls = options_of(scene, base, hold), lead_dice(facts)
    if "steal_d20" in facts:
        rolls["steal"] = facts["steal_d20"]
    script = steal_script(base, hold, rolls, facts.absent("steals_without_lead", "steal_d20" in facts))
    if not options:
        return {"lead": "failed", "runner": BASE_NAMES[base]}
    play = scene.play(script)
    lead = lead_of(options, script, play)
    good = lead == "good"
    answer: Answer = {
        "lead": lead,
        "safe_chance": rated_chance(rating, target, battery(facts), hold=hold, good_lead=good).safe,
    }
    if play is None:
        return answer
    runner = place_of(play, base) if play.kind == "no_play" else safe_or_out(play, base)
    return answer | {"runner": runner, "throwing_error": bool(play.errors)}


def second_lead_attempt(facts: CaseFacts, ruleset: str) -> Answer:
    """23.3D: fail a lead, then perhaps change the pitcher or catcher. Other facts stay the same."""
    base, rating = target_of(facts) - 1, StealRating(facts["asterisk"], (7,), (12,), 15, 8)
    hold, arm = facts.absent("pitcher_hold_at_attempt", 0), facts.absent("catcher_arm_at_attempt", 0)
    hold_now, arm_now = facts.absent("pitcher_hold_now", hold), facts.absent("catcher_arm_now", arm)
    changes = {"new_pitcher": {"hold": hold_now}, "new_catcher": PositionRating("c", 3, arm_now, 0)}
    scene = thief_scene(facts, ruleset, base, rating, **facing(Battery(hold=hold, arm=arm)), **changes)
    hold_before, hold_at_present = facts.absent("held_at_attempt", False), facts.absent("held_now", False)
    if word_for("first_attempt", facts["first_attempt"], LEADS) == "failed":
        scene.play(steal_script(base, hold_before, {"lead_1": 2, "lead_2": 2}))
    for enters, leaves, changed in ((NEW_PITCHER, "p", hold_now != hold), (NEW_CATCHER, "c", arm_now != arm)):
        if changed:
            scene.change(enters, leaves)
    options = options_of(scene, base, hold_at_present)
    automatic = AUTOMATIC in options.values()
    may_try = automatic or "try_lead" in options
    answer: Answer = {"may_try_lead_again": may_try, "lead_roll_needed": may_try and not automatic}
    return answer | ({"lead": "good"} if automatic else {})


def forced(facts: CaseFacts, ruleset: str) -> Answer:
    """23.7: play a hit and run or squeeze on a missed pitch, after a failed lead if given."""
    base, rating, hold = BASE_NUMBERS[facts["lead_runner_on"]], rating_of(facts), facts.absent("held", False)
    cause = word_for("cause", facts["cause"], CAUSES)
    failed = word_for("earlier_lead_attempt", facts["earlier_lead_attempt"], LEADS) == "failed"

    def missed(rolls: Mapping[str, int]) -> tuple[Script, Play | None]:
        scene = thief_scene(facts, ruleset, base, rating)
        if failed:
            total = next(
                total for total in EVERY_TOTAL if rating and total not in rating.good_lead + rating.automatic_out
            )
            dice = {"lead_1": max(1, total - 6), "lead_2": min(6, total - 1)}
            scene.play(steal_script(base, hold, dice))
        scene.strategy_says(MISSED)
        script = steal_script(base, hold, rolls)
        script.answers["play"] = cause
        return script, scene.play(script)

    rolls = lead_dice(facts) | ({"steal": facts["steal_d20"]} if "steal_d20" in facts else {})
    script, play = missed(rolls)
    answer: Answer = {"must_steal": True, "lead_roll_needed": script.has_roll("lead_1")}
    if play is not None:
        answer |= {"runner": safe_or_out(play, base), "must_steal": play.kind in ("stolen_base", "caught_stealing")}
    if script.has_roll("steal"):
        plays = [missed(lead_dice(facts) | {"steal": face})[1] for face in range(1, 21)]
        answer["safe_chance"] = sum(safe_or_out(play, base) == "safe" for play in plays if play)
    return answer


def pickoff_balk(facts: CaseFacts, ruleset: str) -> Answer:
    rating, base, hold = rating_of(facts), BASE_NUMBERS[facts["runner_on"]], facts.absent("held", False)
    scene = thief_scene(facts, ruleset, base, rating)
    options, rolls = options_of(scene, base, hold), lead_dice(facts) | {"pickoff_or_balk": facts["lead_d20"]}
    if (second := facts.get("second_d20")) is not None:
        rolls |= {"pickoff": second, "balk": second}
    if "try_lead" not in options:
        lead = "good" if AUTOMATIC in options.values() else "failed"
        return {"event": None, "check_needed": False, "lead": lead}
    script = steal_script(base, hold, rolls)
    play = scene.play(script)
    if script.missing in ("pickoff", "balk"):
        return {"second_d20_needed": True}
    if "pickoff" not in script.rolled and "balk" not in script.rolled:
        lead = lead_of(options, script, play)
        return {"event": None, "lead": lead, "steal_needs_new_d20": lead != "good" or script.has_roll("steal")}
    assert play is not None
    after: Answer = {"runner": safe_or_out(play, base), "runners_after": bases_after(play), "runs": len(play.scored)}
    if play.kind != "no_play":
        event = {"pickoff": "picked_off", "caught_stealing": "picked_off"}.get(play.kind, play.kind)
        return {"event": event, "counts_as_caught_stealing": play.kind == "caught_stealing", **after}
    may_go = "go_without_lead" in script.offered
    number = rated_chance(rating, base + 1, battery(facts), hold=hold).safe if may_go else None
    now = {"may_steal_now": may_go, "may_steal_second": may_go, "safe_chance": number}
    return {"event": "dives_back", "lead": "failed", **after, **now}


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
}
