"""Adapters for STAR: mistakes and their remedies (T31.0 to T31.11)."""

from rules_engine import help_texts
from rules_engine.eligibility import remedies, violations
from rules_engine.innings import format_innings, parse_innings
from tests.conformance.star_director import OPTION_WORDS
from tests.conformance.words.mistakes import (
    accepts,
    faced_a_batter,
    mistake,
    needed_to_start,
    outs_of,
    pinch_hitter_may_pitch,
    recognised_in_time,
    was_eligible,
)
from tests.conformance.words.reading import UnknownWords, happened, says

SYSTEM = "star_tournament"
SETS = {"options"}
STORY = {"remedy": {"noticed", "discovered", "mistake_recognized_by"}}
RESET_WORDS = {
    "none": None,
    "last_legal_out": "reset to when he legally retired his last batter",
    "entry": "reset to when he entered the game",
    "point_of_mistake": "reset to the point of the mistake",
    "start_of_game": "start the game over",
    "removal": "reset to when the player was illegally removed",
    "first_illegal_plate_appearance": "reset to just before his first illegal plate appearance",
}


def remedy(facts, profile):
    if "innings_left" in facts:
        return double_play(facts)
    if "mistake_recognized_by" in facts:
        return {"must_be_dealt_with": help_texts.MISTAKES.when}
    kind = mistake("mistake", facts["mistake"])
    if kind is None and "both_managers_agree" not in facts:
        raise UnknownWords("mistake", facts["mistake"], f"the mistakes {', '.join(REMEDIES)}")
    accepted = accepts("offended_manager", facts.get("offended_manager"))
    return {"must_be_dealt_with": help_texts.MISTAKES.when} | REMEDIES[kind or "misread"](facts, bool(accepted))


def double_play(facts):
    third = remedies.last_third(parse_innings(str(facts["innings_left"])), outs_on_the_play(facts))
    return {
        "penalty": third.penalty,
        "pitcher_must_be_removed": third.must_leave,
        "innings_entered_for_this_stretch": format_innings(third.outs_entered),
        "extra_third_entered": third.extra_thirds > 0,
    }


def outs_on_the_play(facts):
    """Return the play's outs, up to the inning's limit. Every out beyond the batter's needs a runner."""
    outs, on_first = outs_of("result", facts["result"]), facts.absent("runner_on_first", True)
    if outs > 1 and not on_first:
        raise UnknownWords("result", facts["result"], "a play of two outs with a runner on first")
    return min(outs, 3 - facts.absent("outs", 0))


def options(remedy):
    offered = [RESET_WORDS[remedy.reset]] if remedy.reset != "none" else []
    return offered + ([OPTION_WORDS["accept"]] if remedy.may_accept else [])


def chosen(remedy, accepted):
    return None if accepted else RESET_WORDS[remedy.reset]


def ineligible_pitcher(facts, accepted):
    words = facts["mistake"]
    faced = facts.absent("batters_faced", int(faced_a_batter(f"{words}, {facts.absent('noticed', '')}")))
    lifted = says(words, r"pinch|lifted for")
    remedy_options = remedies.ineligible_pitcher_used(faced, was_eligible=was_eligible(words), lifted_for_hitter=lifted)
    return {
        "t31_2_applies": remedy_options.ruling.rule == "T31.2" and remedy_options.may_accept,
        "options": options(remedy_options),
        "remedy": chosen(remedy_options, accepted),
        "pitcher_must_be_removed": violations.acceptance(ineligible_pitcher=True).replaced_at_once,
        "footnote_on_pitching_sheet": remedy_options.footnote,
        "footnote_written_by": "offending manager" if remedy_options.footnote else None,
    }


def reentered(facts, accepted):
    remedy_options = remedies.removed_player_reentered()
    return {
        "options": options(remedy_options),
        "remedy": chosen(remedy_options, accepted),
        "illegal_player_must_be_replaced": violations.acceptance(ineligible_pitcher=False).replaced_at_once,
        "treated_as": "injured" if remedy_options.treated_as_injury else None,
    }


def illegal_lineup(facts, accepted):
    remedy_options = remedies.illegal_starting_lineup()
    repair = remedies.lineup_repair(can_be_made_legal=facts.absent("line_up_can_be_made_legal", True))
    return {
        "options": options(remedy_options),
        "remedy": chosen(remedy_options, accepted),
        "line_up_must_be_made_legal": accepted,
        "remaining_players_keep_batting_order": repair.keeps_batting_spots,
        "removed_players_may_return": repair.removed_may_return,
        "one_or_more_players_stay_with_max_bad_defense": repair.worst_defense,
    }


def uncoverable(facts, accepted):
    remedy_options = remedies.uncoverable_substitution()
    return {
        "options": options(remedy_options),
        "remedy": chosen(remedy_options, accepted),
        "treated_as": "the removed player was injured (T25.2)" if remedy_options.treated_as_injury else None,
    }


def defense_unannounced(facts, accepted):
    discovered = facts.absent("discovered", "")
    remedy_options = remedies.defense_not_announced(
        fielded_a_play=facts.absent("needed_for_defence", bool(happened(discovered, r"need"))),
        batted_in_later_inning=facts.absent("batted_in_subsequent_inning", bool(happened(discovered, r"\bbat"))),
        can_play_replaced_position=facts.absent("can_play_replaced_players_position", True),
    )
    possible = facts.absent("line_up_can_be_made_legal", True)
    return {
        "penalty": remedy_options.remedy.penalty,
        "changes_allowed": remedy_options.changes_allowed,
        "assumed_position": "that of the player he replaced" if remedy_options.assumed_in_replaced_position else None,
        "defence_for_that_play": "maximum bad" if remedy_options.worst_defense_on_play else "his own rating",
        "line_up_made_legal": "after the play, if possible" if remedy_options.must_be_made_legal else None,
        "options": options(remedy_options.remedy),
        "remedy": chosen(remedy_options.remedy, accepted),
        "line_up_made_legal_in_either_case": remedy_options.must_be_made_legal and possible,
        "replacement_continues_with_max_bad_defense": remedy_options.must_be_made_legal and not possible,
    }


def pitcher_unannounced(facts, accepted):
    if (
        "batters_hit" in facts
        and not facts["batters_hit"]
        or happened(facts["mistake"], r"batters? (has|have|had) hit") is False
    ):
        return {"pitcher_assumed": None, "reset": False, "remedy": None}
    hitter, last_lifted = (
        facts.absent("pinch_hitter_is", ""),
        says(facts["mistake"], "last (eligible|available) pitcher"),
    )
    needed = facts.absent("required_to_start_in_next_three_games", needed_to_start(hitter))
    remedy_options = remedies.new_pitcher_not_announced(
        pinch_hitter_may_pitch=bool(hitter) and pinch_hitter_may_pitch("pinch_hitter_is", hitter),
        pinch_hitter_needed_to_start=needed,
        last_eligible_pitcher_lifted=last_lifted,
        eligible_pitchers=facts.absent("pitchers_who_could_legally_pitch", 2),
    )
    with_card = ", using the hitter's pitching card" if remedy_options.hitters_pitching_card else ""
    assumed = {
        None: None,
        "pinch_hitter": f"the pinch hitter{with_card}",
        "only_pitcher": "the only pitcher who could legally pitch",
    }
    reset = remedy_options.remedy.reset != "none"
    return {
        "pitcher_assumed": assumed[remedy_options.assumed],
        "reset": reset,
        "remedy": f"{RESET_WORDS[remedy_options.remedy.reset]} and name the new pitcher" if reset else None,
    }


def misread(facts, accepted):
    in_time = recognised_in_time("noticed", facts.absent("noticed", "same half-inning"))
    ruling = remedies.check_misread_play(
        both_agree=facts.absent("both_managers_agree", False), recognized_in_time=in_time
    )
    return {
        "game_reset": bool(ruling),
        "mistake_deemed_to_have_occurred": ruling.facts["occurred"],
        "reset_to": "the point before the mistake" if ruling else None,
    }


REMEDIES = {
    "misread": misread,
    "pitcher unannounced": pitcher_unannounced,
    "defence unannounced": defense_unannounced,
    "reentered": reentered,
    "uncoverable": uncoverable,
    "illegal lineup": illegal_lineup,
    "ineligible pitcher": ineligible_pitcher,
}

ADAPTERS = {"remedy": remedy}
