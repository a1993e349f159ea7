"""Sections 7, 25 and 29: strategy, injuries, positions, wild pitches."""

from fractions import Fraction
from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, EMPTY, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing, enumerate_outcomes
from rules_engine.eligibility.injuries import pitcher_injured
from rules_engine.innings import parse_innings
from rules_engine.systems.strat_o_matic.ball.battery import Battery
from rules_engine.systems.strat_o_matic.ball.bunting import bunt_ruling
from rules_engine.systems.strat_o_matic.ball.hit_and_run import hit_and_run_ruling
from rules_engine.systems.strat_o_matic.ball.wild_pitches import (
    check_pitch,
    forgotten_check_is_forfeited,
    next_throw,
    pitch_check_ruling,
    pitch_play,
    popup_may_get_away,
    resolve_catcher_popup,
)
from rules_engine.systems.strat_o_matic.cards.positions import (
    UNLISTED,
    Placed,
    fielder_may_pitch,
    fielder_on_the_mound,
    load_outfield_chart,
    place,
    swap_on_the_mound,
)
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.pitchers.injuries import who_is_hurt
from rules_engine.systems.strat_o_matic.play.announcements import moves_ruling, take_back_ruling
from rules_engine.systems.strat_o_matic.running.pickoffs import roll_for_pickoff
from tests.conformance.som_1_hits import AnswerTable
from tests.conformance.som_1_strategy import colored_total
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import ERRORS, PLAYS, POSITIONS, ROLES, heard, one_of, plain
from tests.conformance.words.som_phrases import SINCE_THEN, kind_of

SYSTEMS = ("som_2",)
Given = dict[str, Any]
EVENTS = {"none": ("", "nothing"), "wild_pitch": ("wp",), "balk": ("bk",), "passed_ball": ("pb",)}
POPUPS = {"P/P": (), "P/F": ()}
THIRDS = {"1/3": ".1", "2/3": ".2"}
PITCHERS_LEFT = ("eligible_pitchers_left", "pitchers_left", "available_pitchers", "eligible_pitchers")


def offensive_strategy(given: Given, ruleset: str) -> Given:
    rules, state, outs = load_edition(ruleset).strategy, state_of(given["runners_on"]), given.get("outs", 0)
    play = one_of("play", given["play"], PLAYS)
    if play == "hit_and_run":
        code = hitting_code(given)
        legal = bool(hit_and_run_ruling(rules, state, outs, parse_hitting_code(code) if code else None))
    elif play == "sacrifice" or play == "squeeze":
        legal = bool(bunt_ruling(rules, play, state, outs))
    else:
        legal = True  # section 7 limits bunts and hit and runs only
    missed = plain(given.get("chart_result", "")) == "batter_misses_pitch"
    return {"legal": legal, "steal_attempt_required": missed}


def hitting_code(given: Given) -> str | None:
    """A pitcher's batting code, #1WR; nothing else in a case begins with #."""
    return next((value for value in given.values() if isinstance(value, str) and value.startswith("#")), None)


def take_back(given: Given, ruleset: str) -> Given:
    since = {kind_of("since_then", event, SINCE_THEN) for event in given.get("since_then") or ()}
    ruling = take_back_ruling(
        load_edition(ruleset).pitches, dice_thrown="dice" in since, opponent_decided="opponent" in since
    )
    return {"may_take_back": bool(ruling)}


def moves_after_pre_roll(given: Given, ruleset: str) -> Given:
    thrown = given.get("pre_roll_d20") is not None
    event = one_of("event", given.get("event"), EVENTS) != "none"
    return {"moves_allowed": bool(moves_ruling(load_edition(ruleset).pitches, first_die_thrown=thrown, event=event))}


def battery(given: Given) -> Battery:
    """A rating that a case leaves out is 0: the play cannot happen."""
    balk, wild_pitch, passed_ball = (given.get(key) or 0 for key in ("pitcher_bk", "pitcher_wp", "catcher_pb"))
    return Battery(balk=balk, wild_pitch=wild_pitch, passed_ball=passed_ball)


def check_table(check: Given) -> AnswerTable:
    rolls = {"pitch": "d20", "balk_or_passed_ball": "white_d6"}
    rolls |= dict.fromkeys(("wild_pitch", "balk", "passed_ball"), "second_d20")
    return AnswerTable(rolls={name: check[key] for name, key in rolls.items() if check.get(key) is not None})


def bases_after(play: Play) -> list[str]:
    return [BASE_NAMES[base] for base in sorted(play.bases_after)]


def pitch_check(given: Given, ruleset: str) -> Given:
    rules, state = load_edition(ruleset).pitches, state_of(given["runners_on"])
    intentional = one_of("play", given.get("play", "swing_away"), PLAYS) == "intentional_walk"
    needed = bool(pitch_check_ruling(rules, state, intentional_walk=intentional))
    forgotten = given.get("three_dice_thrown_without_pre_roll", False)
    forfeited = forgotten and forgotten_check_is_forfeited(rules, state)
    answer: Given = {"check_needed": needed, "check_forfeited_for_this_batter": forfeited}
    checks = given.get("checks") or ([given] if "d20" in given else [])
    if not needed or forfeited or not checks:
        return answer | {"event": None, "events": [], "runners_after": given.get("runners_on", []), "runs": 0}
    try:
        return answer | outcome_of_checks(given, ruleset, checks, state)
    except DiceMissing:
        return answer | {"second_d20_needed": True}


def need_rating(given: Given, check: Given) -> None:
    """The rating that this check is read against must be told."""
    if check["d20"] > 2 or "second_d20" not in check:
        return
    rating = "pitcher_wp" if check["d20"] == 1 else "pitcher_bk" if check.get("white_d6", 1) <= 3 else "catcher_pb"
    if rating not in given:
        raise UnknownWords(rating, None, "0 to 20")


def outcome_of_checks(given: Given, ruleset: str, checks: list[Given], state: int) -> Given:
    rules, events, runs = load_edition(ruleset).pitches, [], 0
    for check in checks:
        need_rating(given, check)
        found = check_pitch(check_table(check), battery(given))
        if found.event:
            play = pitch_play(found.event, state)
            state, runs = play.state_after, runs + len(play.scored)
            events.append(found.event)
        if state == EMPTY:
            break
    following = next_throw(rules, found, state)
    return {
        "event": events[-1] if found.event else None,
        "events": events,
        "runners_after": [name for name in ("first", "second", "third") if state & state_of([name])],
        "runs": runs,
        "next_roll": None if following == "read" else following,
        "reroll_three_dice": following == "three_dice" and not rules.d20_alone_first and not found.event,
        "read": dice_read(given, following),
    }


def dice_read(given: Given, following: str) -> str | None:
    key = "first_three_dice" if following == "read" else "second_three_dice"
    dice = given.get("three_dice_after") if "three_dice_after" in given else given.get(key)
    if dice is None or following in ("all_four_dice", "d20_alone"):
        return None
    return f"{dice['white']}-{dice['colored']}"


def catcher_popup(given: Given, ruleset: str) -> Given:
    edition, state = load_edition(ruleset), state_of(given["runners_on"])
    one_of("range_symbol", given.get("range_symbol", "P/P"), POPUPS)
    symbol = one_of("error", given.get("error"), ERRORS)
    error, rare = symbol not in ("", "RP"), symbol == "RP" or bool(given.get("rare_play"))
    possible = popup_may_get_away(edition, state, error=error, rare_play=rare)
    answer: Given = {"check_needed": possible, "event": None}
    if error or (rare and not possible and state != EMPTY):
        return answer
    told = given.get("d20") is not None and "pitcher_wp" in given
    table = AnswerTable(rolls={"passed_ball": given["d20"]} if told else {})
    try:
        play = resolve_catcher_popup(table, edition, battery(given), state, given.get("outs", 0))
    except DiceMissing:
        return answer
    got_away = play.kind == "passed_ball"
    return answer | {
        "event": "passed_ball" if got_away else None,
        "runners_after": bases_after(play),
        "runs": len(play.scored),
        "batter": "popout_to_catcher" if play.to[0] == OUT else "still_at_bat",
        "same_batter_continues": got_away,
    }


def injury(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).injuries
    if "innings_pitched" in given or "injured" in given:
        return injured_pitcher(given, ruleset)
    hurt = who_is_hurt(
        rules,
        plus_injury=given.get("reading_has_plus_injury", False),
        white=given.get("white", 0),
        colored=colored_total(given),
        designated_hitter_bats=given.get("dh", False) and given.get("dh_at_bat", False),
    )
    rolled = bool(rules.chart) and bool(hurt)
    answer: Given = {"injured": hurt or None, "duration_roll_needed": rolled}
    if hurt:
        answer["order"] = ["complete_play", "duration_d20"] if rolled else ["complete_play"]
        answer["duration"] = "by_chart" if rolled else "rest_of_current_game"
    return answer


def injured_pitcher(given: Given, ruleset: str) -> Given:
    outs = outs_of(given.get("innings_pitched", 0))
    started = one_of("injured", given.get("injured", "starter"), ROLES) == "starter"
    hurt = pitcher_injured(started, outs, load_edition(ruleset).injuries.hurt_starter_may_stay_outs)
    return {
        "may_stay": hurt.may_stay,
        "must_leave_at_once": hurt.leaves_at_once,
        "fatigued": hurt.weak and given.get("stays_in", True),
        "must_be_removed_before_inning": hurt.last_inning + 1 if hurt.may_stay else None,
    }


def outs_of(innings: object) -> int:
    """4 2/3, 4.2 or 4 innings as outs."""
    whole, _, thirds = str(innings).strip().rpartition(" ") if "/" in str(innings) else (str(innings), "", "")
    if thirds and thirds not in THIRDS:
        raise UnknownWords("innings_pitched", innings, "4, 4 1/3, 4.1")
    return parse_innings((whole or "0") + THIRDS.get(thirds, ""))


def out_of_position(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).injuries
    told = given.get("listed") or ()
    listed = parse_fielding(told if isinstance(told, str) else ", ".join(told))
    position = one_of("play", given.get("play", listed[0].position if listed else UNLISTED.position), POSITIONS)
    chart = dict(load_outfield_chart())
    if cell := given.get("chart_cell"):
        key = one_of("chart_cell", cell["from"], POSITIONS), one_of("chart_cell", cell["to"], POSITIONS)
        line = list(chart[key])
        line[cell["range"] - 1] = cell["new_range"]
        chart[key] = tuple(line)
    placed = place(rules, listed, position, given.get("highest_e_for_position", 0), chart)
    answer = ratings_of(placed)
    if placed.rule in ("25.2", "T25.2") and "highest_e_for_position" not in given:
        del answer["e"]  # the chart's last row, which the case does not tell
    return answer


def ratings_of(placed: Placed) -> Given:
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


def position_player_pitching(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).injuries
    answer: Given = {}
    if "swap_with" in given:
        again = given.get("has_pitched_before", False)
        listed = [one_of("pitcher_positions", position, POSITIONS) for position in given.get("pitcher_positions") or ()]
        answer["legal"] = bool(swap_on_the_mound(listed, given["swap_with"], has_pitched_before=again))
    for key in PITCHERS_LEFT:
        if key in given:
            answer["legal"] = bool(fielder_may_pitch(rules, given[key]))
    man = fielder_on_the_mound(given.get("bats", "R"), given.get("throws"))
    if given.get("bats") or given.get("throws"):
        answer["throws"] = man.throws
    return answer | {
        "range": man.fielding.range,
        "e": man.fielding.e,
        "hold": man.hold,
        "relief": man.endurance.relief,
        "closer": man.endurance.closer,
        "bk": man.balk,
        "wp": man.wild_pitch,
    }


def probability(given: Given, ruleset: str) -> Given:
    """Exact odds of one check of a pitch, and of one roll for a lead, by walking every outcome of the rules."""
    edition, arms = load_edition(ruleset), battery(given)
    answer: Given = {"event_per_check": "0"}
    if edition.pitches.wild_pitches:
        events = {"wild_pitch": Fraction(0), "balk": Fraction(0), "passed_ball": Fraction(0)}
        for found, chance in enumerate_outcomes(lambda table: check_pitch(table, arms)):
            if found.event:
                events[found.event] += chance
        answer = {f"{event}_per_check": str(chance) for event, chance in events.items()}
        answer["event_per_check"] = str(sum(events.values()))
    if given.get("steal_rating"):
        rating = parse_steal_rating(given["steal_rating"])
        pickoffs = enumerate_outcomes(lambda table: roll_for_pickoff(table, rating, arms))
        picked = sum((chance for event, chance in pickoffs if event == "picked_off"), Fraction(0))
        answer |= {"pickoff_per_lead_roll": str(picked), "picked_off_per_lead_roll": str(picked)}
    return answer


ADAPTERS = heard(
    {
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
)
