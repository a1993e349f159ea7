"""A hitter's place in a team's best lineup: an open position, a weaker player's place, or the bench.

The sets of players who can take the field together are independent sets of a matroid. So a greedy algorithm finds the
strongest lineup: add players from the best bat down if all can still be placed. A new player either finds an open
position through a chain of shifts, or can replace only a player in such a chain.
"""

from collections.abc import Iterable
from typing import Final

from rules_engine.eligibility.cards import POSITIONS

_PLACES: Final = range(len(POSITIONS))
_MASKS: Final = 1 << len(POSITIONS)


class LineupFit:
    """The strongest lineup of players, who are passed as (positions as bits, batting worth)."""

    __slots__ = ("_player_at", "_masks", "_open_from", "_weakest_from", "_worth")

    def __init__(self, players: Iterable[tuple[int, float]]) -> None:
        ordered = sorted(players, key=lambda player: -player[1])
        self._masks = [mask for mask, _ in ordered]
        self._worth = [worth for _, worth in ordered]
        self._player_at: list[int | None] = [None] * len(POSITIONS)  # position -> player
        for player in range(len(ordered)):
            self._place(player, set())
        self._open_from = [0] * _MASKS  # filled from the eight single positions, then by union
        self._weakest_from = [0.0] * _MASKS
        self._explore()

    def open_for(self, mask: int) -> bool:
        """Return whether a new player with these positions fits without replacing anyone."""
        return bool(self._open_from[mask])

    def weakest_for(self, mask: int) -> float:
        """Return the worth of the weakest player he could replace if no position is open."""
        return self._weakest_from[mask]

    def open_positions(self, mask: int) -> int:
        """Return, as bits, the open positions that he could fill after shifts."""
        return self._open_from[mask]

    def _place(self, player: int, tried: set[int]) -> bool:
        for place in _PLACES:
            if self._masks[player] >> place & 1 and place not in tried:
                tried.add(place)
                holder = self._player_at[place]
                if holder is None or self._place(holder, tried):
                    self._player_at[place] = player
                    return True
        return False

    def _explore(self) -> None:
        for place in _PLACES:
            reached = self._reached(place)
            self._open_from[1 << place] = sum(
                1 << position for position in reached if self._player_at[position] is None
            )
            worths = [self._worth[player] for position in reached if (player := self._player_at[position]) is not None]
            self._weakest_from[1 << place] = min(worths, default=float("-inf"))
        for mask in range(1, _MASKS):
            low = mask & -mask
            if rest := mask ^ low:
                self._open_from[mask] = self._open_from[low] | self._open_from[rest]
                self._weakest_from[mask] = min(self._weakest_from[low], self._weakest_from[rest])

    def _reached(self, start: int) -> set[int]:
        """Return the positions that shifts can free, starting with the player at `start`."""
        reached, fresh = {start}, [start]
        while fresh:
            holder = self._player_at[fresh.pop()]
            if holder is None:
                continue
            newly_reached = {place for place in _PLACES if self._masks[holder] >> place & 1} - reached
            reached |= newly_reached
            fresh += newly_reached
        return reached
