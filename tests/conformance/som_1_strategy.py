"""Adapters for sections 6-10, 18 and 19, mostly played: bunts, hit and run, Basic steals, holds, rest and injuries."""

from dataclasses import replace

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, runners
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.baserunning.holding import Change, hold_change_ruling
from rules_engine.systems.strat_o_matic.baserunning.leads import StealAttempt, finish_steal, resolve_lead
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, grade_chance, load_steal_chart
from rules_engine.systems.strat_o_matic.batting.bunting import ONE_AND_TWO, bunt_rating
from rules_engine.systems.strat_o_matic.batting.hit_and_run import MISSED, hit_and_run_rating, lineout_on_hit_and_run
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating, parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.reading import Line
from rules_engine.systems.strat_o_matic.pitching.rest import LastAppearance, is_rested
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.conformance.given import CaseFacts
from tests.conformance.playing import PINCH_HITTER, STRIKEOUT, Answer, Scene, Script
from tests.conformance.som_1_hits import on_base, stance
from tests.conformance.som_1_reading import printed_form
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, PLAYS, Vocabulary, plain, state_of, word_for
from tests.conformance.words.som_phrases import BUNT_RESULTS, NEW_MEN, PARK_LINEOUTS, kind_of

SYSTEMS = ("som_1",)
WORDS = FIELDS
CHANGES: tuple[Change, ...] = ("new_batter", "new_pitcher", "new_catcher", "same_men")
BUNTS = {bunt: PLAYS[bunt] for bunt in ("sacrifice", "squeeze")}
HIT_AND_RUN = {"hit_and_run": PLAYS["hit_and_run"]}
CARDS: Vocabulary = {"batter": ("batters_card",), "pitcher": ("pitchers_card",)}
CHART_RESULTS: Vocabulary = {MISSED: ("misses_pitch",), "single": (), "double": (), "strikeout": (), "foul": ()}
WHOLE_GAME = 9 * OUTS_PER_INNING
RUNS_AT_LEADS = {"steal": StealRating(False, (7,), (12,), 15, 8)}  # he gets his lead on 7
NO_LEAD = {"pickoff_or_balk": 20, "lead_1": 2, "lead_2": 2}


def bunt_legality(facts: CaseFacts, ruleset: str) -> Answer:
    play = word_for("play", facts["play"], BUNTS)
    return {
        "allowed": Scene(load_ruleset(ruleset), facts["bases"], facts["outs"], announced=stance(facts)).offered(play)
    }


def effective_bunt_rating(facts: CaseFacts, ruleset: str) -> Answer:
    rules = load_ruleset(ruleset).strategy
    rating = bunt_rating(rules, facts["bunt_rating"], facts["infield"], on_base(facts))
    return {"effective_bunt_rating": rating}


def sacrifice_first_and_third(facts: CaseFacts, ruleset: str) -> Answer:
    """Play a sacrifice on a chart that has the case's result in every cell."""
    scene = Scene(load_ruleset(ruleset), facts["bases"], facts["outs"], announced=stance(facts))
    scene.strategy_says(kind_of("chart_result", facts["chart_result"], BUNT_RESULTS))
    play = scene.play(Script({}, {"play": word_for("play", facts["play"], BUNTS)}))
    assert play is not None
    return scene.outcome(play)


NEXT_PLAYS = {"hit_and_run": "hit_and_run", "bunt": "sacrifice", "sacrifice": "sacrifice", "steal": "steal_1"}


def after_1and2(facts: CaseFacts, ruleset: str) -> Answer:
    """18.8: put a runner on first, with a sacrifice result of 1AND2."""
    if facts["previous_result"] != ONE_AND_TWO:
        raise UnknownWords("previous_result", facts["previous_result"], ONE_AND_TWO)
    scene = Scene(load_ruleset(ruleset), {"first": "r1"})
    scene.strategy_says(ONE_AND_TWO)
    scene.play(Script({}, {"play": "sacrifice"}))
    following = word_for("next_play", facts["next_play"], PLAYS)
    if following == "pinch_hit":
        return {"allowed": change_ruling(scene.game, None, 0, PINCH_HITTER, "batter", "pinch_hitter").allowed}
    if following == "swing_away":
        return {"allowed": scene.offered("swing")}
    if following not in NEXT_PLAYS:
        raise UnknownWords("next_play", facts["next_play"], ", ".join((*NEXT_PLAYS, "pinch_hit", "swing_away")))
    return {"allowed": scene.offered(NEXT_PLAYS[following])}


def hit_and_run_legality(facts: CaseFacts, ruleset: str) -> Answer:
    play = word_for("play", facts["play"], HIT_AND_RUN)
    batter = {"hitting": parse_hitting_code(facts["batter_code"])} if "batter_code" in facts else {}
    scene = Scene(load_ruleset(ruleset), facts["bases"], facts["outs"], batter=batter, announced=stance(facts))
    return {"allowed": scene.offered(play)}


def effective_hit_and_run_rating(facts: CaseFacts, ruleset: str) -> Answer:
    on_base(facts)  # 19.3 applies to a held runner on any base
    hold = facts["a_runner_is_held"] if "a_runner_is_held" in facts else bool(facts["held"])
    rating = hit_and_run_rating(
        load_ruleset(ruleset).strategy,
        facts["hit_and_run_rating"],
        facts["infield"],
        hold=hold,
    )
    return {"effective_hit_and_run_rating": rating}


def hit_and_run_lineout(facts: CaseFacts, ruleset: str) -> Answer:
    printed, card = facts["reading"], word_for("card", facts["card"], CARDS)
    missed = "park" in plain(printed) and kind_of("reading", printed, PARK_LINEOUTS) == "lineout"
    reading = parse_reading("lineout" if missed else printed)  # 30.4
    if word_for("play", facts["play"], PLAYS) == "hit_and_run":
        reading = lineout_on_hit_and_run(load_ruleset(ruleset).strategy, reading, card)
    return {"effective_reading": printed_form(reading, "lineout" if missed else printed)}


def batter_misses_pitch(facts: CaseFacts, ruleset: str) -> Answer:
    """7.3, 19.4, 19.8: play a hit and run with nobody out, after a failed lead attempt if given."""
    bases = facts["bases"]
    scene = Scene(
        load_ruleset(ruleset),
        bases,
        facts.absent("outs", 0),
        runners=dict.fromkeys(bases, RUNS_AT_LEADS),
        announced=stance(facts),
    )
    lead = runners(state_of(bases))[0]
    if facts.get("lead_roll_already_failed"):
        scene.play(
            Script(dict(NO_LEAD), {"play": f"steal_{lead}", "lead_or_go": "try_lead", "go_without_lead": "stay"})
        )
    scene.strategy_says(word_for("result", facts["result"], CHART_RESULTS))
    script = Script(NO_LEAD | {"steal": 20}, {"play": "hit_and_run", "steal_throw": "throw"})
    play = scene.play(script)
    assert play is not None
    forced = play.kind in ("stolen_base", "caught_stealing")
    return {"forced_steal": forced, "roll_for_good_lead": "lead_1" in script.rolled}


def basic_steal(facts: CaseFacts, ruleset: str) -> Answer:
    """8.1: return the chart number after deductions, or the grade used and the runners who also go."""
    if "charted_safe_max" in facts:
        hold = facts.absent("held", False)
        battery = Battery(arm=facts.absent("catcher_arm", 0), catcher_range=facts["catcher_rating"] if hold else 3)
        facts.get("catcher_rating")  # the catcher has no effect on a runner who is not held
        rules, grade = load_ruleset(ruleset).stealing, facts["steal_grade"]
        return {"safe_max": grade_chance(rules, grade, facts["charted_safe_max"], battery, hold=hold).safe}
    bases = facts["bases"]
    word_for("play", facts["play"], dict.fromkeys(("double_steal", "triple_steal"), ()))
    going = on_base(facts)
    attempt = StealAttempt(going, 0, going, BaseStealer(), False, Battery())
    grade = facts[f"r{attempt.base}_grade"]
    for base in bases:  # the case includes the others' grades, which the rule doesn't need
        facts.get(f"r{BASE_NUMBERS[base]}_grade")
    edition, attempt = load_ruleset(ruleset), replace(attempt, stealer=BaseStealer(grade))
    first_try = resolve_lead(Script(), edition, attempt)
    play = finish_steal(Script({"steal": 20}), edition, load_steal_chart(), attempt, first_try).play
    moved = [bases[BASE_NAMES[base]] for base in runners(going)[1:] if play.to[base] == base + 1]
    return {"grade_used": grade, "trail_advances": moved[0] if len(moved) == 1 else moved}


def basic_hold(facts: CaseFacts, ruleset: str) -> Answer:
    change = battery_change(facts["event"])
    return {"hold_may_change": hold_change_ruling(load_ruleset(ruleset).stealing, change).allowed}


def battery_change(event: str) -> Change:
    kind = kind_of("event", event, NEW_MEN)
    return next(change for change in CHANGES if change == kind)


def basic_rest(facts: CaseFacts, ruleset: str) -> Answer:
    last = LastAppearance(started=True, outs=WHOLE_GAME, rested=facts["games_of_rest"])
    rules = load_ruleset(ruleset).rest
    return {"may_start": is_rested(rules, last, starts=True, asterisk=facts["pitcher_asterisk"])}


def injury_trigger(facts: CaseFacts, ruleset: str) -> Answer:
    line = parse_line(facts["reading"]) if "reading" in facts or "white" not in facts else STRIKEOUT
    scene, injured_role = injured(facts, load_ruleset(ruleset), line, used="dh_in_use", bats="batter_is_dh")
    return {
        "pitcher_injured": injured_role == "p",
        "batter_injured": injured_role == "batter",
        "play_completed_first": bool(injured_role)
        and scene.game.log.number == 1,  # the play is logged in one event with the injured player
    }


def injured(facts: CaseFacts, edition: Ruleset, line: Line, *, used: str, bats: str) -> tuple[Scene, str]:
    """6.4, 25.1: play the line selected by the dice and return the injured player.

    `used` and `bats` are the keys for a designated hitter.
    """
    dice = {"white": 1, "colored_1": 1, "colored_2": 1}
    if "white" in facts:
        first, two = colored_dice(facts)
        dice = {"white": facts["white"], "colored_1": first, "colored_2": two}
    in_use, at_bat = facts.get(used), facts.get(bats)
    hitter = ("batter" if at_bat else "visitor 9") if in_use else ""
    scene = Scene(edition, line=line, designated_hitter=hitter)
    scene.play(Script(dice | {"injury": 1}))
    return scene, scene.made.injured


def colored_dice(facts: CaseFacts) -> tuple[int, int]:
    """Return the colored dice, given singly or as a total."""
    dice = facts["colored_total"] if "colored_total" in facts else facts["colored"]
    return (max(1, dice - 6), min(6, dice - 1)) if isinstance(dice, int) else (dice[0], dice[1])


ADAPTERS = {
    "bunt_legality": bunt_legality,
    "bunt_rating": effective_bunt_rating,
    "sacrifice_first_and_third": sacrifice_first_and_third,
    "after_1and2": after_1and2,
    "hit_and_run_legality": hit_and_run_legality,
    "hit_and_run_rating": effective_hit_and_run_rating,
    "hit_and_run_lineout": hit_and_run_lineout,
    "batter_misses_pitch": batter_misses_pitch,
    "basic_steal": basic_steal,
    "basic_hold": basic_hold,
    "basic_rest": basic_rest,
    "injury_trigger": injury_trigger,
}
