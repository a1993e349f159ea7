"""Apply the ratings from a printed sheet to a generated card, and list a generated card's ratings.

The card's columns don't change, and neither do ratings that the sheet doesn't have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules_engine.baseball.system_types import PrintedCard
from rules_engine.systems.strat_o_matic.cards.cards import (
    BatterCard,
    Card,
    CardError,
    PitcherCard,
    parse_card,
    rating_fields,
    write_card,
)
from rules_engine.systems.strat_o_matic.cards.ratings import (
    PositionRating,
    format_fielding,
    outfield_arm,
    parse_fielding,
)
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD

_SHARED: Final = {"running": "running", "stealing": "grade", "steal": "steal", "bunting": "bunt"}
_BATTER: Final = {**_SHARED, "throw": "T", "passed_ball": "pb", "hit_and_run": "hit_and_run"}
_PITCHER: Final = {**_SHARED, "endurance": "endurance", "hitting": "hitting", "balk": "bk", "wild_pitch": "wp"}
_POWER: Final = {"park_left": "power_left", "park_right": "power_right"}


def printed_card(card: Card, ratings: Mapping[str, str]) -> PrintedCard:
    """Return a card with its ratings replaced by those from a sheet.

    Args:
        ratings: By name, as `printed_ratings` writes them.
    """
    if isinstance(card, BatterCard):
        return _printed(card, ratings, _batter_fields)
    printed = _printed(card, ratings, _pitcher_fields)
    if not isinstance(printed.card, PitcherCard) or printed.card.hitter is None:
        return printed
    hitter = _printed(printed.card.hitter, ratings, _batter_fields)
    assert isinstance(hitter.card, BatterCard)
    unused = tuple(name for name in printed.unused if name in hitter.unused)
    return PrintedCard(replace(printed.card, hitter=hitter.card), unused)


def _printed(
    card: Card, ratings: Mapping[str, str], fields_of: Callable[[Any, str, str], dict[str, Any]]
) -> PrintedCard:
    """Replace a card's fields one rating at a time, so that an invalid rating doesn't affect the others."""
    unused = []
    document = write_card(card)
    for name, text in ratings.items():
        try:
            fields = fields_of(card, name, text)
            parse_card(document | fields)
        except (CardError, ValueError):
            fields = {}
        if not fields:
            unused.append(name)
        document |= fields
    return PrintedCard(parse_card(document), tuple(unused))


def _batter_fields(card: BatterCard, name: str, text: str) -> dict[str, Any]:
    if name == "fielding":
        printed = [rating for rating in parse_fielding(text) if rating.position != "p"]
        completed = _completed(card, printed)
        is_complete = bool(printed) and all(rating.e is not None for rating in completed)
        return {"fielding": format_fielding(completed)} if is_complete else {}
    if name in _POWER:
        return {_POWER[name]: "W" if text == "w" else "N"}
    return {_BATTER[name]: text} if name in _BATTER else {}


def _completed(card: BatterCard, printed: Sequence[PositionRating]) -> list[PositionRating]:
    """16.1: return fielding ratings with the sheet's missing error numbers and arms added from the card."""
    arm = next((rating.arm for rating in printed if rating.position in OUTFIELD and rating.arm is not None), None)
    arms = [outfield_arm(card.fielding) if arm is None else arm]
    completed = []
    for rating in printed:
        made = card.fielding_at(rating.position)
        error = made.e if made and rating.e is None else rating.e
        own_arm = made.arm if made and rating.arm is None else rating.arm
        if rating.position in OUTFIELD:  # The arm is printed only once.
            own_arm = arms.pop() if arms else None
        completed.append(replace(rating, e=error, arm=own_arm))
    return completed


def _pitcher_fields(card: PitcherCard, name: str, text: str) -> dict[str, Any]:
    if name == "fielding":
        own = next((rating for rating in parse_fielding(text) if rating.position == "p"), None)
        if own is None:
            return {}
        return {"fielding": str(replace(own, e=card.fielding.e if own.e is None else own.e))}
    if name == "pitcher_error":
        return {"fielding": str(replace(card.fielding, e=int(text.removeprefix("e"))))}
    if name == "hold":
        return {"hold": int(text)}
    if name == "starter_star":
        return {"asterisk": True}
    return {_PITCHER[name]: text} if name in _PITCHER else {}


def ratings_of_card(card: Card) -> dict[str, str]:
    """Return a card's ratings by name, in the form of `printed_ratings`."""
    document = rating_fields(card)
    if isinstance(card, BatterCard):
        is_catcher = card.fielding_at("c") is not None
        names = [name for name in _BATTER if is_catcher or name not in ("throw", "passed_ball")]
        made = {name: str(document[_BATTER[name]]) for name in names}
        return _filled({"fielding": document["fielding"], **made})
    made = {name: str(document[key]) for name, key in _PITCHER.items()}
    own = {"fielding": document["fielding"], **made, "hold": f"{card.hold:+d}"}
    hitter = ratings_of_card(card.hitter) if card.hitter else {}
    if hitter:
        both = [document["fielding"], hitter.get("fielding", "")]
        own["fielding"] = ", ".join(filter(None, both))
    return _filled(own | {name: text for name, text in hitter.items() if name != "fielding"})


def _filled(ratings: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in ratings.items() if text}
