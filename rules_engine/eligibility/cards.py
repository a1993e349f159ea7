"""Card requirements before a player may be used: T10.11, T10.2, T31.9."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


class CardFinding(Finding):
    """Findings based on a player's card."""

    NO_AT_BAT_MINIMUM = "no minimum number of at-bats: eligible"
    STARTS_BY_ROLE = "rated as a starter on his card: may start"
    RELIEVES_BY_ROLE = "rated as a reliever on his card: may relieve"
    BOTH_BY_ROLE = "rated as a starter and reliever on his card: may do both"
    ENOUGH_AT_BATS = "{at_bats} AB + {walks} W = {total}: eligible"
    TOO_FEW_AT_BATS = "{at_bats} AB + {walks} W = {total}: not eligible, needs {needed}"
    TOO_FEW_FOR_A_CATCHER = "{at_bats} AB + {walks} W = {total}: not eligible, needs {needed} with a catcher rating"
    NO_STARTER_RATING = "may not start: no starter rating on his card"
    TOO_FEW_INNINGS_TO_START = "{outs:innings} IP: may not start, needs {needed:innings}"
    MAY_START = "{outs:innings} IP: may start"
    NO_RELIEF_RATING = "may not relieve: no relief rating on his card"
    TOO_FEW_INNINGS_TO_RELIEVE = "{outs:innings} IP: may not relieve, needs {needed:innings}"
    MAY_RELIEVE = "{outs:innings} IP: may relieve"
    MAY_START_AND_RELIEVE = "{outs:innings} IP: may start and relieve"
    MAY_DO_NEITHER = "{start}; {relief}"


class HitterCard(NamedTuple):
    """A position player's season line and the positions on his card."""

    at_bats: int
    walks: int
    positions: tuple[str, ...] = ()
    can_be_injured: bool = True


class PitchingRoles(NamedTuple):
    """The roles on a pitcher's card, and his innings for the season in outs."""

    starter: bool
    reliever: bool
    outs: int


class SeasonLine(NamedTuple):
    """A player's playing time on his card: at-bats, and innings in outs."""

    at_bats: int
    outs: int


class FieldingRating(NamedTuple):
    position: str
    range: int
    error: int


WITHOUT_POSITION: Final = FieldingRating("1B", range=5, error=30)  # T10.11: 1b-5e30


def hitter_eligible(card: HitterCard, profile: Profile) -> Ruling:
    """T10.11: Require enough at-bats and walks if there is a minimum. A catcher rating lowers it."""
    rules = profile.cards
    is_catcher = "C" in card.positions
    needed = rules.catcher_at_bats_and_walks if is_catcher else rules.hitter_at_bats_and_walks
    total = card.at_bats + card.walks
    if not needed:
        return allow(CardFinding.NO_AT_BAT_MINIMUM, "T10.11")
    if total >= needed:
        return allow(CardFinding.ENOUGH_AT_BATS, "T10.11", at_bats=card.at_bats, walks=card.walks, total=total)
    finding = CardFinding.TOO_FEW_FOR_A_CATCHER if is_catcher else CardFinding.TOO_FEW_AT_BATS
    return refuse(finding, "T10.11", at_bats=card.at_bats, walks=card.walks, total=total, needed=needed)


def interleague_card(cards: Sequence[SeasonLine]) -> int | None:
    """T31.9: Return the index of the card that counts, which is the one with the most at-bats and innings.

    Return None if no single card has the most of both.
    """
    most_at_bats = max(card.at_bats for card in cards)
    most_outs = max(card.outs for card in cards)
    most = SeasonLine(most_at_bats, most_outs)
    return cards.index(most) if cards.count(most) == 1 else None


def playable_positions(on_card: tuple[str, ...]) -> tuple[str, ...]:
    """T10.11: Return the fielding positions on the card. A player without any plays first base."""
    positions = tuple(position for position in on_card if position in POSITIONS)
    return positions or (WITHOUT_POSITION.position,)


def may_start_by_card(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2, T27.53: Require a starter rating, and enough innings if there is a minimum."""
    if not card.starter:
        return refuse(CardFinding.NO_STARTER_RATING, "T27.53")
    if not (needed := profile.cards.starter_outs):
        return allow(CardFinding.STARTS_BY_ROLE, "T27.53")
    if card.outs < needed:
        return refuse(CardFinding.TOO_FEW_INNINGS_TO_START, "T27.53", outs=card.outs, needed=needed)
    return allow(CardFinding.MAY_START, "T27.53", outs=card.outs)


def may_relieve_by_card(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2, T27.62: Require a relief rating, and enough innings if there is a minimum."""
    if not card.reliever:
        return refuse(CardFinding.NO_RELIEF_RATING, "T27.62")
    if not (needed := profile.cards.reliever_outs):
        return allow(CardFinding.RELIEVES_BY_ROLE, "T27.62")
    if card.outs < needed:
        return refuse(CardFinding.TOO_FEW_INNINGS_TO_RELIEVE, "T27.62", outs=card.outs, needed=needed)
    return allow(CardFinding.MAY_RELIEVE, "T27.62", outs=card.outs)


def pitcher_usable(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2: Reject a pitcher who can neither start nor relieve. He can't be drafted either (T0.18)."""
    start = may_start_by_card(card, profile)
    relieve = may_relieve_by_card(card, profile)
    if start.finding is CardFinding.STARTS_BY_ROLE and relieve.finding is CardFinding.RELIEVES_BY_ROLE:
        return allow(CardFinding.BOTH_BY_ROLE, "T10.2")
    if start and relieve:
        return allow(CardFinding.MAY_START_AND_RELIEVE, "T10.2", outs=card.outs)
    if start or relieve:
        return start if start else relieve
    return refuse(CardFinding.MAY_DO_NEITHER, "T10.2", start=start, relief=relieve)
