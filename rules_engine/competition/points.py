"""Season points of a tournament: wins, games over .500 and play-off wins of one norm, and the bonus of the finalists.

The field counts a weekend of 28 games and a champion of 7 play-off wins; a shorter or longer one is brought to that.
"""

from fractions import Fraction
from typing import Final, NamedTuple

NORM_GAMES: Final = 28
NORM_PLAYOFF_WINS: Final = 7
EACH_PLAYOFF_WIN: Final = 2


class Finish(NamedTuple):
    """What a team came to. `playoff_wins` with byes; `champions_wins`: what a champion needs; `place`: 1, 2 or 0."""

    wins: int
    losses: int
    games: int
    playoff_wins: int
    champions_wins: int
    place: int
    entrants: int


def season_points(finish: Finish) -> Fraction:
    """A point a win, one for every game over .500, two a play-off win; as many as entrants to the winner, a third to
    the runner-up. Nobody loses points for games below .500."""
    played = Fraction(NORM_GAMES, finish.games) if finish.games else Fraction(0)
    won = Fraction(NORM_PLAYOFF_WINS, finish.champions_wins) if finish.champions_wins else Fraction(0)
    regular = (finish.wins + max(0, finish.wins - finish.losses)) * played
    return regular + EACH_PLAYOFF_WIN * finish.playoff_wins * won + _bonus(finish)


def _bonus(finish: Finish) -> Fraction:
    if finish.place == 1:
        return Fraction(finish.entrants)
    return Fraction(finish.entrants, 3) if finish.place == 2 else Fraction(0)
