"""Adapters for sections 7, 25 and 29: strategy, injuries, positions and wild pitches."""

from fractions import Fraction
from typing import Any

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.plays import OUT
from rules_engine.eligibility.injuries import check_injured_pitcher
from rules_engine.innings import parse_innings
from rules_engine.systems.strat_o_matic.baserunning.pickoffs import roll_for_pickoff
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.positions import (
    UNLISTED,
    FieldingAssignment,
    fielding_assignment,
    load_outfield_chart,
    mound_ratings,
    mound_swap_ruling,
    position_player_ruling,
)
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import NO_ERROR
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import (
    PitchCheck,
    check_pitch,
    next_roll,
)
from rules_engine.systems.strat_o_matic.play.announcements import retraction_ruling
from rules_engine.systems.strat_o_matic.play.game import timing_ruling
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery
from tests.conformance.given import CaseFacts
from tests.conformance.playing import X_DICE, Answer, Scene, Script, x_chance, x_line
from tests.conformance.som_1_hits import stance
from tests.conformance.som_1_strategy import CHART_RESULTS, NO_LEAD, RUNS_AT_LEADS, injured
from tests.conformance.som_2_running import bases_after
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import (
    ERRORS,
    FIELDS,
    PLAYS,
    POSITIONS,
    ROLES,
    Vocabulary,
    on_bases,
    state_of,
    word_for,
)
from tests.conformance.words.som_phrases import SINCE_THEN, kind_of

SYSTEMS = ("som_2",)
WORDS = FIELDS
PITCH_EVENTS = ("wild_pitch", "balk", "passed_ball")
STEALS = ("stolen_base", "caught_stealing")
LIMITED = ("hit_and_run", "sacrifice", "squeeze")
CODE_KEYS = ("batter_code", "batting_rating", "hitting_card", "batter_hitting_card", "batter_card", "pitcher_card")
WILD = {"wild_pitch": 10, "balk": 10}
REASONS: Vocabulary = {"injury": ("injuries", "emergency"), "ejection": ()}
BATTERS: Vocabulary = {
    "pinch_hitter": ("pinch_hit",),
    "designated_hitter": ("dh",),
    "position_player": ("fielder", "regular"),
    "pitcher": (),
}
HURT = {"": None, "batter": "batter", "p": "fielding_pitcher"}
NAMES_OF_STEPS = {"injury": "duration_d20"}
EVENTS = {"none": ("", "nothing"), "wild_pitch": ("wp",), "balk": ("bk",), "passed_ball": ("pb",)}
POPUPS = {"P/P": (), "P/F": ()}
THIRDS = {"1/3": ".1", "2/3": ".2"}
PITCHERS_LEFT = ("eligible_pitchers_left", "pitchers_left", "available_pitchers", "eligible_pitchers")


def offensive_strategy(facts: CaseFacts, ruleset: str) -> Answer:
    """7.2, 7.3: return whether the play is offered now, or the result of the chart's entry."""
    edition, play, code = load_ruleset(ruleset), word_for("play", facts["play"], PLAYS), hitting_code(facts)
    bases, batter = on_bases(facts["runners_on"]), {"hitting": parse_hitting_code(code)} if code else {}
    if "chart_result" in facts:
        scene = Scene(
            edition,
            bases,
            facts.absent("outs", 0),
            runners=dict.fromkeys(bases, RUNS_AT_LEADS),
            announced=stance(facts),
        )
        scene.strategy_says(word_for("chart_result", facts["chart_result"], CHART_RESULTS))
        made = scene.play(Script(NO_LEAD | {"steal": 20}, {"play": play, "steal_throw": "throw"}))
        return {"legal": True, "steal_attempt_required": bool(made) and made.kind in STEALS}
    scene = Scene(edition, bases, facts["outs"], batter=batter, announced=stance(facts))
    # section 7 limits only bunts and the hit and run
    return {"legal": play not in LIMITED or scene.offered(play), "steal_attempt_required": False}


def hitting_code(facts: CaseFacts) -> str | None:
    """Return the batting code of a pitcher at bat, such as #1WR, if given."""
    return next((facts[key] for key in CODE_KEYS if key in facts), None)


def take_back(facts: CaseFacts, ruleset: str) -> Answer:
    word_for("announced", facts["announced"], PLAYS)
    since = {kind_of("since_then", event, SINCE_THEN) for event in facts["since_then"] or ()}
    ruling = retraction_ruling(
        load_ruleset(ruleset).pitches, dice_rolled="dice" in since, opponent_decided="opponent" in since
    )
    return {"may_take_back": bool(ruling)}


def moves_after_pre_roll(facts: CaseFacts, ruleset: str) -> Answer:
    """T29.13: roll the d20, then check the allowed moves before the batter's dice are rolled."""
    first, event = facts["pre_roll_d20"], word_for("event", facts.get("event"), EVENTS)
    bases, outs = on_bases(facts["runners_on"]), facts.absent("outs", 0)
    catcher = {"passed_ball": 10}
    scene = Scene(load_ruleset(ruleset), bases, outs, pitcher=WILD, catcher=catcher, announced=stance(facts))
    rolls = {"pitch": first, "white": None, "balk_or_passed_ball": 4 if event == "passed_ball" else 1}
    scene.play(Script(rolls | dict.fromkeys(PITCH_EVENTS, 20 if event == "none" else 1)))
    happened = scene.game.log.number and scene.made.play.kind
    if (happened or "none") != event:
        raise UnknownWords("event", facts.get("event"), f"{happened or 'none'}, by the d20")
    return {"moves_allowed": bool(timing_ruling(scene.game))}


def pitch_check(facts: CaseFacts, ruleset: str) -> Answer:
    """29.1, T29.11: play each check in the order rolled, including before a bunt or a hit and run."""
    edition = load_ruleset(ruleset)
    play = word_for("play", facts.absent("play", "swing_away"), PLAYS)
    ratings = {key: facts.get(key) or 0 for key in ("pitcher_wp", "pitcher_bk", "catcher_pb")}
    script = Script({"pitch": None}, announced(play))
    pitching_scene(facts, edition, ratings).play(script)
    needed = script.has_roll("pitch")
    forgotten = bool(facts.get("three_dice_thrown_without_pre_roll"))
    forfeited = forgotten and needed and edition.pitches.d20_alone_first
    answer: Answer = {"check_needed": needed, "check_forfeited_for_this_batter": forfeited}
    checks = facts.absent("checks", [facts] if "d20" in facts else [])
    if not needed or forfeited or not checks:
        return answer | {"event": None, "events": [], "runners_after": facts["runners_on"], "runs": 0}
    return answer | outcome_of_checks(facts, edition, checks, ratings, play)


def announced(play: str) -> dict[str, str]:
    if play == "intentional_walk":
        return {"pitch": "walk"}
    return {"play": "swing" if play == "swing_away" else play}


def pitching_scene(facts: CaseFacts, edition: Ruleset, ratings: dict[str, int]) -> Scene:
    pitcher = {"wild_pitch": ratings["pitcher_wp"], "balk": ratings["pitcher_bk"]}
    catcher = {"passed_ball": ratings["catcher_pb"]}
    bases, outs = on_bases(facts["runners_on"]), facts.absent("outs", 0)
    return Scene(edition, bases, outs, pitcher=pitcher, catcher=catcher, announced=stance(facts))


def outcome_of_checks(
    facts: CaseFacts, edition: Ruleset, checks: list[CaseFacts], ratings: dict[str, int], play: str
) -> Answer:
    scene, events, runs, script = pitching_scene(facts, edition, ratings), [], 0, Script()
    on_base = state_of(facts["runners_on"])
    for check in checks:
        need_rating(facts, check)
        script = Script(check_rolls(check), announced(play))
        made = scene.play(script)
        if script.missing in PITCH_EVENTS or script.missing == "balk_or_passed_ball":
            return {"second_d20_needed": True}
        if made is None or made.kind not in PITCH_EVENTS:
            break
        events.append(made.kind)
        runs, on_base = runs + len(made.scored), made.state_after
    happened = bool(script.rolled) and len(events) == len(checks)
    check = PitchCheck(events[-1] if happened else "", possible=checks[-1]["d20"] <= 2)  # type: ignore[arg-type]
    following = next_roll(edition.pitches, check, on_base)
    return {
        "event": events[-1] if happened else None,
        "events": events,
        "runners_after": [name for name in ("first", "second", "third") if on_base & state_of([name])],
        "runs": runs,
        "next_roll": None if following == "read" else following,
        "reroll_three_dice": script.rolled.count("white") > 1,
        "read": dice_read(facts, following),
    }


def check_rolls(check: CaseFacts) -> dict[str, int | None]:
    """Return the dice of a check under the game's names. A missing die stops the play."""
    rolls = {"pitch": check["d20"], "balk_or_passed_ball": check.get("white_d6")}
    return rolls | dict.fromkeys(PITCH_EVENTS, check.get("second_d20"))


def need_rating(facts: CaseFacts, check: CaseFacts) -> None:
    """Require the rating for this check."""
    if check["d20"] > 2 or "second_d20" not in check:
        return
    rating = "pitcher_wp" if check["d20"] == 1 else "pitcher_bk" if check["white_d6"] <= 3 else "catcher_pb"
    facts[rating]


def dice_read(facts: CaseFacts, following: str) -> str | None:
    """Return the label of the given dice that select the batter's line."""
    known_dice = {
        key: facts[key] for key in ("first_three_dice", "second_three_dice", "three_dice_after") if key in facts
    }
    labels = {key: f"{dice['white']}-{dice['colored']}" for key, dice in known_dice.items()}
    if following in ("all_four_dice", "d20_alone"):
        return None
    key = "first_three_dice" if following == "read" else "second_three_dice"
    return labels.get("three_dice_after", labels.get(key))


def catcher_popup(facts: CaseFacts, ruleset: str) -> Answer:
    """29.3: play a popup to the catcher, with the effect of the error dice."""
    edition, symbol = load_ruleset(ruleset), word_for("range_symbol", facts["range_symbol"], POPUPS)
    error = word_for("error", facts["error"], ERRORS)
    rare = error == "RP" or bool(facts.get("rare_play"))
    error_answer = "RP" if rare else error or NO_ERROR
    scene = Scene(
        edition,
        on_bases(facts["runners_on"]),
        facts.absent("outs", 0),
        x_line("c"),
        pitcher={"wild_pitch": facts.get("pitcher_wp") or 0},
        catcher={"passed_ball": facts.get("catcher_pb") or 0},
        charts=x_chance(edition, "c", symbol, error_answer),
        announced=stance(facts),
    )
    script = Script(X_DICE | {"passed_ball": facts.get("d20")})
    play = scene.play(script)
    answer: Answer = {"check_needed": script.has_roll("passed_ball"), "event": None}
    if play is None or (error_answer != NO_ERROR and not answer["check_needed"]):
        return answer
    got_away = play.kind == "passed_ball"
    return answer | {
        "event": "passed_ball" if got_away else None,
        "runners_after": bases_after(play),
        "runs": len(play.scored),
        "batter": "popout_to_catcher" if play.to[0] == OUT else "still_at_bat",
        "same_batter_continues": got_away,
    }


def injury(facts: CaseFacts, ruleset: str) -> Answer:
    """6.4, 25.1: return the injured player, and whether a d20 is needed for the duration."""
    if "innings_pitched" in facts or "injured" in facts:
        return injured_pitcher(facts, ruleset)
    if "batter" in facts:
        word_for("batter", facts["batter"], BATTERS)
    scene, injured = injured_in(facts, load_ruleset(ruleset))
    order = [NAMES_OF_STEPS[name] for name, _ in scene.made.record if name in NAMES_OF_STEPS]
    answer: Answer = {"injured": HURT[injured], "duration_roll_needed": bool(order)}
    if injured:
        answer["order"] = ["complete_play", *order]
        answer["duration"] = "by_chart" if order else "rest_of_current_game"
    return answer


def injured_in(facts: CaseFacts, edition: Ruleset) -> tuple[Scene, str]:
    plus = facts.absent("reading_has_plus_injury", False)
    if not plus:
        facts["white"]
    line = parse_line("popout plus injury" if plus else "popout")
    return injured(facts, edition, line, used="dh", bats="dh_at_bat")


def injured_pitcher(facts: CaseFacts, ruleset: str) -> Answer:
    outs = outs_of(facts["innings_pitched"])
    started = word_for("injured", facts["injured"], ROLES) == "starter"
    injury = check_injured_pitcher(started, outs, load_ruleset(ruleset).injuries.injured_starter_may_stay_outs)
    stays = facts.absent("stays_in", True)  # test a player who may stay as a player who does
    return {
        "may_stay": injury.may_stay,
        "must_leave_at_once": not injury.may_stay,
        "fatigued": injury.may_stay and stays,
        "must_be_removed_before_inning": injury.last_inning + 1 if injury.may_stay else None,
    }


def battery(facts: CaseFacts) -> Battery:
    return Battery(balk=facts["pitcher_bk"], wild_pitch=facts["pitcher_wp"], passed_ball=facts["catcher_pb"])


def outs_of(innings: object) -> int:
    """Return outs from innings such as 4 2/3, 4.2 or 4."""
    full, _, thirds = str(innings).strip().rpartition(" ") if "/" in str(innings) else (str(innings), "", "")
    if thirds and thirds not in THIRDS:
        raise UnknownWords("innings_pitched", innings, "4, 4 1/3, 4.1")
    return parse_innings((full or "0") + THIRDS.get(thirds, ""))


def out_of_position(facts: CaseFacts, ruleset: str) -> Answer:
    rules = load_ruleset(ruleset).injuries
    if "reason" in facts:
        word_for("reason", facts["reason"], REASONS)
    positions = facts["listed"] or ()
    listed = parse_fielding(positions if isinstance(positions, str) else ", ".join(positions))
    if not facts.absent("position_player", True):
        raise UnknownWords("position_player", False, "true: 25.2 is about position players")
    position = word_for("play", facts.absent("play", listed[0].position if listed else UNLISTED.position), POSITIONS)
    chart = dict(load_outfield_chart())
    if cell := facts.get("chart_cell"):
        key = word_for("chart_cell", cell["from"], POSITIONS), word_for("chart_cell", cell["to"], POSITIONS)
        line = list(chart[key])
        line[cell["range"] - 1] = cell["new_range"]
        chart[key] = tuple(line)
    placed = fielding_assignment(rules, listed, position, facts.absent("highest_e_for_position", 0), chart)
    answer = ratings_of(placed)
    if placed.rule in ("25.2", "T25.2") and "highest_e_for_position" not in facts:
        del answer["e"]  # the chart's last row, which is not part of the case
    return answer


def ratings_of(placed: FieldingAssignment) -> Answer:
    catcher = placed.fielding.position == "c"
    return {
        "position": placed.fielding.position,
        "basis": placed.basis or None,
        "range": placed.fielding.range,
        "e": placed.fielding.e,
        "arm": placed.fielding.arm,
        "T": format_catcher_throw(placed.throws_away).removeprefix("T ") if catcher else None,
        "pb": placed.passed_ball if catcher else None,
    }


def position_player_pitching(facts: CaseFacts, ruleset: str) -> Answer:
    rules, answer = load_ruleset(ruleset).injuries, dict[str, Any]()
    if "swap_with" in facts:
        before = facts.absent("has_pitched_before", False)
        listed = [word_for("pitcher_positions", position, POSITIONS) for position in facts["pitcher_positions"] or ()]
        return {"legal": bool(mound_swap_ruling(listed, facts["swap_with"], has_pitched_before=before))}
    for key in PITCHERS_LEFT:
        if key in facts:
            return {"legal": bool(position_player_ruling(rules, facts[key]))}
    player = mound_ratings(facts["bats"], facts.get("throws"))
    return answer | {
        "throws": player.throws,
        "range": player.fielding.range,
        "e": player.fielding.e,
        "hold": player.hold,
        "relief": player.endurance.relief,
        "closer": player.endurance.closer,
        "bk": player.balk,
        "wp": player.wild_pitch,
    }


def probability(facts: CaseFacts, ruleset: str) -> Answer:
    """Return the exact odds of a pitch check and of a lead roll, by enumerating every outcome."""
    edition, arms = load_ruleset(ruleset), battery(facts)
    answer: Answer = {"event_per_check": "0"}
    if edition.pitches.wild_pitches:
        events = {"wild_pitch": Fraction(0), "balk": Fraction(0), "passed_ball": Fraction(0)}
        for result, chance in exact_chances(lambda table: check_pitch(table, arms)).items():
            if result.event:
                events[result.event] += chance
        answer = {f"{event}_per_check": str(chance) for event, chance in events.items()}
        answer["event_per_check"] = str(sum(events.values()))
    if facts.get("steal_rating"):
        rating = parse_steal_rating(facts["steal_rating"])
        pickoffs = exact_chances(lambda table: roll_for_pickoff(table, rating, arms)).items()
        picked = sum((chance for event, chance in pickoffs if event == "picked_off"), Fraction(0))
        answer |= {"pickoff_per_lead_roll": str(picked), "picked_off_per_lead_roll": str(picked)}
    return answer


ADAPTERS = {
    "offensive_strategy": offensive_strategy,
    "take_back": take_back,
    "moves_after_pre_roll": moves_after_pre_roll,
    "wild_pitch_balk_passed_ball": pitch_check,
    "catcher_x_pp_pf": catcher_popup,
    "injury": injury,
    "out_of_position": out_of_position,
    "position_player_pitching": position_player_pitching,
    "probability": probability,
}
