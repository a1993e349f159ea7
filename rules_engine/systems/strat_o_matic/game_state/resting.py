"""Apply the guide for resting batters to a lineup, including replacements (26.2)."""

from rules_engine.baseball.covering import FIELDING_POSITIONS, by_card, positions_on_card
from rules_engine.baseball.game_input import DiceRoller
from rules_engine.baseball.state import Side
from rules_engine.systems.strat_o_matic.cards.cards import hitters_card
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching.rest import (
    HITTER,
    load_rest_guide,
    must_rest,
    resting_player_ruling,
    slots_to_rest,
)


def rest_batters(dice: DiceRoller, setup: GameSetup, side: Side) -> tuple[Side, tuple[str, ...]]:
    """26.2: return the lineup after the guide's dice, and the resting players.

    Resting players are on the bench and may enter later. Fielders may change positions to cover for a resting player. A
    player without a replacement starts anyway.
    """
    if not setup.edition.rest.solitaire_guide:
        return side, ()
    guide, rested = load_rest_guide(setup.edition.rest.guide), list[str]()
    for player in [player for slot in slots_to_rest(dice, guide) if (player := _player_at(side, slot))]:
        card = hitters_card(setup.cards[player])
        if player == side.pitcher or card is None or not must_rest(dice, guide, card.at_bats_and_walks):
            continue
        changed = _without(setup, side, player, rested)
        if not resting_player_ruling(setup.edition.rest, "start", rests=True, last_at_position=changed is None):
            assert changed is not None
            side = changed
            rested.append(player)
    return side, tuple(rested)


def _player_at(side: Side, slot: int | str) -> str:
    """Return the player in this spot or at this position, or "" for a DH who isn't used."""
    if isinstance(slot, int):
        return side.order[slot - 1]
    if slot == HITTER:
        return next((player for player in side.order if player not in side.field), "")
    return side.at(slot)


def _without(setup: GameSetup, side: Side, resting: str, rested: list[str]) -> Side | None:
    """Return the lineup with a replacement, or None if a position can't be covered without this player."""
    for enters in side.bench:
        if enters in rested or not setup.is_hitter(enters):
            continue
        now = {player: position for position, player in zip(FIELDING_POSITIONS, side.field[1:], strict=True)}
        if resting in now:
            players = [*(player for player in now if player != resting), enters]
            now = by_card(positions_on_card(setup, players), FIELDING_POSITIONS, now)
        if now:
            placed = {position: player for player, position in now.items()}
            order = tuple(enters if player == resting else player for player in side.order)
            field = (side.pitcher, *(placed[position] for position in FIELDING_POSITIONS))
            bench = (*(player for player in side.bench if player != enters), resting)
            return side._replace(order=order, field=field, bench=bench)
    return None
