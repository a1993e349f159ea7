"""Which cards a player has: a hitter's card, a pitcher's card, or both.

A real season does not say, so these are our own rules. A regular who pitched a few innings is a hitter. A pitcher who
also batted or fielded as a regular is a two-way player.
"""

from collections.abc import Mapping
from typing import Any, Final

from rules_engine.baseball.seasons import is_mop_up

REGULAR_AT_BATS_AND_WALKS: Final = 200  # a pitcher bats as a regular from here, even without a position


def is_mop_up_only(counts: Mapping[str, int]) -> bool:
    """Return whether a player's innings are those of a hitter who helped out on the mound."""
    faced, outs = _batters_faced(counts), counts["outs_pitched"]
    return is_mop_up(_at_bats_and_walks(counts), batters_faced=faced, outs=outs)


def has_hitter_card(card: Mapping[str, Any]) -> bool:
    """Return whether a card is a hitter's, or that of a pitcher who also has a hitter's card.

    A file says so (`also_hits`). Otherwise a pitcher has one if he appeared more often as a hitter than on the mound,
    and has a position on his card or enough plate appearances.
    """
    if not card["is_pitcher"] or card["also_hits"]:
        return True
    games_as_hitter = card["games"] - card["pitching_games"]
    if card["games"] and games_as_hitter <= card["pitching_games"]:
        return False
    return bool(card["positions"]) or _at_bats_and_walks(card) >= REGULAR_AT_BATS_AND_WALKS


def _at_bats_and_walks(counts: Mapping[str, int]) -> int:
    return counts["at_bats"] + counts["walks"]


def _batters_faced(counts: Mapping[str, int]) -> int:
    """Return the batters faced, or their least possible number in seasons that did not count them."""
    return counts["batters_faced"] or counts["outs_pitched"] + counts["hits_allowed"] + counts["walks_allowed"]
