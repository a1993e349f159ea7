"""Playoff brackets: pairings, byes for any number of qualifiers, and the champion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache


class BracketError(ValueError):
    """A bracket or result is impossible."""


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A side of a series: a seed from 1, or the winner of an earlier series. The other field is 0."""

    seed: int = 0
    winner_of: int = 0


@dataclass(frozen=True, slots=True)
class BracketSeries:
    """One series in the bracket, numbered from 1 in order of play. `upper` is the side of the better seed."""

    number: int
    round: int
    upper: BracketPlace
    lower: BracketPlace


@dataclass(frozen=True, slots=True)
class Pairing:
    """A series with its teams (None while undecided), better seed first, and its winner."""

    number: int
    round: int
    teams: tuple[int | None, int | None]
    winner: int | None

    @property
    def ready(self) -> bool:
        return self.winner is None and None not in self.teams


@dataclass(frozen=True, slots=True)
class BestOf:
    """The state of a playoff series. `winner` is 0 or 1 for the first or second team, or None."""

    length: int
    wins: tuple[int, int] = (0, 0)

    @property
    def needed(self) -> int:
        return self.length // 2 + 1

    @property
    def winner(self) -> int | None:
        return next((side for side in (0, 1) if self.wins[side] >= self.needed), None)

    def after(self, side: int) -> "BestOf":
        """Return the series after a further win by this side."""
        return BestOf(self.length, (self.wins[0] + (side == 0), self.wins[1] + (side == 1)))


@cache
def bracket(qualifiers: int) -> tuple[BracketSeries, ...]:
    """Return the bracket's series for this many qualifiers, in order of play.

    The best seeds get byes until the field is a power of two. Seeds 1 and 2 can meet only in the last series.
    """
    if qualifiers < 2:
        raise BracketError(f"{qualifiers} qualifiers: a bracket needs at least two")
    size = 1 << (qualifiers - 1).bit_length()
    field = [BracketPlace(seed=seed) if seed <= qualifiers else None for seed in _seed_order(size)]
    series: list[BracketSeries] = []
    number = 0
    while len(field) > 1:
        number += 1
        field = [_meet(series, number, field[place], field[place + 1]) for place in range(0, len(field), 2)]
    return tuple(series)


def byes(qualifiers: int) -> list[int]:
    """Return the seeds without a series in the first round."""
    playing: set[int] = set()
    for series in bracket(qualifiers):
        if series.round == 1:
            playing |= {series.upper.seed, series.lower.seed}
    return [seed for seed in range(1, qualifiers + 1) if seed not in playing]


def fill(teams: Sequence[int], winners: Mapping[int, int]) -> list[Pairing]:
    """Return the bracket with its teams.

    Args:
        teams: The qualifiers by seed.
        winners: The winning team by series number.

    Raises:
        BracketError: A winner isn't in the series, or the series' teams aren't known yet.
    """
    seed_of = {team: seed for seed, team in enumerate(teams, start=1)}
    if len(seed_of) != len(teams):
        raise BracketError("a team is listed twice among the qualifiers")
    series = bracket(len(teams))
    if unknown := set(winners) - {scheduled.number for scheduled in series}:
        raise BracketError(f"series {min(unknown)} doesn't exist")
    winner_by_series: dict[int, int] = {}
    pairings: list[Pairing] = []
    for scheduled in series:
        number = scheduled.number
        sides = [_team(place, teams, winner_by_series) for place in (scheduled.upper, scheduled.lower)]
        better, worse = sorted(sides, key=lambda team: seed_of[team] if team is not None else len(teams) + 1)
        winner = winners.get(number)
        if winner is not None and (winner not in sides or None in sides):
            raise BracketError(f"team {winner} cannot have won series {number}: its teams are {_listed(sides)}")
        if winner is not None:
            winner_by_series[number] = winner
        pairings.append(Pairing(number, scheduled.round, (better, worse), winner))
    return pairings


def champion(pairings: Sequence[Pairing]) -> int | None:
    return pairings[-1].winner


def rounds_of(qualifiers: int) -> int:
    return (qualifiers - 1).bit_length()


def round_name(number: int, qualifiers: int) -> str:
    """Return "Final", "Semifinals", "Quarterfinals" or the round number."""
    left = rounds_of(qualifiers) - number
    return ("Final", "Semifinals", "Quarterfinals")[left] if left < 3 else f"Round {number}"


def length_in(number: int, qualifiers: int, lengths: Sequence[int]) -> int:
    """Return the maximum number of games in a series of this round.

    `lengths` ends with the final: (5, 7) is 5, ..., 5, 7.
    """
    if bad := [length for length in lengths if length < 1 or length % 2 == 0]:
        raise BracketError(f"best of {bad[0]}: the number of games must be odd")
    if not lengths:
        raise BracketError("the format has no length for playoff series")
    left = rounds_of(qualifiers) - number
    return lengths[max(0, len(lengths) - 1 - left)]


def _seed_order(size: int) -> list[int]:
    """Return the seeds down the side of the bracket, such as 1 4 2 3. The best always meets the worst remaining."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, total - best)]
    return order


def _meet(
    series: list[BracketSeries], number: int, upper: BracketPlace | None, lower: BracketPlace | None
) -> BracketPlace | None:
    if upper is None or lower is None:
        return upper or lower
    series.append(BracketSeries(len(series) + 1, number, upper, lower))
    return BracketPlace(winner_of=len(series))


def _team(place: BracketPlace, teams: Sequence[int], winners: Mapping[int, int]) -> int | None:
    return teams[place.seed - 1] if place.seed else winners.get(place.winner_of)


def _listed(sides: Sequence[int | None]) -> str:
    return " and ".join("nobody yet" if team is None else f"team {team}" for team in sides)
