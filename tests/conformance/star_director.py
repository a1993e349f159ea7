"""Adapters for STAR: ends of games, remedy deadlines, outside help, suspended games and the director's duties."""

from collections.abc import Mapping

from rules_engine import help_texts
from rules_engine.eligibility import violations
from rules_engine.eligibility.game_ending import conceded_score
from rules_engine.eligibility.suspended_games import (
    VOLUNTEER,
    ReadyOpponent,
    choose_first_opponent,
    completion,
    completion_at_the_nationals,
    may_appoint_stand_in,
    may_be_suspended,
    series_minutes,
)
from rules_engine.profile import load_profile
from tests.conformance.words.mistakes import accepts
from tests.conformance.words.moments import help_matters, is_best_of, is_nationals, outs_when_stopped, stage_of
from tests.conformance.words.people import about_a_pitcher, help_kind
from tests.conformance.words.reading import UnknownWords, pick, plain, says

SYSTEM = "star_tournament"
SETS = {"offended_manager_options", "options", "must_review"}
STORY = {"outside_help": {"from", "requested_by"}}
NATIONALS = "purestrat_nationals@1"
OPTION_WORDS = {
    "accept": "accept the result",
    "replay": "replay from the point of the mistake",
    "suspend": "declare the game suspended",
}


def concession(facts, profile):
    score = conceded_score(facts["victor_runs_at_concession"], facts["conceding_team_runs"], profile)
    return {"recorded_score": score._asdict()}


def violation_window(facts, profile):
    answer = {}
    if "mistake_discovered" in facts:
        stage = stage_of("mistake_discovered", facts["mistake_discovered"])
        options = violations.offended_managers_options(stage)
        answer["offended_manager_options"] = [OPTION_WORDS[option] for option in options]
        answer["result_official"] = stage == "official"
    if accepts("offended_manager", facts.get("offended_manager")):
        pitcher = about_a_pitcher(facts["mistake"])
        accepted = violations.acceptance(ineligible_pitcher=pitcher)
        answer["pitcher_must_be_replaced_immediately"] = accepted.replaced_at_once and pitcher
        answer["player_must_be_replaced_immediately"] = accepted.replaced_at_once
        answer["innings_recorded"] = "as pitched" if accepted.innings_as_pitched else None
        answer["footnote_required"] = accepted.footnote
    return answer


def outside_help(facts, profile):
    field = next((key for key in ("comment", "request", "question", "help") if key in facts), "comment")
    kind = help_kind(field, facts[field])
    agreed, matters = facts.absent("opponent_agreed", False), help_matters("when", facts.absent("when", ""))
    allowed = kind is None or violations.check_outside_help(
        kind,
        opponent_agreed=agreed,
        between_home_roll_and_signing=matters,
    )
    return {"violation": not allowed}


def director(facts, profile):
    answer = {}
    if "dispute_between" in facts:
        pick("dispute_between", facts["dispute_between"], ((r"manager|player|helper|team", True),))
        answer["resolved_by"] = help_texts.DISPUTES.responsible
    if "play" in facts:
        ruling = pick("play", facts["play"], ((r"sacrifice|squeeze|bunt", help_texts.BUNTS.allowed),))
        answer["allowed"] = ruling or not facts.absent("offence_offers_to_concede_result", True)
    if says(facts.absent("document", ""), "pitching sheet"):
        answer |= {
            "provided_by": help_texts.SHEETS.responsible,
            "signed_by": help_texts.SIGNING.responsible,
            "signed_when": help_texts.SIGNING.when,
        }
    if "when" in facts and not says(facts["when"], r"before the (tourn|event)"):
        raise UnknownWords("when", facts["when"], help_texts.BEFORE)
    if plain(facts.absent("who", "")) in (
        help_texts.REVIEW.responsible.casefold(),
        "td",
        "the td",
        "the tournament director",
    ):
        answer["must_review"] = list(help_texts.REVIEW.items)
    if facts.get("shootouts_used"):
        answer["td_must_review"] = help_texts.SHOOTOUTS.items[0]
    if facts.get("suspension_rule_used"):
        answer["td_must_inform_everyone_of"] = help_texts.SUSPENSION.items[0]
    return answer


def suspended_admin(facts, profile):
    answer = {}
    if "games_in_series" in facts:
        answer["time_limit_minutes"] = series_minutes(facts["games_in_series"], profile)
    if "suspended_game_matters_for_advancement" in facts:
        answer |= completion_answer(facts, profile)
    if "manager_with_incomplete_game_is_leaving" in facts:
        leaving = facts["manager_with_incomplete_game_is_leaving"] and facts.absent("may_not_return", True)
        answer["pitching_sheet_goes_to"] = help_texts.KEPT_SHEET.responsible if leaving else None
    if "ready_opponents" in facts:
        if facts.absent("player_has_suspended_games", len(facts["ready_opponents"])) < 1:
            raise UnknownWords("player_has_suspended_games", facts["player_has_suspended_games"], "one at least")
        ready = [
            ReadyOpponent(
                opponent["name"],
                opponent.absent("coming_off_bye", False),
                outs_when_stopped("game_stopped", in_words(opponent["game_stopped"])),
            )
            for opponent in facts["ready_opponents"]
        ]
        rolls = {opponent["name"]: opponent["roll"] for opponent in facts["ready_opponents"] if "roll" in opponent}
        first = choose_first_opponent(ready, rolls)
        answer |= {"plays_first": first.name, "decided_by": first.decided_by}
    if any(facts[key] for key in facts if key.startswith("td_appoints")):
        of_no_matter(facts, "player_is_available")
        power = bool(may_appoint_stand_in(facts["player_has_suspended_games"]))
        answer |= {"allowed": power, "stated_appointment_power_applies": power}
    if facts.get("td_decides_not_to_use_rule"):
        of_no_matter(facts, "rule_announced_before_tourney")
        answer["allowed"] = help_texts.SUSPENSION_LEFT.allowed
    return answer


def in_words(stopped):
    """Return words, or {"inning", "half", "outs"} unchanged."""
    return {key: stopped[key] for key in stopped} if isinstance(stopped, Mapping) else stopped


def completion_answer(facts, profile):
    both = facts.absent("both_managers_available", not facts.absent("one_manager_unavailable", False))
    played = facts.absent("played", False)
    done = completion(
        matters=facts["suspended_game_matters_for_advancement"],
        both_available=both,
        both_agree=facts.absent("both_managers_agree", facts.absent("both_agree", None)),
    )
    finished_by = done.finished_by or "the managers themselves"
    return {
        "must_be_completed": done.must,
        "may_be_completed": bool(done.ruling),
        "may_be_recorded_as_tie": not done.must,
        "finished_by": finished_by if done.must else None,
        "recorded_as": done.if_unfinished if done.if_unfinished and not played else None,
        "volunteer_designated": done.finished_by == VOLUNTEER,
    }


def nationals(facts, profile):
    at_the_nationals = is_nationals(facts.absent("tournament", "the Nationals"))
    if at_the_nationals:
        profile = load_profile(NATIONALS)
    if "stage" in facts:
        of_no_matter(facts, "game_past_time_limit")
        best_of = is_best_of("stage", facts["stage"])
        return {"may_be_suspended": bool(may_be_suspended(profile, best_of=best_of))}
    chances = [facts[key] for key in facts if "advancing_or_with_a_chance" in key]
    if not chances and "day" not in facts and "suspended_game_matters_for_advancement" not in facts:
        raise LookupError(f"nothing of the Nationals in {sorted(facts)}")
    matters = facts.absent("suspended_game_matters_for_advancement", any(chances))
    both_agree = facts.absent("both_desire_to_finish", facts.absent("both_managers_agree", None))
    available = facts.absent("both_managers_available", not facts.absent("one_manager_unavailable", False))
    day = facts.absent("day", 2)
    if at_the_nationals:
        done = completion_at_the_nationals(
            day=day,
            hopeful=["one of the two"] if (any(chances) if chances else matters) else [],
            both_available=available,
            both_agree=bool(both_agree),
        )
    else:
        done = completion(matters=matters, both_available=available, both_agree=both_agree)
    return {
        "must_be_made_up": done.must,
        "must_be_completed": done.must,
        "may_be_completed": bool(done.ruling),
        "deadline": done.deadline or None,
        "finished_by": (done.finished_by or "the managers themselves") if done.must else None,
        "volunteer_designated": done.finished_by == VOLUNTEER,
        "recorded_as": done.if_unfinished if done.if_unfinished and not facts.absent("played", False) else None,
    }


def of_no_matter(facts, key):
    """Require a boolean with no effect on the rule."""
    if facts.absent(key, True) not in (True, False):
        raise UnknownWords(key, facts[key], "true or false")


ADAPTERS = {
    "concession": concession,
    "violation_window": violation_window,
    "outside_help": outside_help,
    "director": director,
    "suspended_admin": suspended_admin,
    "nationals": nationals,
}
