"""Whether the men in the field stand where their cards let them (10.1, T10.11)."""

from collections.abc import Mapping

from rules_engine.baseball.covering import (
    NOT_THE_MOUND,
    positions_can_be_covered,
    stands_by_card,
)
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.eligibility.injuries import EmergencyFielder, may_field_off_card
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.play.game import StratGame


class PlacingFinding(Finding):
    """Who may stand where after a change."""

    NOT_ON_HIS_CARD = "{name} does not have {position} on his card."
    BY_CARD = "Everybody has his position on his card."


def _rated(game: StratGame, player: str, position: str) -> bool:
    return stands_by_card(game.setup, player, position)


def _last_resort(game: StratGame, side: Side, man: str) -> Ruling:
    """T25.2: any position player takes a position that nobody has; a pitcher only when there is none."""
    others = sum(game.setup.is_hitter(player) for player in side.bench if player != man)
    resort: EmergencyFielder = "non-pitcher" if game.setup.is_hitter(man) else "pitcher"
    return may_field_off_card(resort, non_pitchers_available=others)


def positions_ruling(game: StratGame, team: int, field: Mapping[str, str], without: str = "") -> Ruling:
    """10.1, T10.11, 25.2: everybody at a position on his card, unless injuries have left nobody for one.

    `field` is position -> man after the change, `without` who leaves with it. Who stood there before is no new fault.
    """
    side = game.state.sides[team]
    stood = dict(zip(POSITIONS, side.field, strict=True))
    for position in NOT_THE_MOUND:
        player = field[position]
        if player != stood[position] and not _rated(game, player, position):
            if without in game.tracker.hurt and not positions_can_be_covered(game.setup, side, without):
                if not (resort := _last_resort(game, side, player)):
                    return resort
                continue
            rule = "T10.11" if game.setup.edition.injuries.unlisted_is_first_baseman else "10.1"
            return refuse(PlacingFinding.NOT_ON_HIS_CARD, rule, name=player, position=position)
    return allow(PlacingFinding.BY_CARD, "10.1")
