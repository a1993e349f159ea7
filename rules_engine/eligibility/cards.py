"""What a card must show for its player to be used at all: T10.11, T10.2, T31.9."""

from typing import Final, NamedTuple

from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


class HitterCard(NamedTuple):
    """A position player's season line and the positions on his card."""

    at_bats: int
    walks: int
    positions: tuple[str, ...] = ()
    can_be_injured: bool = True


class PitcherCard(NamedTuple):
    """The roles on a pitcher's card and his season's innings, in outs."""

    starter: bool
    reliever: bool
    outs: int


class FieldingRating(NamedTuple):
    position: str
    range: int
    error: int


WITHOUT_POSITION: Final = FieldingRating("1B", range=5, error=30)  # T10.11: 1b-5e30


def hitter_eligible(card: HitterCard, profile: Profile) -> Ruling:
    """T10.11: at bats and walks reach the bar; nothing else counts. A catcher rating lowers the bar."""
    catches = "C" in card.positions
    needed = profile.cards.catcher_at_bats_and_walks if catches else profile.cards.hitter_at_bats_and_walks
    total = card.at_bats + card.walks
    arithmetic = f"{card.at_bats} AB + {card.walks} W = {total}"
    if total >= needed:
        return allow("T10.11", f"{arithmetic}: eligible", total=total, needed=needed)
    bar = f"{needed} with a catcher rating" if catches else str(needed)
    return refuse("T10.11", f"{arithmetic}: not eligible, needs {bar}", total=total, needed=needed)


def playable_positions(on_card: tuple[str, ...]) -> tuple[str, ...]:
    """T10.11: the fielding positions on the card; a card without any is a first baseman's."""
    return tuple(position for position in on_card if position in POSITIONS) or (WITHOUT_POSITION.position,)


def may_start_by_card(card: PitcherCard, profile: Profile) -> Ruling:
    """T10.2, T27.53: a starter rating and enough innings."""
    if not card.starter:
        return refuse("T27.53", "may not start: no starter rating on his card")
    return _enough_innings("T27.53", "start", card.outs, profile.cards.starter_outs)


def may_relieve_by_card(card: PitcherCard, profile: Profile) -> Ruling:
    """T10.2, T27.62: a relief rating and enough innings."""
    if not card.reliever:
        return refuse("T27.62", "may not relieve: no relief rating on his card")
    return _enough_innings("T27.62", "relieve", card.outs, profile.cards.reliever_outs)


def _enough_innings(rule: str, role: str, outs: int, needed: int) -> Ruling:
    if outs < needed:
        return refuse(rule, f"{format_innings(outs)} IP: may not {role}, needs {format_innings(needed)}")
    return allow(rule, f"{format_innings(outs)} IP: may {role}")


def pitcher_usable(card: PitcherCard, profile: Profile) -> Ruling:
    """T10.2: a pitcher who may neither start nor relieve cannot be used, nor drafted (T0.18)."""
    start, relieve = may_start_by_card(card, profile), may_relieve_by_card(card, profile)
    if start and relieve:
        return allow("T10.2", f"{format_innings(card.outs)} IP: may start and relieve")
    if start or relieve:
        return start if start else relieve
    return refuse("T10.2", f"{start.reason}; {relieve.reason}")
