"""STAR: who may pitch, pitching sheets, suspended games, internet series."""

from rules_engine.eligibility.internet import computer_lets_it_pass, computer_result_stands, pitcher_may_hit_and_run
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    Outing,
    bullpen_counts_from,
    may_enter,
    may_remain,
    pitcher_availability,
    starter_outs_limit,
)
from rules_engine.eligibility.sheet import check_outing, check_sheet
from rules_engine.eligibility.suspension import may_pitch_on_resumption, resumed_entry
from rules_engine.innings import OUTS_PER_INNING, format_innings, parse_innings
from rules_engine.profile import load_profile
from tests.conformance.star_cards import pitcher_card

SYSTEM = "star_tournament"
INTERNET = "purestrat_internet@1"


def profile_for(given, profile):
    return load_profile(INTERNET) if "internet" in (given.get("setting"), given.get("series")) else profile


def outing(cell):
    """A cell of a case; a remark about a double or triple play is T31.1's mark, one about a footnote T0.06's."""
    remarks = " ".join(
        f"{key} {value}".replace("_", " ").lower()
        for key, value in cell.items()
        if value and key not in ("game", "role", "innings")
    )
    thirds = 2 if "triple play" in remarks else int("double play" in remarks or "extra third" in remarks)
    footnote = remarks if "footnote" in remarks or "accepted" in remarks else ""
    role = START if cell["role"].startswith("start") else RELIEF
    return Outing(role, parse_innings(cell["innings"]), extra_thirds=thirds, footnote=footnote)


def cells(given, columns=0):
    sheet = {cell["game"]: outing(cell) for cell in given.get("pitching_sheet", ())}
    return [sheet.get(game) for game in range(1, max([columns, *sheet]) + 1)]


def pitcher_eligibility(given, profile):
    if "wants_to_enter" in given:
        return {"may_enter": bool(may_enter(parse_innings(given["relief_innings_available"])))}
    if "pitched_so_far_this_game" in given:
        left, done = (parse_innings(given[key]) for key in ("relief_innings_available", "pitched_so_far_this_game"))
        return {"may_remain_to_pitch": bool(may_remain(left, done))}
    if "starts_game" in given:
        return limits_of_a_start(given, profile)
    return availability(given, given["next_game"], profile_for(given, profile))


def availability(given, game, profile):
    bullpen_from = 1
    if "series_first_game" in given:
        round_robin = given.get("stage", "round robin") == "round robin"
        bullpen_from = bullpen_counts_from(given["series_first_game"], given["games_in_series"], round_robin, profile)
    able = pitcher_availability(pitcher_card(given["card"]), cells(given), game, profile, bullpen_from)
    return {
        "may_start": bool(able.start),
        "may_relieve": bool(able.relief),
        "relief_innings_available": format_innings(able.relief_outs),
    }


def limits_of_a_start(given, profile):
    card, sheet, game = pitcher_card(given["card"]), cells(given), given["starts_game"]
    limit = starter_outs_limit(profile)
    start_to_the_limit = check_outing(card, sheet, game, Outing(START, limit), profile)
    return {
        "limited_by_relief_allowance": not start_to_the_limit,
        "must_be_removed_at_end_of_inning": limit // OUTS_PER_INNING,
    }


def internet(given, profile):
    profile = profile_for(given, profile)
    if "computer_result_differs_from_these_rules" in given:
        stands = computer_result_stands(
            differs=given["computer_result_differs_from_these_rules"],
            intentional=given.get("intentional", False),
            profile=profile,
        )
        return {"result_accepted": bool(stands)}
    if "play" in given:
        return {"allowed": not is_barred_hit_and_run(given)}
    return availability(given, given["next_game"], profile)


def is_barred_hit_and_run(given):
    pitcher_bats = "pitcher" in given.get("batter", "")
    if given["play"] != "hit and run" or not pitcher_bats:
        return False
    return not computer_lets_it_pass(pitcher_may_hit_and_run(given["batter"].split()[0]))


def sheet_validation(given, profile):
    card = pitcher_card(given["card"])
    faults = check_sheet(card, cells(given), profile_for(given, profile))
    return {
        "games_in_violation": [fault.game for fault in faults if not fault.accepted],
        "games_accepted": [fault.game for fault in faults if fault.accepted],
    }


def suspended_pitching(given, profile):
    if "innings_entered_before_suspension" in given:
        before = parse_innings(given["innings_entered_before_suspension"])
        later = parse_innings(given["innings_pitched_on_resumption_by_same_pitcher"])
        entry, column = resumed_entry(before, later), given["suspended_game"]
        return {f"entry_in_column_{column}": format_innings(entry.outs), "new_column_created": entry.columns_added > 0}
    if "next_game" in given:
        return availability(given, given["next_game"], profile)
    suspended = given["suspended_game"]
    last = given.get("last_game_played_before_resumption", given.get("last_game_played", suspended))
    allowance = may_pitch_on_resumption(
        pitcher_card(given["card"]),
        cells(given, columns=last)[:last],
        suspended,
        profile,
        on_mound=given.get("pitching_in_suspended_game_when_it_stopped", False),
        removed=given.get("already_removed_from_suspended_game", False),
    )
    return {"may_pitch": bool(allowance.ruling), "innings_available": format_innings(allowance.outs)}


ADAPTERS = {
    "pitcher_eligibility": pitcher_eligibility,
    "internet": internet,
    "sheet_validation": sheet_validation,
    "suspended_pitching": suspended_pitching,
}
