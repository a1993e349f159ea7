"""STAR: ends of games, mistakes and remedies, outside help, suspended games, the director's duties."""

import re

from rules_engine.eligibility import conduct, remedies, violations
from rules_engine.eligibility.game_ending import conceded_score, game_over_by_mercy
from rules_engine.eligibility.suspended_games import (
    VOLUNTEER,
    ReadyOpponent,
    completion,
    first_opponent,
    may_appoint_stand_in,
    may_be_suspended,
    may_leave_rule_unused,
    series_minutes,
)
from rules_engine.innings import format_innings, parse_innings
from rules_engine.profile import load_profile

SYSTEM = "star_tournament"
SETS = {"offended_manager_options", "options", "must_review"}
NATIONALS = "purestrat_nationals@1"
OPTION_WORDS = {
    "accept": "accept the result",
    "replay": "replay from the point of the mistake",
    "suspend": "declare the game suspended",
}
RESET_WORDS = {
    "last_legal_out": "reset to when he legally retired his last batter",
    "entry": "reset to when he entered the game",
    "point_of_mistake": "reset to the point of the mistake",
    "start_of_game": "start the game over",
    "removal": "reset to when the player was illegally removed",
    "first_illegal_plate_appearance": "reset to just before his first illegal plate appearance",
}


def mercy(given, profile):
    visitor, home = given["visitor_runs"], given["home_runs"]
    top = given.get("top_of_inning_just_completed")
    in_progress = any(key.endswith("_in_progress") for key in given)
    over = game_over_by_mercy(
        given["innings_complete"], visitor, home, profile, top_just_completed=top, half_in_progress=in_progress
    )
    answer = {"game_over": bool(over), "winner": None}
    if over:
        answer["winner"] = "home" if home > visitor else "visitor"
    if top is not None:
        answer["home_bats"] = not over
    return answer


def concession(given, profile):
    score = conceded_score(given["victor_runs_at_concession"], given["conceding_team_runs"], profile)
    return {"recorded_score": score._asdict()}


def violation_window(given, profile):
    answer = {}
    if "mistake_discovered" in given:
        stage = stage_from_words(given["mistake_discovered"])
        options = violations.offended_managers_options(stage)
        answer["offended_manager_options"] = [OPTION_WORDS[option] for option in options]
        answer["result_official"] = stage == "official"
    if "accepts" in given.get("offended_manager", ""):
        pitcher = "pitcher" in given.get("mistake", "")
        accepted = violations.acceptance(ineligible_pitcher=pitcher)
        answer["pitcher_must_be_replaced_immediately"] = accepted.replaced_at_once and pitcher
        answer["player_must_be_replaced_immediately"] = accepted.replaced_at_once
        answer["innings_recorded"] = "as pitched" if accepted.innings_as_pitched else None
        answer["footnote_required"] = accepted.footnote
    return answer


def stage_from_words(words):
    """ "after the game ended, before the next game of the series began, sheet not signed" and the like."""
    signed = "signed" in words and not any(no in words for no in ("not signed", "unsigned", "not yet signed"))
    begun = r"(subsequent|next|new|another|following|later) series (has|had)? ?(begun|began|started)"
    begins = r"(begun|began|started) (his|her|their|a|the|another) ?(next|new|subsequent|following|later)? ?series"
    next_series = bool(re.search(f"{begun}|{begins}", words)) and "before" not in words and "neither" not in words
    later = re.search(r"after (a|the) (subsequent|later|next|second|third) game\b.*\b(begun|began|started)", words)
    game_over = any(
        over in words for over in ("game ended", "is over", "was over", "game is complete", "after the game")
    )
    return violations.stage_of_game(
        game_over=game_over,
        later_game_of_series_begun=bool(later),
        sheet_signed=signed,
        subsequent_series_begun=next_series,
    )


def outside_help(given, profile):
    words, when = given.get("comment", ""), given.get("when", "")
    signed = re.search(r"signed|signing", when) and not re.search(
        r"not (yet )?(been )?signed|unsigned|before[^,]*sign", when
    )
    outside = bool(signed) or "before the roll" in when or "draft" in when
    kind = "strategy"
    if "rule" in words and "clarif" in words:
        kind = "rule_clarification"
    elif "dice" in words:
        kind = "dice_interpretation"
    elif "line-up" in words or "lineup" in words:
        kind = "lineup"
    elif "substitut" in words:
        kind = "substitution"
    allowed = conduct.outside_help(
        kind, opponent_agreed=given.get("opponent_agreed", False), between_home_roll_and_signing=not outside
    )
    return {"violation": not allowed}


def director(given, profile):
    answer = {}
    if "dispute_between" in given:
        answer["resolved_by"] = conduct.DISPUTES.who
    if "play" in given:
        answer["allowed"] = bool(conduct.may_concede_bunt())
    if given.get("document") == "pitching sheet":
        answer |= {
            "provided_by": conduct.SHEETS.who,
            "signed_by": conduct.SIGNING.who,
            "signed_when": conduct.SIGNING.when,
        }
    if given.get("who") == conduct.REVIEW.who:
        answer["must_review"] = list(conduct.REVIEW.what)
    if given.get("shootouts_used"):
        answer["td_must_review"] = conduct.SHOOTOUTS.what[0]
    if given.get("suspension_rule_used"):
        answer["td_must_inform_everyone_of"] = conduct.SUSPENSION.what[0]
    return answer


def outs_when_stopped(words):
    """Outs completed by both sides at "end of 5th", "middle of the 6th", "top of 7th, 2 outs", "bottom of 7th"."""
    inning = int(re.search(r"(\d+)(?:st|nd|rd|th)?", words).group(1))
    after = re.search(r"(\d)\s*outs?\b", words)
    outs = int(after.group(1)) if after else 0
    done = {"end": 6, "after": 6, "complete": 6, "middle": 3, "bottom": 3 + outs, "top": outs}
    return (inning - 1) * 6 + next((halves for half, halves in done.items() if half in words), 0)


def suspended_admin(given, profile):
    answer = {}
    if "games_in_series" in given:
        answer["time_limit_minutes"] = series_minutes(given["games_in_series"], profile)
    if "suspended_game_matters_for_advancement" in given:
        answer |= completion_answer(given, profile)
    if "manager_with_incomplete_game_is_leaving" in given:
        answer["pitching_sheet_goes_to"] = conduct.KEPT_SHEET.who
    if "ready_opponents" in given:
        ready = [
            ReadyOpponent(opponent["name"], opponent["coming_off_bye"], outs_when_stopped(opponent["game_stopped"]))
            for opponent in given["ready_opponents"]
        ]
        first = first_opponent(ready)
        answer |= {"plays_first": first.name, "decided_by": first.decided_by}
    if "td_appoints_someone_to_play_one" in given or "td_appoints_someone_to_play_it" in given:
        power = bool(may_appoint_stand_in(given["player_has_suspended_games"]))
        answer |= {"allowed": power, "stated_appointment_power_applies": power}
    if "td_decides_not_to_use_rule" in given:
        answer["allowed"] = bool(may_leave_rule_unused())
    return answer


def completion_answer(given, profile):
    both = given.get("both_managers_available", not given.get("one_manager_unavailable", False))
    done = completion(
        profile,
        matters=given["suspended_game_matters_for_advancement"],
        both_available=both,
        both_agree=given.get("both_managers_agree", given.get("both_agree", False)),
    )
    finished_by = done.finished_by or "the managers themselves"
    return {
        "must_be_completed": done.must,
        "may_be_completed": done.may,
        "may_be_recorded_as_tie": not done.must,
        "finished_by": finished_by if done.must else None,
        "recorded_as": done.if_unfinished if done.if_unfinished and not given.get("played", False) else None,
        "volunteer_designated": done.finished_by == VOLUNTEER,
    }


def nationals(given, profile):
    if given.get("tournament", "the Nationals") == "the Nationals":
        profile = load_profile(NATIONALS)
    if "stage" in given:
        best_of = "best-of" in given["stage"]
        return {"may_be_suspended": bool(may_be_suspended(profile, best_of=best_of))}
    chances = [value for key, value in given.items() if "advancing_or_with_a_chance" in key]
    done = completion(
        profile,
        matters=given.get("suspended_game_matters_for_advancement", any(chances)),
        both_agree=given.get("both_desire_to_finish", False),
        day=given.get("day", 2),
        either_has_a_chance=any(chances) if chances else None,
    )
    return {
        "must_be_made_up": done.must,
        "must_be_completed": done.must,
        "may_be_completed": done.may,
        "deadline": done.deadline or None,
        "recorded_as": done.if_unfinished or None,
    }


def remedy(given, profile):
    if "innings_left" in given:
        return double_play(given)
    if "mistake_recognized_by" in given:
        return {"must_be_dealt_with": remedies.dealt_with()}
    words = given["mistake"]
    if any(mark in words for mark in MISREAD) or "both_managers_agree" in given:
        return misread(given)
    for marks, answer in REMEDIES:
        if any(mark in words for mark in marks):
            return answer(given, words, "accepts" in given.get("offended_manager", ""))
    raise LookupError(f"no remedy for “{words}”")


def double_play(given):
    outs = {"double play": 2, "triple play": 3}.get(given["result"], 1)
    third = remedies.last_third(parse_innings(given["innings_left"]), outs)
    return {
        "penalty": third.penalty,
        "pitcher_must_be_removed": third.must_leave,
        "innings_entered_for_this_stretch": format_innings(third.outs_entered),
    }


def options(remedy):
    offered = [RESET_WORDS[remedy.reset]] if remedy.reset != "none" else []
    return offered + ([OPTION_WORDS["accept"]] if remedy.may_accept else [])


def ineligible_pitcher(given, words, accepts):
    faced = 0 if "before he faces a batter" in words or "before he faced" in words else 1
    never = "never" in words or "not rested" in words or "insufficient rest" in words
    lifted = "pinch hitter" in words
    found = remedies.ineligible_pitcher_used(faced, was_eligible=not never, lifted_for_hitter=lifted)
    return {
        "t31_2_applies": found.rule == "T31.2" and found.may_accept,
        "options": options(found),
        "remedy": None if accepts else RESET_WORDS.get(found.reset),
        "pitcher_must_be_removed": violations.acceptance(ineligible_pitcher=True).replaced_at_once,
        "footnote_on_pitching_sheet": found.footnote,
        "footnote_written_by": "offending manager" if found.footnote else None,
    }


def reentered(given, words, accepts):
    found = remedies.removed_player_reentered()
    return {
        "options": options(found),
        "remedy": None if accepts else RESET_WORDS[found.reset],
        "illegal_player_must_be_replaced": violations.acceptance(ineligible_pitcher=False).replaced_at_once,
        "treated_as": "injured" if found.treated_as_injury else None,
    }


def illegal_lineup(given, words, accepts):
    found = remedies.illegal_starting_lineup()
    repair = remedies.lineup_repair(can_be_made_legal=given.get("line_up_can_be_made_legal", True))
    return {
        "options": options(found),
        "remedy": None if accepts else RESET_WORDS[found.reset],
        "line_up_must_be_made_legal": accepts,
        "remaining_players_keep_batting_order": repair.batting_spots_kept,
        "removed_players_may_return": repair.removed_may_return,
        "one_or_more_players_stay_with_max_bad_defense": repair.worst_defence,
    }


def uncoverable(given, words, accepts):
    found = remedies.uncoverable_substitution()
    return {
        "options": options(found),
        "remedy": None if accepts else RESET_WORDS[found.reset],
        "treated_as": "the removed player was injured (T25.2)" if found.treated_as_injury else None,
    }


def defence_unannounced(given, words, accepts):
    found = remedies.defence_not_announced(
        needed_for_defence=given.get("needed_for_defence", False),
        batted_in_later_inning=given.get("batted_in_subsequent_inning", False),
        can_play_replaced_position=given.get("can_play_replaced_players_position", True),
    )
    return {
        "penalty": found.remedy.penalty,
        "changes_allowed": found.changes_allowed,
        "assumed_position": "that of the player he replaced" if found.assumed_in_replaced_position else None,
        "defence_for_that_play": "maximum bad" if found.worst_defence_for_the_play else "his own rating",
        "line_up_made_legal": "after the play, if possible" if found.must_be_made_legal else None,
        "options": options(found.remedy),
        "line_up_made_legal_in_either_case": found.must_be_made_legal,
    }


def pitcher_unannounced(given, words, accepts):
    hitter = given.get("pinch_hitter_is", "")
    last_lifted = "last eligible pitcher" in words
    needed = any(mark in hitter for mark in ("required", "must start", "needed")) and not re.search(
        r"\bnot\b|n't|never", hitter
    )
    may_pitch = "eligible" in hitter and "ineligible" not in hitter and "not eligible" not in hitter
    found = remedies.new_pitcher_not_announced(
        pinch_hitter_may_pitch=may_pitch,
        pinch_hitter_needed_to_start=needed or given.get("required_to_start_in_next_three_games", False),
        last_eligible_pitcher_lifted=last_lifted,
        pitchers_who_may_pitch=given.get("pitchers_who_could_legally_pitch", 2),
    )
    with_card = ", using the hitter's pitching card" if found.hitters_pitching_card else ""
    assumed = {
        None: None,
        "pinch_hitter": f"the pinch hitter{with_card}",
        "only_pitcher": "the only pitcher who could legally pitch",
    }
    reset = found.remedy.reset != "none"
    return {
        "pitcher_assumed": assumed[found.assumed],
        "reset": reset,
        "remedy": f"{RESET_WORDS[found.remedy.reset]} and name the new pitcher" if reset else None,
    }


def misread(given):
    noticed = given.get("noticed", "same half-inning")
    in_time = any(mark in noticed for mark in ("same half", "before", "between", "immediately", "at once"))
    ruling = remedies.misread_play(both_agree=given.get("both_managers_agree", False), recognised_in_time=in_time)
    return {
        "game_reset": bool(ruling),
        "mistake_deemed_to_have_occurred": ruling.facts["occurred"],
        "reset_to": "the point before the mistake" if ruling else None,
    }


MISREAD = ("misread", "miscalculated", " dot", "wrong side", "wrong card", "wrong pitching card")
REMEDIES = (
    (("new pitcher not announced", "pitcher not announced"), pitcher_unannounced),
    (("did not announce its defence", "defence not announced"), defence_unannounced),
    (("re-entered", "reenters", "re-enters"), reentered),
    (("positions cannot be covered", "locked player"), uncoverable),
    (("starting shortstop", "line-up", "lineup"), illegal_lineup),
    (("pitcher",), ineligible_pitcher),
)

ADAPTERS = {
    "mercy": mercy,
    "concession": concession,
    "violation_window": violation_window,
    "outside_help": outside_help,
    "director": director,
    "suspended_admin": suspended_admin,
    "nationals": nationals,
    "remedy": remedy,
}
