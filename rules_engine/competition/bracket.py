"""Best-of series in a bracket: who meets whom with byes for any number of qualifiers, until a champion is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache


class BracketError(ValueError):
    """A bracket or a result that cannot be; the message says why."""


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """Who takes a side of a series: a seed from 1, or the winner of an earlier series; the other is 0."""

    seed: int = 0
    winner_of: int = 0


@dataclass(frozen=True, slots=True)
class BracketSeries:
    """One series of the bracket, numbered from 1 in order of play; `upper` is the side of the better seed by right."""

    number: int
    round: int
    upper: BracketPlace
    lower: BracketPlace


@dataclass(frozen=True, slots=True)
class Pairing:
    """A series with what is known: teams (None while undecided), better seed first, and its winner."""

    number: int
    round: int
    teams: tuple[int | None, int | None]
    winner: int | None

    @property
    def ready(self) -> bool:
        """Both sides are known and the series has no winner yet."""
        return self.winner is None and None not in self.teams


@dataclass(frozen=True, slots=True)
class BestOf:
    """Where a best-of stands. `winner` is 0 or 1 for the first or second team, None while it goes on."""

    length: int
    wins: tuple[int, int] = (0, 0)

    @property
    def needed(self) -> int:
        return self.length // 2 + 1

    @property
    def winner(self) -> int | None:
        return next((side for side in (0, 1) if self.wins[side] >= self.needed), None)

    def after(self, side: int) -> "BestOf":
        """After one more game, won by this side."""
        return BestOf(self.length, (self.wins[0] + (side == 0), self.wins[1] + (side == 1)))


@cache
def bracket(qualifiers: int) -> tuple[BracketSeries, ...]:
    """The series of a bracket for this many qualifiers, in order of play.

    The best seeds have byes until the field is a power of two; 1 and 2 can meet only in the last series.
    """
    if qualifiers < 2:
        raise BracketError(f"{qualifiers} qualifiers: a bracket needs two")
    size = 1 << (qualifiers - 1).bit_length()
    field = [BracketPlace(seed=seed) if seed <= qualifiers else None for seed in _seed_order(size)]
    made: list[BracketSeries] = []
    number = 0
    while len(field) > 1:
        number += 1
        field = [_meet(made, number, field[at], field[at + 1]) for at in range(0, len(field), 2)]
    return tuple(made)


def byes(qualifiers: int) -> list[int]:
    """The seeds that have no series in the first round."""
    first = {
        place.seed for series in bracket(qualifiers) if series.round == 1 for place in (series.upper, series.lower)
    }
    return [seed for seed in range(1, qualifiers + 1) if seed not in first]


def fill(teams: Sequence[int], winners: Mapping[int, int]) -> list[Pairing]:
    """The bracket with teams in it. `teams` are the qualifiers by seed, `winners` series number -> team.

    Raises BracketError for a winner who is not in his series, or whose series is not known yet.
    """
    seed_of = {team: seed for seed, team in enumerate(teams, start=1)}
    if len(seed_of) != len(teams):
        raise BracketError("a team is named twice among the qualifiers")
    series = bracket(len(teams))
    if unknown := set(winners) - {one.number for one in series}:
        raise BracketError(f"there is no series {min(unknown)}")
    known: dict[int, int] = {}
    pairings = []
    for one in series:
        sides = [_team(place, teams, known) for place in (one.upper, one.lower)]
        ordered = sorted(sides, key=lambda team: seed_of[team] if team is not None else len(teams) + 1)
        winner = winners.get(one.number)
        if winner is not None and (winner not in sides or None in sides):
            raise BracketError(f"team {winner} cannot have won series {one.number}: {_listed(sides)} play it")
        if winner is not None:
            known[one.number] = winner
        pairings.append(Pairing(one.number, one.round, (ordered[0], ordered[1]), winner))
    return pairings


def champion(pairings: Sequence[Pairing]) -> int | None:
    """The winner of the last series."""
    return pairings[-1].winner


def rounds_of(qualifiers: int) -> int:
    return (qualifiers - 1).bit_length()


def round_name(number: int, qualifiers: int) -> str:
    """Final, semifinals, quarterfinals, or the number of the round."""
    left = rounds_of(qualifiers) - number
    return ("Final", "Semifinals", "Quarterfinals")[left] if left < 3 else f"Round {number}"


def length_in(number: int, qualifiers: int, lengths: Sequence[int]) -> int:
    """Games of a best-of in this round: `lengths` are read from the final backwards, (5, 7) is 5, 5, ..., 5, 7."""
    if bad := [length for length in lengths if length < 1 or length % 2 == 0]:
        raise BracketError(f"best of {bad[0]}: the number of games is odd")
    if not lengths:
        raise BracketError("the format names no length for the best-ofs")
    left = rounds_of(qualifiers) - number
    return lengths[max(0, len(lengths) - 1 - left)]


def _seed_order(size: int) -> list[int]:
    """Seeds down the side of the bracket, so that in every round the best left meets the worst: 1 4 2 3 for four."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, total - best)]
    return order


def _meet(
    made: list[BracketSeries], number: int, upper: BracketPlace | None, lower: BracketPlace | None
) -> BracketPlace | None:
    if upper is None or lower is None:
        return upper or lower
    made.append(BracketSeries(len(made) + 1, number, upper, lower))
    return BracketPlace(winner_of=len(made))


def _team(place: BracketPlace, teams: Sequence[int], known: Mapping[int, int]) -> int | None:
    return teams[place.seed - 1] if place.seed else known.get(place.winner_of)


def _listed(sides: Sequence[int | None]) -> str:
    return " and ".join("nobody yet" if team is None else f"team {team}" for team in sides)
