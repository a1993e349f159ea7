"""Season points of a tournament: wins, games over .500, playoff wins, and a bonus for the finalists.

A schedule of more than 28 games is scaled down to 28, and more than 7 playoff wins of a champion to 7. Shorter
tournaments are not scaled.
"""

from fractions import Fraction
from typing import Final, NamedTuple

NORM_GAMES: Final = 28
NORM_PLAYOFF_WINS: Final = 7
EACH_PLAYOFF_WIN: Final = 2


class Finish(NamedTuple):
    """A team's results in a tournament.

    Attributes:
        games: Games it was scheduled for.
        playoff_wins: Including those of a bye.
        champions_wins: Playoff wins that a champion needs.
        place: 1 for the champion, 2 for the runner-up, else 0.
    """

    wins: int
    losses: int
    games: int
    playoff_wins: int
    champions_wins: int
    place: int
    entrants: int


def season_points(finish: Finish) -> Fraction:
    """Return a team's season points.

    A win counts one point, each game over .500 another, and a playoff win two. The winner gets a point for every
    entrant, and the runner-up a third of that. Games below .500 cost nothing.
    """
    regular = finish.wins + max(0, finish.wins - finish.losses)
    playoffs = EACH_PLAYOFF_WIN * finish.playoff_wins
    scaled = regular * _share(NORM_GAMES, finish.games) + playoffs * _share(NORM_PLAYOFF_WINS, finish.champions_wins)
    return scaled + _bonus(finish)


def _share(norm: int, number: int) -> Fraction:
    """Return the factor that scales a number above the norm down to it."""
    return Fraction(norm, max(norm, number))


def _bonus(finish: Finish) -> Fraction:
    if finish.place == 1:
        return Fraction(finish.entrants)
    return Fraction(finish.entrants, 3) if finish.place == 2 else Fraction(0)
