"""Sections 7, 25, 29 and 30: strategy, injuries, positions, wild pitches, parks and clutch hitting."""

from fractions import Fraction
from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, EMPTY, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing, enumerate_outcomes
from rules_engine.innings import parse_innings
from rules_engine.systems.strat_o_matic.announcements import moves_ruling, take_back_ruling
from rules_engine.systems.strat_o_matic.bunting import bunt_ruling
from rules_engine.systems.strat_o_matic.clutch import read_clutch
from rules_engine.systems.strat_o_matic.dice import line_under_power, read_split
from rules_engine.systems.strat_o_matic.edition import Edition, load_edition
from rules_engine.systems.strat_o_matic.hit_and_run import hit_and_run_ruling
from rules_engine.systems.strat_o_matic.injuries import hurt_pitcher, who_is_hurt
from rules_engine.systems.strat_o_matic.notation import parse_line, parse_reading, write_reading
from rules_engine.systems.strat_o_matic.parks import FLYBALL_B, BySide, Park, line_to_read, symbols_ruling
from rules_engine.systems.strat_o_matic.pickoffs import roll_for_pickoff
from rules_engine.systems.strat_o_matic.positions import (
    UNLISTED,
    Placed,
    fielder_may_pitch,
    fielder_on_the_mound,
    load_outfield_chart,
    place,
    swap_on_the_mound,
)
from rules_engine.systems.strat_o_matic.ratings import (
    format_catcher_throw,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.reading import Line, Mark, Reading
from rules_engine.systems.strat_o_matic.stealing import Battery
from rules_engine.systems.strat_o_matic.wild_pitches import (
    check_pitch,
    forgotten_check_is_forfeited,
    next_throw,
    pitch_check_ruling,
    pitch_play,
    popup_may_get_away,
    resolve_catcher_popup,
)
from tests.conformance.som_1_hits import AnswerTable

SYSTEMS = ("som_2",)
Given = dict[str, Any]


def offensive_strategy(given: Given, ruleset: str) -> Given:
    rules, state, outs = load_edition(ruleset).strategy, state_of(given.get("runners_on", ())), given.get("outs", 0)
    if given["play"] == "hit_and_run":
        code = next((value for value in given.values() if isinstance(value, str) and value.startswith("#")), None)
        legal = bool(hit_and_run_ruling(rules, state, outs, parse_hitting_code(code) if code else None))
    elif given["play"] in ("sacrifice", "squeeze"):
        legal = bool(bunt_ruling(rules, given["play"], state, outs))
    else:
        legal = True
    return {"legal": legal, "steal_attempt_required": given.get("chart_result") == "batter_misses_pitch"}


def take_back(given: Given, ruleset: str) -> Given:
    since = given.get("since_then", ())
    dice = any("dice" in event or "roll" in event for event in since)
    opponent = bool(since) and not dice  # whatever else a case names is the opponent's
    rules = load_edition(ruleset).pitches
    return {"may_take_back": bool(take_back_ruling(rules, dice_thrown=dice, opponent_decided=opponent))}


def moves_after_pre_roll(given: Given, ruleset: str) -> Given:
    thrown, event = given.get("pre_roll_d20") is not None, bool(given.get("event"))
    return {"moves_allowed": bool(moves_ruling(load_edition(ruleset).pitches, first_die_thrown=thrown, event=event))}


def battery(given: Given) -> Battery:
    ratings = (given.get(key) or 0 for key in ("pitcher_bk", "pitcher_wp", "catcher_pb"))
    balk, wild_pitch, passed_ball = ratings
    return Battery(balk=balk, wild_pitch=wild_pitch, passed_ball=passed_ball)


def check_table(check: Given) -> AnswerTable:
    rolls = {"pitch": "d20", "balk_or_passed_ball": "white_d6"}
    rolls |= dict.fromkeys(("wild_pitch", "balk", "passed_ball"), "second_d20")
    return AnswerTable(rolls={name: check[key] for name, key in rolls.items() if check.get(key) is not None})


def bases_after(play: Play) -> list[str]:
    return [BASE_NAMES[base] for base in sorted(play.bases_after)]


def pitch_check(given: Given, ruleset: str) -> Given:
    rules, state = load_edition(ruleset).pitches, state_of(given.get("runners_on", ()))
    intentional = given.get("play") == "intentional_walk"
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


def outcome_of_checks(given: Given, ruleset: str, checks: list[Given], state: int) -> Given:
    rules, events, runs = load_edition(ruleset).pitches, [], 0
    for check in checks:
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
    edition, state = load_edition(ruleset), state_of(given.get("runners_on", ()))
    error, rare = bool(given.get("error")), bool(given.get("rare_play"))
    possible = popup_may_get_away(edition, state, error=error, rare_play=rare)
    answer: Given = {"check_needed": possible, "event": None}
    if error or (rare and not possible and state != EMPTY):
        return answer
    table = AnswerTable(rolls={"passed_ball": given["d20"]} if given.get("d20") is not None else {})
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
    if "innings_pitched" in given or str(given.get("injured", "")).endswith("pitcher"):
        return injured_pitcher(given, ruleset)
    hurt = who_is_hurt(
        rules,
        plus_injury=given.get("reading_has_plus_injury", False),
        white=given.get("white", 0),
        colored=given.get("colored", 0),
        designated_hitter_bats=given.get("dh", False) and given.get("dh_at_bat", False),
    )
    rolled = bool(rules.chart) and bool(hurt)
    answer: Given = {"injured": hurt or None, "duration_roll_needed": rolled}
    if hurt:
        answer["order"] = ["complete_play", "duration_d20"] if rolled else ["complete_play"]
        answer["duration"] = "by_chart" if rolled else "rest_of_current_game"
    return answer


def injured_pitcher(given: Given, ruleset: str) -> Given:
    outs = parse_innings(str(given.get("innings_pitched", "0")).replace(" 1/3", ".1").replace(" 2/3", ".2"))
    started = given.get("injured", "starting_pitcher") in ("starting_pitcher", "starter")
    hurt = hurt_pitcher(load_edition(ruleset).injuries, started=started, outs=outs)
    return {
        "may_stay": hurt.may_stay,
        "must_leave_at_once": not hurt.may_stay,
        "fatigued": hurt.tired and given.get("stays_in", True),
        "must_be_removed_before_inning": hurt.gone_before_inning or None,
    }


def out_of_position(given: Given, ruleset: str) -> Given:
    rules = load_edition(ruleset).injuries
    listed = parse_fielding(", ".join(given.get("listed", ())))
    position = given.get("play", UNLISTED.position if not listed else listed[0].position)
    chart = dict(load_outfield_chart())
    if cell := given.get("chart_cell"):
        line = list(chart[cell["from"], cell["to"]])
        line[cell["range"] - 1] = cell["new_range"]
        chart[cell["from"], cell["to"]] = tuple(line)
    placed = place(rules, listed, position, given.get("highest_e_for_position", 30), chart)
    return ratings_of(placed)


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
        answer["legal"] = bool(
            swap_on_the_mound(given.get("pitcher_positions", ()), given["swap_with"], has_pitched_before=again)
        )
    left = next((value for key, value in given.items() if "pitchers" in key and isinstance(value, int)), None)
    if left is not None:
        answer["legal"] = bool(fielder_may_pitch(rules, left))
    man = fielder_on_the_mound(given.get("bats", "R"), given.get("throws"))
    return answer | {
        "range": man.fielding.range,
        "e": man.fielding.e,
        "hold": man.hold,
        "relief": man.endurance.relief,
        "closer": man.endurance.closer,
        "bk": man.balk,
        "wp": man.wild_pitch,
        "throws": man.throws,
    }


SYMBOLS = {
    "black_diamond": Mark.PARK_HOMERUN,
    "black_triangle": Mark.PARK_SINGLE,
    "white_triangle": Mark.SECOND_READING,
    "horseshoe": Mark.CLUTCH,
    "omega": Mark.CLUTCH,
}
FIRST_READING = "strikeout"  # stands for the printed reading that a case leaves out


def ballpark(given: Given, ruleset: str) -> Given:
    edition = load_edition(ruleset)
    if "symbol" not in given:
        return {"allowed": option_allowed(edition, given)}
    numbers = [BySide(**given.get(key, {"L": 0, "R": 0})) for key in ("park_homer", "park_single")]
    second = given.get("second_reading")
    line = Line(
        parse_line(given.get("first_reading", FIRST_READING)).parts,
        SYMBOLS[given["symbol"]],
        parse_line(second) if second else None,
    )
    read = line_to_read(edition.parks, line, Park("", *numbers), given.get("batting_side", "R"))
    if edition.cards.power and line.marks is Mark.PARK_HOMERUN:
        read = line_under_power(read, given.get("card", "pitcher"), given.get("power", "N"))
    answer: Given = {"park_roll_needed": edition.parks.symbols and line.marks in (Mark.PARK_HOMERUN, Mark.PARK_SINGLE)}
    for key, printed in (("first_reading", line), ("second_reading", line.second)):
        if read == printed and key in given:
            return answer | {"result": given[key]}
    thrown = given.get("d20")
    reading = read.only if not read.is_split else read_split(read, thrown) if thrown else None
    return answer if reading is None else answer | {"result": as_printed(reading, given)}


def option_allowed(edition: Edition, given: Given) -> bool:
    option = given.get("option", "")
    if option == "weather":
        return edition.parks.weather
    ballpark_used = given.get("ballpark", "clutch_only" not in option)
    clutch_used = given.get("clutch", "ballpark_only" not in option)
    return bool(symbols_ruling(edition.parks, ballpark=ballpark_used, clutch=clutch_used))


def as_printed(reading: Reading, given: Given) -> str:
    """The case's own spelling of a reading that stands."""
    if reading == FLYBALL_B:
        return "flyball B"
    unchanged = "reading" in given and parse_reading(given["reading"]) == reading
    return given["reading"] if unchanged else write_reading(reading)


def clutch(given: Given, ruleset: str) -> Given:
    reading = parse_reading(given["reading"])
    if SYMBOLS.get(given.get("symbol", "horseshoe")) is not Mark.CLUTCH:
        return {"result": given["reading"]}
    state = state_of(given.get("runners_on", ()))
    return {"result": as_printed(read_clutch(load_edition(ruleset).parks, reading, given["outs"], state), given)}


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


ADAPTERS = {
    "offensive_strategy": offensive_strategy,
    "take_back": take_back,
    "moves_after_pre_roll": moves_after_pre_roll,
    "wild_pitch_balk_passed_ball": pitch_check,
    "catcher_x_pp_pf": catcher_popup,
    "injury": injury,
    "out_of_position": out_of_position,
    "position_player_pitching": position_player_pitching,
    "ballpark": ballpark,
    "clutch": clutch,
    "probability": probability,
}
