"""Adapters for STAR: eligible pitchers, pitching sheets, suspended games and internet series."""

import re

from rules_engine.baseball.bases import occupied
from rules_engine.eligibility.dropout_slot import availability as availability_by_sheet
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    Appearance,
    bullpen_counts_from,
    may_enter,
    may_remain,
    starter_outs_limit,
)
from rules_engine.eligibility.resumption import combine_resumed_outs, may_pitch_on_resumption
from rules_engine.eligibility.sheet import SheetHistory, check_appearance, check_sheet
from rules_engine.eligibility.violations import accept_computer_result
from rules_engine.innings import OUTS_PER_INNING, format_innings, parse_innings
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_ruling
from rules_engine.systems.strat_o_matic.cards.ratings import HittingCode
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.star_cards import pitcher_card
from tests.conformance.words.moments import is_internet, is_round_robin
from tests.conformance.words.people import is_pitcher
from tests.conformance.words.reading import UnknownWords, pick, plain

SYSTEM = "star_tournament"
INTERNET = "purestrat_internet@1"
ROLES = ((r"^s(p|t)?$|^start", START), (r"^r(p)?$|^relie|^closer", RELIEF))


def profile_for(facts, profile, unsaid=False):
    """Return the internet profile if a case's setting or series requires it. `unsaid` applies if it has neither."""
    internet = is_internet(facts)
    return load_profile(INTERNET) if (unsaid if internet is None else internet) else profile


def innings_in(facts, key, unsaid="0.0"):
    return parse_innings(str(facts.absent(key, unsaid)))


def outing(cell):
    """Convert a case's cell.

    A note on a double or triple play is the mark in T31.1, and a footnote the one in T0.06.
    """
    remarks = " ".join(
        f"{key} {value}".replace("_", " ").lower()
        for key, value in cell.items()
        if value and key not in ("game", "role", "innings")
    )
    thirds = 2 if "triple play" in remarks else int("double play" in remarks or "extra third" in remarks)
    footnote = remarks if "footnote" in remarks or "accepted" in remarks else ""
    role = pick("role", cell["role"], ROLES)
    return Appearance(role, innings_in(cell, "innings"), extra_thirds=thirds, footnote=footnote)


def cells(facts, columns=0):
    sheet = {cell["game"]: outing(cell) for cell in facts.absent("pitching_sheet", ())}
    return [sheet.get(game) for game in range(1, max([columns, *sheet]) + 1)]


def pitcher_eligibility(facts, profile):
    if "wants_to_enter" in facts and facts["wants_to_enter"]:
        return {"may_enter": bool(may_enter(innings_in(facts, "relief_innings_available")))}
    if facts.get("still_on_mound"):
        left, done = (innings_in(facts, key) for key in ("relief_innings_available", "pitched_so_far_this_game"))
        return {"may_remain_to_pitch": bool(may_remain(left, done))}
    if "starts_game" in facts:
        return limits_of_a_start(facts, profile)
    return availability(facts, next_game(facts), profile_for(facts, profile))


def next_game(facts):
    """Return the case's next game, or the column after the last one on the sheet."""
    return facts.absent("next_game", len(cells(facts)) + 1)


def availability(facts, game, profile):
    facts.get("bye_after_game")  # no column, since no game was started
    bullpen_from = reset_before(facts, profile)
    available = availability_by_sheet(pitcher_card(facts["card"]), cells(facts), game, profile, bullpen_from)
    return {
        "may_start": bool(available.start),
        "may_relieve": bool(available.relief),
        "relief_innings_available": format_innings(available.relief_outs),
    }


def reset_before(facts, profile):
    """Return the first column that counts for relief in the case's series."""
    if "series_first_game" not in facts:
        return 1
    round_robin = is_round_robin("stage", facts.absent("stage", "round robin"))
    length = facts.absent("games_in_series", profile.pitching.bullpen_reset_series_length)
    return bullpen_counts_from(facts["series_first_game"], length, round_robin, profile)


def limits_of_a_start(facts, profile):
    facts.get("innings_he_may_pitch_in_the_start_limited_by_relief_allowance")
    card, sheet, game = pitcher_card(facts["card"]), cells(facts), facts["starts_game"]
    limit = starter_outs_limit(profile)
    start_to_the_limit = check_appearance(card, sheet, game, Appearance(START, limit), profile)
    return {
        "limited_by_relief_allowance": not start_to_the_limit,
        "must_be_removed_at_end_of_inning": limit // OUTS_PER_INNING,
    }


def internet(facts, profile):
    profile = profile_for(facts, profile, unsaid=True)
    if "computer_result_differs_from_these_rules" in facts:
        accepted = accept_computer_result(
            differs=facts["computer_result_differs_from_these_rules"],
            intentional=facts.absent("intentional", False),
            internet=profile.name == "purestrat_internet",
        )
        return {"result_accepted": bool(accepted)}
    if "play" in facts:
        return {"allowed": may_hit_and_run(facts, profile)}
    return availability(facts, next_game(facts), profile)


def may_hit_and_run(facts, profile):
    """Check T19.11, the only limit on a play in these cases. The computer's own limits don't matter (T0.17)."""
    plays = ((r"hit.(and|n).run", True), (r"bunt|steal|swing|squeeze|sacrifice", False))
    hit_and_run, is_pitcher_batting = pick("play", facts["play"], plays), is_pitcher("batter", facts["batter"])
    facts.get("computer_allows_it")
    code = None
    if is_pitcher_batting:
        grade = re.search(r"#?(\d)([nw])", plain(facts["batter"]))
        written = grade or re.search(r"#?(\d)([nw])", plain(facts["hitting_card"]))
        code = HittingCode(int(written[1]), written[2].upper(), "R")
    strategy = load_ruleset(profile.game.edition).strategy
    return not hit_and_run or bool(hit_and_run_ruling(strategy, occupied(1), 0, code))


def sheet_validation(facts, profile):
    profile, card = profile_for(facts, profile), pitcher_card(facts["card"])
    sheet, reset = cells(facts), reset_before(facts, profile)
    history = SheetHistory(bullpen_from=dict.fromkeys(range(reset, len(sheet) + 1), reset))
    faults = check_sheet(card, sheet, profile, history)
    return {
        "games_in_violation": [fault.game for fault in faults if not fault.accepted],
        "games_accepted": [fault.game for fault in faults if fault.accepted],
    }


def suspended_pitching(facts, profile):
    if "innings_entered_before_suspension" in facts:
        before = innings_in(facts, "innings_entered_before_suspension")
        later = innings_in(facts, "innings_pitched_on_resumption_by_same_pitcher")
        entry, column = combine_resumed_outs(before, later), facts["suspended_game"]
        return {f"entry_in_column_{column}": format_innings(entry.outs), "new_column_created": entry.columns_added > 0}
    suspended = facts["suspended_game"]
    if "next_game" in facts:
        if facts.get("resumed_after_game") is not None and facts["resumed_after_game"] >= facts["next_game"]:
            raise UnknownWords("next_game", facts["next_game"], "a game after the resumption")
        return availability(facts, facts["next_game"], profile)
    named = ("last_game_played_before_resumption", "last_game_played", "resumed_after_game")
    last = next((facts[key] for key in named if key in facts), max(suspended, len(cells(facts))))
    allowance = may_pitch_on_resumption(
        pitcher_card(facts["card"]),
        cells(facts, columns=last)[:last],
        suspended,
        profile,
        on_mound=facts.absent("pitching_in_suspended_game_when_it_stopped", False),
        removed=facts.absent("already_removed_from_suspended_game", False),
    )
    return {"may_pitch": bool(allowance.ruling), "innings_available": format_innings(allowance.outs)}


STORY = {
    "pitcher_eligibility": {"for", "series_of_next_game"},
    "suspended_pitching": {"reason"},
}
ADAPTERS = {
    "pitcher_eligibility": pitcher_eligibility,
    "internet": internet,
    "sheet_validation": sheet_validation,
    "suspended_pitching": suspended_pitching,
}
