"""What a card must show for its player to be used at all: T10.11, T10.2, T31.9."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


class CardFinding(Finding):
    """What a card says of its player."""

    AT_BATS_NOT_ASKED = "at-bats are not asked: eligible"
    STARTS_BY_ROLE = "a starter by his card: may start"
    RELIEVES_BY_ROLE = "a reliever by his card: may relieve"
    BOTH_BY_ROLE = "starter and reliever by his card: may do both"
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
    """The roles on a pitcher's card and his season's innings, in outs."""

    starter: bool
    reliever: bool
    outs: int


class SeasonLine(NamedTuple):
    """How much a card says its man played: at bats, and innings in outs."""

    at_bats: int
    outs: int


class FieldingRating(NamedTuple):
    position: str
    range: int
    error: int


WITHOUT_POSITION: Final = FieldingRating("1B", range=5, error=30)  # T10.11: 1b-5e30


def hitter_eligible(card: HitterCard, profile: Profile) -> Ruling:
    """T10.11: at bats and walks reach the bar, where there is one; a catcher rating lowers it."""
    catches = "C" in card.positions
    needed = profile.cards.catcher_at_bats_and_walks if catches else profile.cards.hitter_at_bats_and_walks
    total = card.at_bats + card.walks
    if not needed:
        return allow(CardFinding.AT_BATS_NOT_ASKED, "T10.11")
    if total >= needed:
        return allow(CardFinding.ENOUGH_AT_BATS, "T10.11", at_bats=card.at_bats, walks=card.walks, total=total)
    few = CardFinding.TOO_FEW_FOR_A_CATCHER if catches else CardFinding.TOO_FEW_AT_BATS
    return refuse(few, "T10.11", at_bats=card.at_bats, walks=card.walks, total=total, needed=needed)


def interleague_card(cards: Sequence[SeasonLine]) -> int | None:
    """T31.9: which of one man's cards is the one that counts, that with the most at-bats and innings.

    None where no card, or more than one, has the most of both.
    """
    most = SeasonLine(max(card.at_bats for card in cards), max(card.outs for card in cards))
    return cards.index(most) if cards.count(most) == 1 else None


def playable_positions(on_card: tuple[str, ...]) -> tuple[str, ...]:
    """T10.11: the fielding positions on the card; a card without any is a first baseman's."""
    return tuple(position for position in on_card if position in POSITIONS) or (WITHOUT_POSITION.position,)


def may_start_by_card(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2, T27.53: a starter rating, and enough innings where they are asked."""
    if not card.starter:
        return refuse(CardFinding.NO_STARTER_RATING, "T27.53")
    if not (needed := profile.cards.starter_outs):
        return allow(CardFinding.STARTS_BY_ROLE, "T27.53")
    if card.outs < needed:
        return refuse(CardFinding.TOO_FEW_INNINGS_TO_START, "T27.53", outs=card.outs, needed=needed)
    return allow(CardFinding.MAY_START, "T27.53", outs=card.outs)


def may_relieve_by_card(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2, T27.62: a relief rating, and enough innings where they are asked."""
    if not card.reliever:
        return refuse(CardFinding.NO_RELIEF_RATING, "T27.62")
    if not (needed := profile.cards.reliever_outs):
        return allow(CardFinding.RELIEVES_BY_ROLE, "T27.62")
    if card.outs < needed:
        return refuse(CardFinding.TOO_FEW_INNINGS_TO_RELIEVE, "T27.62", outs=card.outs, needed=needed)
    return allow(CardFinding.MAY_RELIEVE, "T27.62", outs=card.outs)


def pitcher_usable(card: PitchingRoles, profile: Profile) -> Ruling:
    """T10.2: a pitcher who may neither start nor relieve cannot be used, nor drafted (T0.18)."""
    start, relieve = may_start_by_card(card, profile), may_relieve_by_card(card, profile)
    if start.finding is CardFinding.STARTS_BY_ROLE and relieve.finding is CardFinding.RELIEVES_BY_ROLE:
        return allow(CardFinding.BOTH_BY_ROLE, "T10.2")
    if start and relieve:
        return allow(CardFinding.MAY_START_AND_RELIEVE, "T10.2", outs=card.outs)
    if start or relieve:
        return start if start else relieve
    return refuse(CardFinding.MAY_DO_NEITHER, "T10.2", start=start, relief=relieve)
