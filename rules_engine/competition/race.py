"""A division with games left: the data that determines who can still advance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.competition.sharing import Pair
from rules_engine.competition.standings import SeriesTally


class Bound(NamedTuple):
    """A number of teams or places. If it isn't exact, it errs on the side of an open race."""

    number: int
    exact: bool


@dataclass(frozen=True)
class Race:
    """A division in progress: games over .500, games left by pair, and the number of places that advance.

    Every remaining game has a winner. Only a game that decides nothing can end in a tie (T33.0).

    Attributes:
        meetings: The series played so far, for head-to-head.
        tie_steps: The edition's tiebreaker steps, in order.
        wild_cards: Number of places shared with the divisions in `elsewhere`.
        by_rank: Whether wild cards are ranked by games over .500 first.
    """

    over: Mapping[int, int]
    left: Mapping[Pair, int]
    places: int
    meetings: tuple[SeriesTally, ...] = ()
    tie_steps: tuple[str, ...] = ()
    wild_cards: int = 0
    by_rank: bool = True
    elsewhere: tuple["Race", ...] = ()

    def games_left(self, team: int) -> int:
        return sum(games for pair, games in self.left.items() if team in pair)

    def most(self, team: int) -> int:
        return self.over[team] + self.games_left(team)

    def least(self, team: int) -> int:
        return self.over[team] - self.games_left(team)


def race_from(
    over: Mapping[int, int],
    scheduled: Mapping[Pair, int],
    played: Mapping[Pair, int],
    places: int,
    *,
    meetings: Sequence[SeriesTally] = (),
    tie_steps: Sequence[str] = (),
) -> Race:
    """Return a division's race, based on games scheduled and games played by pair."""
    left = {pair: games - played.get(pair, 0) for pair, games in scheduled.items() if games > played.get(pair, 0)}
    return Race(over, left, places, tuple(meetings), tuple(tie_steps))
