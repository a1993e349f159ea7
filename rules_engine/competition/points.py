"""Season points for tournaments: wins, games over .500, playoff wins, and a bonus for the finalists.

A schedule of more than 28 games is scaled down to 28, and a champion's playoff wins to 7 if there are more. Shorter
tournaments aren't scaled. A club can set different numbers. The published ones are the default.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple


class PointsFormula(NamedTuple):
    """The numbers in the formula.

    Attributes:
        win: Points for a win.
        over_500: Points for each game over .500.
        playoff_win: Points for a playoff win.
        champion: The champion's points per entrant.
        runner_up: The runner-up's points per entrant.
        norm_games: Longer schedules are scaled down to this many games.
        norm_playoff_wins: Longer playoffs are scaled down to this many wins by the champion.
        best: Number of tournaments that count in a year.
        regionals: Number of Regionals that count in addition.
        least_face_to_face: Minimum number of the counting tournaments played face to face.
    """

    win: Fraction = Fraction(1)
    over_500: Fraction = Fraction(1)
    playoff_win: Fraction = Fraction(2)
    champion: Fraction = Fraction(1)
    runner_up: Fraction = Fraction(1, 3)
    norm_games: int = 28
    norm_playoff_wins: int = 7
    best: int = 3
    regionals: int = 1
    least_face_to_face: int = 2


PUBLISHED: Final = PointsFormula()


class Finish(NamedTuple):
    """A team's results in a tournament.

    Attributes:
        games: Number of scheduled games.
        playoff_wins: Playoff wins, including those from a bye.
        champions_wins: Playoff wins needed by a champion.
        place: 1 for the champion, 2 for the runner-up, otherwise 0.
    """

    wins: int
    losses: int
    games: int
    playoff_wins: int
    champions_wins: int
    place: int
    entrants: int


def season_points(finish: Finish, formula: PointsFormula = PUBLISHED) -> Fraction:
    """Return a team's season points.

    By the published formula, a win is worth one point, each game over .500 another, and a playoff win two. The winner
    gets a point per entrant, and the runner-up a third of that. Games below .500 cost nothing.
    """
    regular = formula.win * finish.wins + formula.over_500 * max(0, finish.wins - finish.losses)
    playoffs = formula.playoff_win * finish.playoff_wins
    regular_share = _share(formula.norm_games, finish.games)
    playoff_share = _share(formula.norm_playoff_wins, finish.champions_wins)
    return regular * regular_share + playoffs * playoff_share + _bonus(finish, formula)


def _share(norm: int, number: int) -> Fraction:
    """Return the factor that scales a number above the norm down to it."""
    return Fraction(norm, max(norm, number, 1))


def _bonus(finish: Finish, formula: PointsFormula) -> Fraction:
    if finish.place == 1:
        return formula.champion * finish.entrants
    return formula.runner_up * finish.entrants if finish.place == 2 else Fraction(0)


class SeasonResult(NamedTuple):
    """One person's points in one tournament of a year."""

    points: Fraction
    is_regional: bool = False
    is_face_to_face: bool = True


def counted_results(results: Sequence[SeasonResult], formula: PointsFormula = PUBLISHED) -> list[int]:
    """Return the indexes, in order, of the results that count for a year. They are the choice with the most points.

    By the published formula, the best three tournaments count, plus the best Regional. At least two of
    the four must be played face to face, so at most two online tournaments count.
    """
    if len(results) <= formula.best and all(result.is_face_to_face for result in results):
        return list(range(len(results)))
    most_online = max(0, formula.best + formula.regionals - formula.least_face_to_face)
    ranked = sorted(range(len(results)), key=lambda place: (-results[place].points, place))
    at_table = [place for place in ranked if results[place].is_face_to_face]
    online_regionals = [place for place in ranked if _is_online(results[place], is_regional=True)]
    online_others = [place for place in ranked if _is_online(results[place], is_regional=False)]
    choices = []
    for regionals in range(min(most_online, len(online_regionals)) + 1):
        for number in range(min(most_online - regionals, len(online_others)) + 1):
            candidates = [*at_table, *online_regionals[:regionals], *online_others[:number]]
            choices.append(_choose(results, candidates, formula))
    return sorted(max(choices, key=lambda places: sum(results[place].points for place in places)))


def _is_online(result: SeasonResult, *, is_regional: bool) -> bool:
    return not result.is_face_to_face and result.is_regional == is_regional


def _choose(results: Sequence[SeasonResult], candidates: Iterable[int], formula: PointsFormula) -> list[int]:
    """Return the best candidates, and the best Regionals among the others.

    Other tournaments can't fill a Regional's place, so the Regionals fill their own places first.
    """
    ranked = sorted(candidates, key=lambda place: (-results[place].points, place))
    regionals = [place for place in ranked if results[place].is_regional][: formula.regionals]
    best = [place for place in ranked if place not in regionals][: formula.best]
    return [*regionals, *best]
