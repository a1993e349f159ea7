"""Rulings on fielders at positions that are or aren't on their cards (10.1, T10.11)."""

from collections.abc import Mapping

from rules_engine.baseball.covering import (
    FIELDING_POSITIONS,
    can_cover_positions,
    is_rated_at,
)
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.eligibility.injuries import EmergencyFielder, may_field_off_card
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.play.game import StratGame


class PlacingFinding(Finding):
    """Reasons why fielders may or can't take their positions after a change."""

    NOT_ON_HIS_CARD = "{name} does not have {position} on his card."
    BY_CARD = "Every fielder has his position on his card."


def _rated(game: StratGame, player: str, position: str) -> bool:
    return is_rated_at(game.setup, player, position)


def _last_resort(game: StratGame, side: Side, replaced: str) -> Ruling:
    """T25.2: check whether a player may take a position that no one can cover by card.

    Any position player may. A pitcher may only if no position player is left.
    """
    hitters = sum(game.setup.is_hitter(player) for player in side.bench if player != replaced)
    resort: EmergencyFielder = "non-pitcher" if game.setup.is_hitter(replaced) else "pitcher"
    return may_field_off_card(resort, non_pitchers_available=hitters)


def positions_ruling(game: StratGame, team: int, field: Mapping[str, str], without: str = "") -> Ruling:
    """10.1, T10.11, 25.2: check that every fielder is at a position on his card, unless injuries prevent it.

    `field` is the fielder by position after the change, and `without` is the player who leaves. Fielders who stay at
    their positions aren't checked again.
    """
    side = game.state.sides[team]
    stood = dict(zip(POSITIONS, side.field, strict=True))
    for position in FIELDING_POSITIONS:
        player = field[position]
        if player != stood[position] and not _rated(game, player, position):
            if without in game.tracker.injured and not can_cover_positions(game.setup, side, without):
                if not (resort := _last_resort(game, side, player)):
                    return resort
                continue
            rule = "T10.11" if game.setup.edition.injuries.unlisted_is_first_baseman else "10.1"
            return refuse(PlacingFinding.NOT_ON_HIS_CARD, rule, name=player, position=position)
    return allow(PlacingFinding.BY_CARD, "10.1")
