"""STAR: line-ups, substitutions, starters' stay, injuries, position players on the mound."""

import re

from rules_engine.eligibility.cards import HitterCard
from rules_engine.eligibility.injuries import (
    OUTFIELD_ADJUSTMENT_CHART_USED,
    STAND_IN,
    WORST_DEFENCE,
    hitter_injured,
    may_field_off_card,
    may_move_again,
    may_play_after_injury,
    may_play_without_rest,
    pitcher_injured,
)
from rules_engine.eligibility.lineup import names_starter_first, starting_lineup
from rules_engine.eligibility.position_player import (
    EMERGENCY_RELIEVER,
    next_pitcher,
    position_player_may_pitch,
    throwing_hand,
)
from rules_engine.eligibility.substitution import (
    UNLOCKED_FROM,
    may_leave,
    may_move_fielders,
    may_pinch_hit,
    may_pinch_run,
    may_remove_last_pitcher,
    pinch_hitter_may_stay,
    reliever_batting_spot,
    starter_may_go_on,
    starter_may_leave,
)
from rules_engine.innings import parse_innings
from rules_engine.rulings import allow, refuse

SYSTEM = "star_tournament"
ENOUGH = 600  # at bats of a man whose line the case leaves out


def number_in(text, default=0):
    found = re.search(r"\d+", str(text))
    return int(found.group()) if found else default


def lineup(given, profile):
    totals = given.get("position_players_at_bats_plus_walks", {})
    fielders = {
        position: HitterCard(totals.get(position, ENOUGH), 0, tuple(on_card))
        for position, on_card in given["fielders_and_positions_on_their_cards"].items()
    }
    may_start = given.get("starting_pitcher_eligible_to_start", True)
    starter = (allow if may_start else refuse)("T10.2", "the pitcher named to start")
    legal = starting_lineup(
        fielders,
        starter,
        profile,
        batters=given.get("batters", 9),
        designated_hitter=given.get("designated_hitter", False),
    )
    return {"legal": bool(legal)}


def substitution(given, profile):
    if "who_names_starting_pitcher_first" in given:
        return {"first": names_starter_first()}
    if given.get("player_leaving") == "last eligible pitcher":
        return last_pitcher_leaves(given)
    for key, ruling in SUBSTITUTIONS.items():
        if key in given:
            return {"allowed": bool(ruling(given, profile))}
    raise LookupError(f"no substitution in {sorted(given)}")


def last_pitcher_leaves(given):
    reason = given.get("reason", "other").replace(" ", "_")
    known = reason if reason in ("pinch_hitter", "pinch_runner") else "other"
    injured = given.get("injured", False) or reason == "injury"
    ruling = may_remove_last_pitcher(known, injured=injured)
    return {"allowed": bool(ruling), "next_pitcher": ruling.facts.get("next_pitcher")}


def move(given, profile):
    if not given.get("first_baseman_may_legally_pitch", True):
        return position_player_may_pitch(0, relieved_before=True)
    return may_move_fielders(
        with_substitution=given.get("substitution_made_now", False),
        beginning_of_half_inning="beginning" in given.get("moment", ""),
        involves_pitcher="pitch" in given["move"],
        hitters_pitching_card=given.get("hitters_pitching_card_in_use", False),
        dice_thrown=given.get("dice_roll_initiated", False),
    )


def leaving(given, profile):
    new_pitcher = given.get("opponent_changed_pitcher", False) and given.get("new_pitcher_has_taken_mound", True)
    who = given.get("player_leaving", "position player who started")
    return may_leave(
        inning=given.get("inning", UNLOCKED_FROM),
        started="start" in who or "substitute" not in who,
        injured=given.get("injured", False),
        new_opposing_pitcher_on_mound=new_pitcher,
        positions_coverable=given.get("all_positions_still_coverable", True),
    )


def entering(given, profile):
    return reliever_batting_spot(
        given["inning"],
        given["batting_position_of_pitcher_replaced"],
        given["proposed_batting_position"],
        injured_players_spot=given.get("injured_player_batting_position"),
        pinch_hitter_covers_injured=given.get("pinch_hitter_for_pitcher_can_play_injured_players_position", False),
    )


def pinch_hitting(given, profile):
    pitcher_hits, for_pitcher = "pitcher" in given["pinch_hitter"], "pitcher" in given["bats_for"]
    ruling = may_pinch_hit(pitcher_hits=pitcher_hits, for_pitcher=for_pitcher)
    return ruling and leaving_for_pinch_player(given, for_pitcher, profile)


def pinch_running(given, profile):
    return may_pinch_run() and leaving_for_pinch_player(given, "pitcher" in given["runs_for"], profile)


def leaving_for_pinch_player(given, is_pitcher, profile):
    """Who is hit or run for leaves the game; a position player only when he may (T10.11)."""
    if is_pitcher or "inning" not in given:
        return allow("T10.11", "a pitcher's leaving is ruled on elsewhere")
    return leaving(given, profile)


def staying_after_hitting_for_pitcher(given, profile):
    inning, half = number_in(given["half_inning"]), "bottom" if "bottom" in given["half_inning"] else "top"
    may_hit = pitcher_hit_for_may_leave(given["pinch_hitter_bats_for"], profile)
    if not may_hit or not given.get("pinch_hitter_stays_in_game", True):
        return may_hit
    covers_injured = given.get("anyone_injured", False) and given.get(
        "pinch_hitter_can_cover_injured_players_position", given.get("pinch_hitter_can_cover_a_position", True)
    )
    return pinch_hitter_may_stay(
        inning,
        half,
        can_cover_a_position=given.get("pinch_hitter_can_cover_a_position", True),
        covers_injured_player=covers_injured,
    )


def pitcher_hit_for_may_leave(who, profile):
    if "starting" not in who:
        return allow("T10.11", "a reliever may be hit for at any time")
    innings, runs = re.search(r"pitched (\d+(?:\.\d)?)", who), re.search(r"(\d+) runs?", who)
    outs = parse_innings(innings.group(1)) if innings else 0
    return starter_may_leave(outs, int(runs.group(1)) if runs else 0, profile, injured="injured" in who)


SUBSTITUTIONS = {
    "move": move,
    "entering": entering,
    "pinch_hitter": pinch_hitting,
    "pinch_runner": pinch_running,
    "half_inning": staying_after_hitting_for_pitcher,
    "player_leaving": leaving,
    "inning": leaving,
}


def starter_removal(given, profile):
    outs = parse_innings(given["innings_pitched"])
    runs = given.get("runs_given_up", given.get("earned_runs", 0) + given.get("unearned_runs", 0))
    innings_over = given.get("end_of_inning", given.get("inning", 1) - 1)
    may_go_on = starter_may_go_on(innings_over, profile, outs)
    may_leave_now = starter_may_leave(outs, runs, profile, injured=given.get("injured", False))
    return {"may_be_removed": bool(may_leave_now), "must_be_removed": not may_go_on}


def injury(given, profile):
    answer = {
        "chart_used": OUTFIELD_ADJUSTMENT_CHART_USED,
        "may_play_again": bool(may_play_without_rest(given.get("injured_now", False))),
        "may_play_next_game": bool(may_play_after_injury(given.get("injured_in_game", 0), given.get("next_game", 1))),
    }
    if given.get("player_out_of_position") is True:
        answer |= worst_defence()
    if "wants_to_move_to" in given:
        on_card = "on his card" in given["wants_to_move_to"] and "not on his card" not in given["wants_to_move_to"]
        another = given.get("another_injury_on_his_team", False)
        answer["allowed"] = bool(may_move_again(position_on_card=on_card, another_injury=another))
    if "pitcher" in given.get("injured", ""):
        answer |= injured_pitcher(given, profile)
    elif "injured" in given:
        hurt = hitter_injured(given.get("reached_first_base", False))
        answer["must_be_replaced_immediately"] = hurt.replaced_at_once
        answer["replacement_must_stay_in_game"] = hurt.replacement_must_stay
    if "proposed_fielder" in given:
        answer["allowed"] = bool(off_card_fielder(given))
    if given.get("players_able_to_take_injured_players_batting_spot") == 0:
        answer |= {"emergency_batter": STAND_IN.bats_as, "fields": STAND_IN.fields} | worst_defence()
    return answer


def worst_defence():
    return {
        "range": WORST_DEFENCE.range,
        "error": WORST_DEFENCE.error,
        "arm": f"+{WORST_DEFENCE.arm}",
        "passed_ball": WORST_DEFENCE.passed_ball,
        "t_rating": WORST_DEFENCE.t_rating,
        "must_stay_there_rest_of_game": not may_move_again(position_on_card=True, another_injury=False),
    }


def injured_pitcher(given, profile):
    starter = "start" in given["injured"]
    hurt = pitcher_injured(starter, parse_innings(given.get("innings_pitched", "0.0")), profile)
    removed_before = f"he bats or pitches in the {hurt.last_inning + 1}th inning" if hurt.may_stay else None
    return {
        "must_be_removed": "immediately" if hurt.leaves_at_once else None,
        "manager_may_keep_him_in": hurt.may_stay,
        "is_weak": hurt.weak,
        "must_be_removed_before": removed_before,
        "may_be_removed_at_any_time_after_injury": bool(starter_may_leave(0, 0, profile, injured=True)),
    }


def off_card_fielder(given):
    proposed = given["proposed_fielder"]
    non_pitcher = "non-pitcher" in proposed or "pitcher" not in proposed
    kind = "non-pitcher" if non_pitcher else "pitcher"
    left = ("removed" in proposed and "not been removed" not in proposed) or "left the game" in proposed
    available = given.get("bench_non_pitchers", given.get("non_pitchers_to_bring_in", 0))
    return may_field_off_card(kind, non_pitchers_available=available, already_left=left)


def position_player_pitching(given, profile):
    answer = {}
    if "position_player_bats" in given:
        answer["throws"] = throwing_hand(given["position_player_bats"])
    relieved = given.get("position_player_was_relieved_as_pitcher", False)
    pitchers = given.get("eligible_pitchers_with_innings_left", 0)
    allowed = bool(position_player_may_pitch(pitchers, relieved_before=relieved))
    answer |= {"allowed": allowed, "position_player_may_pitch": allowed, "may_pitch": allowed}
    if "bench_position_players" in given:
        needed = next_pitcher(pitchers, given["bench_position_players"])
        answer["must_pitch"] = {"pitcher": "pitcher", "position player": "position player"}.get(needed.kind)
        if needed.kind == "emergency reliever":
            answer["reliever"] = answer["must_pitch"] = EMERGENCY_RELIEVER.card
            answer["must_pitch_until_game_over"] = EMERGENCY_RELIEVER.pitches_until_over
            answer["four_inning_rule_applies"] = EMERGENCY_RELIEVER.four_inning_rule
    return answer


ADAPTERS = {
    "starting_lineup": lineup,
    "substitution": substitution,
    "starter_removal": starter_removal,
    "injury": injury,
    "position_player_pitching": position_player_pitching,
}
