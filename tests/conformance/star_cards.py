"""STAR: cards, card choice and legal teams."""

import re

from rules_engine.eligibility.cards import (
    POSITIONS,
    WITHOUT_POSITION,
    HitterCard,
    PitcherCard,
    card_in_use,
    card_usable,
    hitter_eligible,
    may_play,
    may_relieve_by_card,
    may_start_by_card,
    pitcher_bats_with_hitter_card,
    playable_positions,
)
from rules_engine.eligibility.roster import Fielder, legal_team, starters_still_reachable, team_counts
from rules_engine.innings import parse_innings

SYSTEM = "star_tournament"
SETS = {"injuries_that_cannot_be_covered", "usable_cards"}
BATTED = {"at_bats", "at_bats_plus_walks", "plate_appearances"}


def positions_on(card):
    """Positions as a list or as one text ("2b, ss"), in capitals."""
    found = re.findall(r"\w+", card) if isinstance(card, str) else list(card or ())
    return tuple(position.upper() for position in found)


def hitter_card(given):
    total = given.get("at_bats_plus_walks", given.get("plate_appearances", 0))
    positions = positions_on(given.get("positions")) + (("C",) if given.get("catcher_rating") else ())
    return HitterCard(given.get("at_bats", total), given.get("walks", 0), positions)


def pitcher_card(card):
    """A case's card: {starter, reliever, innings} or {starter_rating, relief_rating, innings_pitched}."""
    return PitcherCard(
        bool(card.get("starter", card.get("starter_rating"))),
        bool(card.get("reliever", card.get("relief_rating"))),
        parse_innings(str(card["innings"] if "innings" in card else card["innings_pitched"])),
    )


def hitter_eligibility(given, profile):
    card = hitter_card(given)
    answer = {}
    if BATTED & given.keys():
        answer["eligible"] = bool(hitter_eligible(card, profile))
    if "positions" in given and not set(card.positions) & set(POSITIONS):
        answer |= {"plays": WITHOUT_POSITION.position, "range": WITHOUT_POSITION.range, "error": WITHOUT_POSITION.error}
    if "asked_position" in given:
        forced = given.get("forced_by_injury", False)
        answer["may_play"] = bool(may_play(given["asked_position"].upper(), card.positions, forced_by_injury=forced))
    return answer | {"playable_positions": playable_positions(card.positions)}


def pitcher_roles(given, profile):
    card = pitcher_card(given)
    return {
        "qualifies_to_start": bool(may_start_by_card(card, profile)),
        "qualifies_to_relieve": bool(may_relieve_by_card(card, profile)),
        "usable": bool(card_usable(card, profile)),
    }


def card_choice(given, profile):
    if "pitcher_also_has_hitters_card" in given:
        return pitchers_hitter_card(given, profile)
    cards = {
        name.removesuffix("_card"): hitter_card(card) if BATTED & card.keys() else pitcher_card(card)
        for name, card in given.items()
        if isinstance(card, dict)
    }
    if not cards:
        raise LookupError(f"no card in {sorted(given)}")
    used = "interleague" if "interleague" in cards else card_in_use(cards)
    eligible = bool(card_usable(cards[used], profile))
    return {"card_used": used, "eligible": eligible, "usable_cards": [used] if eligible else []}


def pitchers_hitter_card(given, profile):
    positions = ("C",) if given.get("hitter_card_catcher_rating") else ("1B",)
    held = HitterCard(given.get("hitter_card_at_bats_plus_walks", 0), 0, positions)
    card = held if given["pitcher_also_has_hitters_card"] else None
    uses = bool(pitcher_bats_with_hitter_card(card, profile))
    return {"hitter_card_used": uses, "bats_with": "the hitter card" if uses else "the pitcher hitting card"}


def team_legal(given, profile):
    fielders = [
        Fielder(player["name"], positions_on(player["positions"]), player.get("can_be_injured", True))
        for player in given["position_players"]
    ]
    ruling = legal_team(fielders, given.get("pitchers_who_can_start", profile.cards.starters_on_team), profile)
    return {"legal": bool(ruling), "injuries_that_cannot_be_covered": ruling.facts["uncovered"]}


def team_composition(given, profile):
    if "selections_left" in given:
        parks, starters = int(given.get("park_still_needed", False)), given["starting_pitchers_on_roster"]
        reachable = starters_still_reachable(given["selections_left"], parks, starters, profile)
        return {"can_still_reach_four_starters": bool(reachable)}
    starters = given.get("pitchers_who_can_start", profile.cards.starters_on_team)
    counts = team_counts(given["players"], given["ballparks"], starters, profile)
    return {"meets_counts": bool(counts)}


ADAPTERS = {
    "hitter_eligibility": hitter_eligibility,
    "pitcher_card": pitcher_roles,
    "card_choice": card_choice,
    "legal_team": team_legal,
    "team_composition": team_composition,
}
