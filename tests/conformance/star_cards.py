"""Adapters for STAR: cards, card choice and legal teams."""

import re

from rules_engine.draft.player_kinds import Prospect, count_kinds
from rules_engine.draft.roster_check import outlook
from rules_engine.eligibility.cards import (
    POSITIONS,
    WITHOUT_POSITION,
    HitterCard,
    PitchingRoles,
    SeasonLine,
    hitter_eligible,
    interleague_card,
    may_relieve_by_card,
    may_start_by_card,
    pitcher_usable,
    playable_positions,
)
from rules_engine.eligibility.injuries import may_field_off_card
from rules_engine.eligibility.roster import PositionPlayer, all_positions_backed_up, enough_starters, team_counts
from rules_engine.innings import parse_innings

SYSTEM = "star_tournament"
SETS = {"injuries_that_cannot_be_covered", "usable_cards"}
BATTED = {"at_bats", "at_bats_plus_walks", "plate_appearances"}


def positions_on(card):
    """Return positions from a list or a text ("2b, ss"), in capitals."""
    roles = re.findall(r"\w+", card) if isinstance(card, str) else list(card or ())
    return tuple(position.upper() for position in roles)


def hitter_card(facts):
    total = facts.absent("at_bats_plus_walks", facts.absent("plate_appearances", 0))
    positions = positions_on(facts.get("positions")) + (("C",) if facts.get("catcher_rating") else ())
    return HitterCard(facts.absent("at_bats", total), facts.absent("walks", 0), positions)


def pitcher_card(card):
    """Convert a case's card: {starter, reliever, innings} or {starter_rating, relief_rating, innings_pitched}."""
    return PitchingRoles(
        bool(card["starter"] if "starter" in card else card["starter_rating"]),
        bool(card["reliever"] if "reliever" in card else card["relief_rating"]),
        parse_innings(str(card["innings"] if "innings" in card else card["innings_pitched"])),
    )


def hitter_eligibility(facts, profile):
    card = hitter_card(facts)
    answer = {}
    if BATTED & facts.keys():
        answer["eligible"] = bool(hitter_eligible(card, profile))
    facts.get("hit_by_pitch")  # T10.11: not included
    if "positions" in facts and not set(card.positions) & set(POSITIONS):
        answer |= {"plays": WITHOUT_POSITION.position, "range": WITHOUT_POSITION.range, "error": WITHOUT_POSITION.error}
    if "asked_position" in facts:
        forced = facts.absent("forced_by_injury", False)
        on_card = facts["asked_position"].upper() in playable_positions(card.positions)
        answer["may_play"] = on_card or (forced and bool(may_field_off_card("non-pitcher", non_pitchers_available=0)))
    return answer | {"playable_positions": playable_positions(card.positions)}


def pitcher_roles(facts, profile):
    card = pitcher_card(facts)
    return {
        "qualifies_to_start": bool(may_start_by_card(card, profile)),
        "qualifies_to_relieve": bool(may_relieve_by_card(card, profile)),
        "usable": bool(pitcher_usable(card, profile)),
    }


def card_choice(facts, profile):
    """T31.9: use the interleague card if there is more than one, whatever the other cards show."""
    if "pitcher_also_has_hitters_card" in facts:
        return pitchers_hitter_card(facts, profile)
    cards = {name: facts[name] for name in ("interleague_card", *facts) if "_card" in name}
    used = [*cards][interleague_card([season_line(card) for card in cards.values()])]
    card = facts[used]
    for rival_card in cards.keys() - {used}:
        facts.full(rival_card)
    batter = BATTED & card.keys()
    eligible = bool(
        hitter_eligible(hitter_card(card), profile) if batter else pitcher_usable(pitcher_card(card), profile)
    )
    name = used.removesuffix("_card")
    return {"card_used": name, "eligible": eligible, "usable_cards": [name] if eligible else []}


def season_line(card):
    total = card.absent("at_bats_plus_walks", card.absent("plate_appearances", 0))
    innings = card.absent("innings", card.absent("innings_pitched", "0"))
    return SeasonLine(card.absent("at_bats", total), parse_innings(str(innings)))


def pitchers_hitter_card(facts, profile):
    positions = ("C",) if facts.absent("hitter_card_catcher_rating", False) else ("1B",)
    has_hitter_card = facts["pitcher_also_has_hitters_card"]
    card = HitterCard(facts.absent("hitter_card_at_bats_plus_walks", 0), 0, positions)
    uses = has_hitter_card and bool(hitter_eligible(card, profile))
    return {"hitter_card_used": uses, "bats_with": "the hitter card" if uses else "the pitcher hitting card"}


def team_legal(facts, profile):
    fielders = [
        PositionPlayer(player["name"], positions_on(player["positions"]), player.absent("can_be_injured", True))
        for player in facts["position_players"]
    ]
    facts.get("other_pitchers")
    backed_up = all_positions_backed_up(fielders)
    starters = enough_starters(facts.absent("pitchers_who_can_start", profile.cards.starters_on_team), profile)
    return {"legal": bool(backed_up and starters), "injuries_that_cannot_be_covered": backed_up.facts["uncovered"]}


def team_composition(facts, profile):
    if "selections_left" in facts:
        return {"can_still_reach_four_starters": still_reachable(facts, profile)}
    facts.get("pitchers_with_starter_rating_but_under_125_innings")
    starters = facts.absent("pitchers_who_can_start", profile.cards.starters_on_team)
    counts = team_counts(facts["players"], facts["ballparks"], starters, profile)
    return {"meets_counts": bool(counts)}


def still_reachable(facts, profile):
    """Run the draft room's roster check for a team that needs only starting pitchers, with plenty in the pool."""
    starter = Prospect(pitcher=True, can_start=True)
    twice = [Prospect((position,)) for position in POSITIONS * 2]
    left = outlook(
        [*[starter] * facts["starting_pitchers_on_roster"], *twice],
        count_kinds([starter] * profile.draft.players),
        selections_left=facts["selections_left"],
        parks_due=int(facts.absent("park_still_needed", False)),
        profile=profile,
    )
    return left.can_complete


ADAPTERS = {
    "hitter_eligibility": hitter_eligibility,
    "pitcher_card": pitcher_roles,
    "card_choice": card_choice,
    "legal_team": team_legal,
    "team_composition": team_composition,
}
