"""Determine which cards a player has: a hitter's card, a pitcher's card, or both.

Real statistics don't define this, so these are our own rules. A regular who pitched a few innings is a hitter. A
pitcher who also batted or fielded as a regular is a two-way player.
"""

from collections.abc import Mapping
from typing import Any, Final

from rules_engine.baseball.seasons import is_mop_up

# from this number on, a pitcher counts as a regular batter, even without a position
REGULAR_AT_BATS_AND_WALKS: Final = 200


def is_mop_up_only(counts: Mapping[str, int]) -> bool:
    """Return whether a player is a hitter who pitched only in mop-up innings."""
    faced, outs = _batters_faced(counts), counts["outs_pitched"]
    return is_mop_up(_at_bats_and_walks(counts), batters_faced=faced, outs=outs)


def has_hitter_card(card: Mapping[str, Any]) -> bool:
    """Return whether a card is a hitter's card, or belongs to a pitcher who also has a hitter's card.

    A card file specifies this (`also_hits`). Otherwise, a pitcher has a hitter's card if he appeared more often as a
    hitter
    than on the mound, and has a position on his card or enough plate appearances.
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
    """Return the batters faced, or the minimum possible number in seasons that did not count them."""
    return counts["batters_faced"] or counts["outs_pitched"] + counts["hits_allowed"] + counts["walks_allowed"]
