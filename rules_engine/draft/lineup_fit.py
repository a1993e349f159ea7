"""Where a hitter would fit into a team's best line-up: into an open position, for a weaker man, or on the bench.

The sets of men who can take the field together are independent in a matroid, so taking men from the best bat down,
each if all can still be placed, gives the strongest line-up; and a newcomer either finds an open position along a
chain of shifts or can only replace one of the men such a chain passes.
"""

from collections.abc import Iterable
from typing import Final

from rules_engine.eligibility.cards import POSITIONS

_PLACES: Final = range(len(POSITIONS))
_MASKS: Final = 1 << len(POSITIONS)


class LineupFit:
    """The strongest line-up of the men given as (positions as bits, worth with the bat)."""

    __slots__ = ("_at", "_masks", "_open_from", "_weakest_from", "_worth")

    def __init__(self, players: Iterable[tuple[int, float]]) -> None:
        ordered = sorted(players, key=lambda man: -man[1])
        self._masks = [mask for mask, _ in ordered]
        self._worth = [worth for _, worth in ordered]
        self._at: list[int | None] = [None] * len(POSITIONS)  # position -> man
        for man in range(len(ordered)):
            self._place(man, set())
        self._open_from = [0] * _MASKS  # filled from the eight single positions, then by union
        self._weakest_from = [0.0] * _MASKS
        self._explore()

    def open_for(self, mask: int) -> bool:
        """Whether a newcomer with these positions finds a place besides all the others."""
        return bool(self._open_from[mask])

    def weakest_for(self, mask: int) -> float:
        """The worth of the weakest man he could take the place of, when there is no open one."""
        return self._weakest_from[mask]

    def open_positions(self, mask: int) -> int:
        """The open positions, as bits, that his coming could fill, after shifts."""
        return self._open_from[mask]

    def _place(self, man: int, tried: set[int]) -> bool:
        for place in _PLACES:
            if self._masks[man] >> place & 1 and place not in tried:
                tried.add(place)
                holder = self._at[place]
                if holder is None or self._place(holder, tried):
                    self._at[place] = man
                    return True
        return False

    def _explore(self) -> None:
        for place in _PLACES:
            reached = self._reached(place)
            self._open_from[1 << place] = sum(1 << at for at in reached if self._at[at] is None)
            worths = [self._worth[man] for at in reached if (man := self._at[at]) is not None]
            self._weakest_from[1 << place] = min(worths, default=float("-inf"))
        for mask in range(1, _MASKS):
            low = mask & -mask
            if rest := mask ^ low:
                self._open_from[mask] = self._open_from[low] | self._open_from[rest]
                self._weakest_from[mask] = min(self._weakest_from[low], self._weakest_from[rest])

    def _reached(self, start: int) -> set[int]:
        """Positions that come free in turn when the man at `start` makes room, and he at the next, and so on."""
        reached, fresh = {start}, [start]
        while fresh:
            holder = self._at[fresh.pop()]
            if holder is None:
                continue
            found = {place for place in _PLACES if self._masks[holder] >> place & 1} - reached
            reached |= found
            fresh += found
        return reached
