"""Adapters for STAR: players who leave, enter, move, pinch-hit or pinch-run (T0.13, T0.15, T10.11, S10.1)."""

from rules_engine import help_texts
from rules_engine.eligibility.substitution import (
    UNLOCKED_FROM,
    SubstitutionFinding,
    check_positions_covered,
    check_reliever_batting_spot,
    may_leave,
    may_move_fielders,
    may_pinch_hit,
    may_remove_last_pitcher,
    may_starter_leave,
)
from rules_engine.innings import parse_innings
from rules_engine.rulings import Finding, allow
from rules_engine.systems.strat_o_matic.cards.positions import mound_swap_ruling
from tests.conformance.words.moments import at_beginning_of_half
from tests.conformance.words.people import is_pitcher, line_of_starter, role
from tests.conformance.words.reading import UnknownWords, number, pick, says

SYSTEM = "star_tournament"
PITCHERS_SPOT, HIS_SPOT = 9, 3  # of the reliever; the second if the pinch hitter stays in
PITCHERS = ("starting pitcher", "relief pitcher", "last pitcher", "pitcher")


def substitution(facts, profile):
    if "who_names_starting_pitcher_first" in facts:
        facts.get("before_game"), facts["who_names_starting_pitcher_first"]
        return {"first": help_texts.STARTER_FIRST.responsible}
    if "player_leaving" in facts and role("player_leaving", facts["player_leaving"]) == "last pitcher":
        return last_pitcher_leaves(facts)
    for key, ruling in SUBSTITUTIONS.items():
        if key in facts:
            return {"allowed": bool(ruling(facts, profile))}
    raise LookupError(f"no substitution in {sorted(facts)}")


def last_pitcher_leaves(facts):
    if facts.absent("injured", False):
        reason = "injured"
    else:
        reason = pick("reason", facts["reason"], REASONS)
    ruling = may_remove_last_pitcher(reason if reason != "injured" else "other", injured=reason == "injured")
    needed = ruling.finding is SubstitutionFinding.POSITION_PLAYER_PITCHES_NEXT
    return {"allowed": bool(ruling), "next_pitcher": "position player" if needed else None}


def move(facts, profile):
    eligible = [facts[key] for key in facts if key.endswith("_may_legally_pitch")]
    substituted = facts.absent("substitution_made_now", False)
    moment = facts.get("moment") if substituted else facts["moment"]
    moves = may_move_fielders(
        with_substitution=substituted,
        beginning_of_half_inning=moment is not None and at_beginning_of_half("moment", moment),
        involves_pitcher=says(facts["move"], r"pitch|mound"),
        hitters_pitching_card=facts.absent("hitters_pitching_card_in_use", False),
        dice_rolled=facts.absent("dice_roll_initiated", False),
    )
    return moves and mound_swap_ruling(["1b"], "1b", has_pitched_before=not all(eligible))


class Untold(Finding):
    """Facts missing from a case, which therefore reject nothing."""

    RELIEVERS_COME_AND_GO = "only the starting pitcher must stay"
    NO_INNINGS_OR_RUNS = "nothing is said of his innings and runs"
    NO_INNING = "nothing is said of the inning"


def leaving(facts, profile, field="player_leaving"):
    """Apply T10.11 to position players and T10.2 to the starting pitcher. Relievers can leave at any time."""
    weigh(facts, LEAVING)
    role_name = role(field, facts[field]) if field in facts else "started"
    if role_name == "starting pitcher":
        return starting_pitcher_leaves(facts, facts[field], profile)
    if role_name in PITCHERS:
        return allow(Untold.RELIEVERS_COME_AND_GO, "T10.2")
    settled = facts.absent("injured", False) or not facts.absent("all_positions_still_coverable", True)
    if "inning" not in facts and role_name != "substitute" and not settled:
        raise LookupError("“inning”: whether who started may leave depends on it")
    new_pitcher = facts.absent("opponent_changed_pitcher", False) and facts.absent("new_pitcher_has_taken_mound", True)
    return may_leave(
        inning=number("inning", facts["inning"]) if "inning" in facts else UNLOCKED_FROM,
        started=role_name != "substitute",
        injured=facts.absent("injured", False),
        new_opposing_pitcher_on_mound=new_pitcher,
        positions_coverable=facts.absent("all_positions_still_coverable", True),
    )


def starting_pitcher_leaves(facts, words, profile):
    """T10.2: apply the rule to his line, given in fields or words. A case without a line is about something else."""
    line = line_of_starter(words)
    outs = parse_innings(str(facts["innings_pitched"])) if "innings_pitched" in facts else line.outs
    runs = facts.absent("runs_given_up", line.runs)
    if outs is None and runs is None and not facts.absent("injured", line.injured):
        return allow(Untold.NO_INNINGS_OR_RUNS, "T10.2")
    return may_starter_leave(outs or 0, runs or 0, profile, injured=facts.absent("injured", line.injured))


def weigh(facts, keys):
    """Read facts about a substitution that affect the ruling for only some players."""
    for key in keys:
        facts.get(key)


def entering(facts, profile):
    if role("entering", facts["entering"]) not in PITCHERS:
        raise UnknownWords("entering", facts["entering"], "a pitcher")
    return check_reliever_batting_spot(
        number("inning", facts["inning"]),
        facts["batting_position_of_pitcher_replaced"],
        facts["proposed_batting_position"],
        injured_players_spot=facts.get("injured_player_batting_position"),
        pinch_hitter_covers_injured=facts.absent("pinch_hitter_for_pitcher_can_play_injured_players_position", False),
    )


def pinch_hitting(facts, profile):
    ruling = may_pinch_hit(
        pitcher_hits=is_pitcher("pinch_hitter", facts["pinch_hitter"]),
        for_pitcher=is_pitcher("bats_for", facts["bats_for"]),
    )
    return ruling and leaving_for_pinch_player(facts, "bats_for", profile)


def pinch_running(facts, profile):
    facts["pinch_runner"]  # any player can run, including pitchers
    return leaving_for_pinch_player(facts, "runs_for", profile)


def leaving_for_pinch_player(facts, field, profile):
    """The replaced player leaves the game. A position player can leave only if T10.11 allows it."""
    if "inning" not in facts and not is_pitcher(field, facts[field]):
        return allow(Untold.NO_INNING, "T10.11")
    return leaving(facts, profile, field)


def staying_after_hitting_for_pitcher(facts, profile):
    weigh(facts, STAYING)
    half = pick("half_inning", facts["half_inning"], ((r"\bbot", "bottom"), (r"\btop", "top")))
    may_hit = leaving(facts, profile, "pinch_hitter_bats_for")
    if not may_hit or not facts.absent("pinch_hitter_stays_in_game", True):
        return may_hit
    covers = check_positions_covered(facts.absent("pinch_hitter_can_cover_a_position", True))
    anyone_injured = facts.absent("anyone_injured", False)
    return covers and check_reliever_batting_spot(
        number("half_inning", facts["half_inning"]) + (half == "bottom"),  # the next inning his team plays in the field
        PITCHERS_SPOT,
        HIS_SPOT,
        injured_players_spot=HIS_SPOT if anyone_injured else None,
        pinch_hitter_covers_injured=facts.absent("pinch_hitter_can_cover_injured_players_position", bool(covers)),
    )


LEAVING = (
    "injured",
    "inning",
    "opponent_changed_pitcher",
    "new_pitcher_has_taken_mound",
    "all_positions_still_coverable",
)
STAYING = (
    "anyone_injured",
    "pinch_hitter_stays_in_game",
    "pinch_hitter_can_cover_a_position",
    "pinch_hitter_can_cover_injured_players_position",
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
