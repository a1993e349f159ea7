"""STAR: ends of games, windows for remedies, outside help, suspended games, the director's duties."""

from rules_engine import help_texts
from rules_engine.eligibility import violations
from rules_engine.eligibility.game_ending import conceded_score
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
from rules_engine.profile import load_profile
from tests.conformance.words.mistakes import accepts
from tests.conformance.words.moments import help_matters, is_best_of, is_nationals, outs_when_stopped, stage_found
from tests.conformance.words.people import about_a_pitcher, help_kind
from tests.conformance.words.reading import pick, plain, says

SYSTEM = "star_tournament"
SETS = {"offended_manager_options", "options", "must_review"}
NATIONALS = "purestrat_nationals@1"
OPTION_WORDS = {
    "accept": "accept the result",
    "replay": "replay from the point of the mistake",
    "suspend": "declare the game suspended",
}


def concession(given, profile):
    score = conceded_score(given["victor_runs_at_concession"], given["conceding_team_runs"], profile)
    return {"recorded_score": score._asdict()}


def violation_window(given, profile):
    answer = {}
    if "mistake_discovered" in given:
        stage = stage_found("mistake_discovered", given["mistake_discovered"])
        options = violations.offended_managers_options(stage)
        answer["offended_manager_options"] = [OPTION_WORDS[option] for option in options]
        answer["result_official"] = stage == "official"
    if accepts("offended_manager", given.get("offended_manager")):
        pitcher = about_a_pitcher(given["mistake"])
        accepted = violations.acceptance(ineligible_pitcher=pitcher)
        answer["pitcher_must_be_replaced_immediately"] = accepted.replaced_at_once and pitcher
        answer["player_must_be_replaced_immediately"] = accepted.replaced_at_once
        answer["innings_recorded"] = "as pitched" if accepted.innings_as_pitched else None
        answer["footnote_required"] = accepted.footnote
    return answer


def outside_help(given, profile):
    field = next((key for key in ("comment", "request", "question", "help") if key in given), "comment")
    kind = help_kind(field, given[field])
    allowed = kind is None or violations.outside_help(
        kind,
        opponent_agreed=given.get("opponent_agreed", False),
        between_home_roll_and_signing=help_matters("when", given.get("when", "")),
    )
    return {"violation": not allowed}


def director(given, profile):
    answer = {}
    if "dispute_between" in given:
        answer["resolved_by"] = help_texts.DISPUTES.who
    if "play" in given:
        answer["allowed"] = pick("play", given["play"], ((r"sacrifice|squeeze|bunt", help_texts.BUNTS.allowed),))
    if says(given.get("document", ""), "pitching sheet"):
        answer |= {
            "provided_by": help_texts.SHEETS.who,
            "signed_by": help_texts.SIGNING.who,
            "signed_when": help_texts.SIGNING.when,
        }
    if plain(given.get("who", "")) in (help_texts.REVIEW.who.casefold(), "td", "the td", "the tournament director"):
        answer["must_review"] = list(help_texts.REVIEW.what)
    if given.get("shootouts_used"):
        answer["td_must_review"] = help_texts.SHOOTOUTS.what[0]
    if given.get("suspension_rule_used"):
        answer["td_must_inform_everyone_of"] = help_texts.SUSPENSION.what[0]
    return answer


def suspended_admin(given, profile):
    answer = {}
    if "games_in_series" in given:
        answer["time_limit_minutes"] = series_minutes(given["games_in_series"], profile)
    if "suspended_game_matters_for_advancement" in given:
        answer |= completion_answer(given, profile)
    if "manager_with_incomplete_game_is_leaving" in given:
        answer["pitching_sheet_goes_to"] = help_texts.KEPT_SHEET.who
    if "ready_opponents" in given:
        ready = [
            ReadyOpponent(
                opponent["name"],
                opponent.get("coming_off_bye", False),
                outs_when_stopped("game_stopped", opponent["game_stopped"]),
            )
            for opponent in given["ready_opponents"]
        ]
        rolls = {one["name"]: one["roll"] for one in given["ready_opponents"] if "roll" in one}
        first = first_opponent(ready, rolls)
        answer |= {"plays_first": first.name, "decided_by": first.decided_by}
    if any(key.startswith("td_appoints") for key in given):
        power = bool(may_appoint_stand_in(given["player_has_suspended_games"]))
        answer |= {"allowed": power, "stated_appointment_power_applies": power}
    if "td_decides_not_to_use_rule" in given:
        answer["allowed"] = bool(may_leave_rule_unused())
    return answer


def completion_answer(given, profile):
    both = given.get("both_managers_available", not given.get("one_manager_unavailable", False))
    done = completion(
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
    if is_nationals(given.get("tournament", "the Nationals")):
        profile = load_profile(NATIONALS)
    if "stage" in given:
        best_of = is_best_of("stage", given["stage"])
        return {"may_be_suspended": bool(may_be_suspended(profile, best_of=best_of))}
    chances = [value for key, value in given.items() if "advancing_or_with_a_chance" in key]
    if not chances and "day" not in given and "suspended_game_matters_for_advancement" not in given:
        raise LookupError(f"nothing of the Nationals in {sorted(given)}")
    done = completion(
        at_the_nationals=is_nationals(given.get("tournament", "the Nationals")),
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


ADAPTERS = {
    "concession": concession,
    "violation_window": violation_window,
    "outside_help": outside_help,
    "director": director,
    "suspended_admin": suspended_admin,
    "nationals": nationals,
}
