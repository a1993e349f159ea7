"""Which positions men have on their cards, and whether so many men can fill all of them."""

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.baseball.game_setup import GameSetup
from rules_engine.baseball.state import POSITIONS, Side

NOT_THE_MOUND = POSITIONS[1:]


def stands_by_card(setup: GameSetup, man: str, position: str) -> bool:
    """Whether he has the position on his card."""
    return position in setup.positions(man)


def positions_on_card(setup: GameSetup, players: Iterable[str]) -> dict[str, Sequence[str]]:
    """Man -> the positions on his card; those who have none are left out."""
    return {man: positions for man in players if (positions := setup.positions(man))}


def positions_can_be_covered(setup: GameSetup, side: Side, without: str) -> bool:
    """Whether the men in the game and on the bench, less one, can still fill all eight positions by card."""
    rated = positions_on_card(setup, (man for man in (*side.field, *side.order, *side.bench) if man != without))
    return bool(by_card(rated, NOT_THE_MOUND, dict(zip(side.field, POSITIONS, strict=True))))


def by_card(
    rated: Mapping[str, Sequence[str]], positions: Sequence[str], now: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Man -> position, each at one on his card and as many as can be where they stand `now`; or {}.

    `rated` is man -> positions on his card; found by augmenting paths.
    """
    taken = {man: position for man, position in (now or {}).items() if position in rated.get(man, ())}

    def place(position: str, tried: set[str]) -> bool:
        for man, listed in rated.items():
            if position in listed and man not in tried:
                tried.add(man)
                if man not in taken or place(taken[man], tried):
                    taken[man] = position
                    return True
        return False

    open_still = [position for position in positions if position not in taken.values()]
    return taken if all(place(position, set()) for position in open_still) else {}
