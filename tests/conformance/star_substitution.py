"""STAR: who leaves, enters, moves, hits and runs for whom (T0.13, T0.15, T10.11, S10.1)."""

from rules_engine.eligibility.lineup import names_starter_first
from rules_engine.eligibility.position_player import position_player_may_pitch
from rules_engine.eligibility.substitution import (
    UNLOCKED_FROM,
    may_leave,
    may_move_fielders,
    may_pinch_hit,
    may_pinch_run,
    may_remove_last_pitcher,
    pinch_hitter_may_stay,
    reliever_batting_spot,
    starter_may_leave,
)
from rules_engine.innings import parse_innings
from rules_engine.rulings import allow
from tests.conformance.words.moments import at_beginning_of_half
from tests.conformance.words.people import is_pitcher, line_of_starter, role
from tests.conformance.words.reading import number, pick, says

SYSTEM = "star_tournament"
PITCHERS = ("starting pitcher", "relief pitcher", "last pitcher", "pitcher")


def substitution(given, profile):
    if "who_names_starting_pitcher_first" in given:
        return {"first": names_starter_first()}
    if "player_leaving" in given and role("player_leaving", given["player_leaving"]) == "last pitcher":
        return last_pitcher_leaves(given)
    for key, ruling in SUBSTITUTIONS.items():
        if key in given:
            return {"allowed": bool(ruling(given, profile))}
    raise LookupError(f"no substitution in {sorted(given)}")


def last_pitcher_leaves(given):
    if given.get("injured", False):
        reason = "injured"
    else:
        reason = pick("reason", given["reason"], REASONS)
    ruling = may_remove_last_pitcher(reason if reason != "injured" else "other", injured=reason == "injured")
    return {"allowed": bool(ruling), "next_pitcher": ruling.facts.get("next_pitcher")}


def move(given, profile):
    able = [value for key, value in given.items() if key.endswith("_may_legally_pitch")]
    if not all(able):
        return position_player_may_pitch(0, relieved_before=True)
    substituted = given.get("substitution_made_now", False)
    return may_move_fielders(
        with_substitution=substituted,
        beginning_of_half_inning=not substituted and at_beginning_of_half("moment", given["moment"]),
        involves_pitcher=says(given["move"], r"pitch|mound"),
        hitters_pitching_card=given.get("hitters_pitching_card_in_use", False),
        dice_thrown=given.get("dice_roll_initiated", False),
    )


def leaving(given, profile, field="player_leaving"):
    """T10.11 for position players, T10.2 for the starting pitcher; relievers come and go."""
    who = role(field, given[field]) if field in given else "started"
    if who == "starting pitcher":
        return starting_pitcher_leaves(given, given[field], profile)
    if who in PITCHERS:
        return allow("T10.2", "only the starting pitcher must stay")
    settled = given.get("injured", False) or not given.get("all_positions_still_coverable", True)
    if "inning" not in given and who != "substitute" and not settled:
        raise LookupError("“inning”: whether who started may leave depends on it")
    new_pitcher = given.get("opponent_changed_pitcher", False) and given.get("new_pitcher_has_taken_mound", True)
    return may_leave(
        inning=number("inning", given["inning"]) if "inning" in given else UNLOCKED_FROM,
        started=who != "substitute",
        injured=given.get("injured", False),
        new_opposing_pitcher_on_mound=new_pitcher,
        positions_coverable=given.get("all_positions_still_coverable", True),
    )


def starting_pitcher_leaves(given, words, profile):
    """T10.2 by his line, told in fields or in words; a case that gives none is about something else."""
    line = line_of_starter(words)
    outs = parse_innings(str(given["innings_pitched"])) if "innings_pitched" in given else line.outs
    runs = given.get("runs_given_up", line.runs)
    if outs is None and runs is None and not given.get("injured", line.injured):
        return allow("T10.2", "nothing is said of his innings and runs")
    return starter_may_leave(outs or 0, runs or 0, profile, injured=given.get("injured", line.injured))


def entering(given, profile):
    return reliever_batting_spot(
        number("inning", given["inning"]),
        given["batting_position_of_pitcher_replaced"],
        given["proposed_batting_position"],
        injured_players_spot=given.get("injured_player_batting_position"),
        pinch_hitter_covers_injured=given.get("pinch_hitter_for_pitcher_can_play_injured_players_position", False),
    )


def pinch_hitting(given, profile):
    ruling = may_pinch_hit(
        pitcher_hits=is_pitcher("pinch_hitter", given["pinch_hitter"]),
        for_pitcher=is_pitcher("bats_for", given["bats_for"]),
    )
    return ruling and leaving_for_pinch_player(given, "bats_for", profile)


def pinch_running(given, profile):
    return may_pinch_run() and leaving_for_pinch_player(given, "runs_for", profile)


def leaving_for_pinch_player(given, field, profile):
    """Who is hit or run for leaves the game; a position player only when he may (T10.11)."""
    if "inning" not in given and not is_pitcher(field, given[field]):
        return allow("T10.11", "nothing is said of the inning")
    return leaving(given, profile, field)


def staying_after_hitting_for_pitcher(given, profile):
    half = pick("half_inning", given["half_inning"], ((r"\bbot", "bottom"), (r"\btop", "top")))
    may_hit = leaving(given, profile, "pinch_hitter_bats_for")
    if not may_hit or not given.get("pinch_hitter_stays_in_game", True):
        return may_hit
    covers_injured = given.get("anyone_injured", False) and given.get(
        "pinch_hitter_can_cover_injured_players_position", given.get("pinch_hitter_can_cover_a_position", True)
    )
    return pinch_hitter_may_stay(
        number("half_inning", given["half_inning"]),
        half,
        can_cover_a_position=given.get("pinch_hitter_can_cover_a_position", True),
        covers_injured_player=covers_injured,
    )


REASONS = (
    (r"pinch.?hit|hit for|bats? for", "pinch_hitter"),
    (r"pinch.?r[ua]n|run for|ran for", "pinch_runner"),
    (r"injur|hurt", "injured"),
    (r"maximum|limit|used up|innings|exhaust", "out_of_innings"),
    (r"strateg|ineffective|tired|weak|other|match.?up|platoon|substitut|manager", "other"),
)
SUBSTITUTIONS = {
    "move": move,
    "entering": entering,
    "pinch_hitter": pinch_hitting,
    "pinch_runner": pinch_running,
    "half_inning": staying_after_hitting_for_pitcher,
    "player_leaving": leaving,
    "inning": leaving,
}


ADAPTERS = {"substitution": substitution}
