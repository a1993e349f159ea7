"""Season points, scaled down to 28 games and 7 playoff wins, never up."""

from fractions import Fraction

import pytest

from rules_engine.competition.points import PUBLISHED, Finish, SeasonResult, counted_results, season_points


@pytest.mark.parametrize(
    ("finish", "points"),
    [
        (Finish(18, 10, 28, 7, 7, 1, 12), 18 + 8 + 14 + 12),
        (Finish(16, 12, 28, 4, 7, 2, 12), 16 + 4 + 8 + 4),
        (Finish(9, 19, 28, 0, 7, 0, 12), 9),
        (Finish(10, 4, 14, 0, 3, 0, 8), 16),
        (Finish(7, 7, 14, 0, 3, 0, 8), 7),
        (Finish(8, 6, 14, 3, 3, 1, 8), 10 + 6 + 8),
        (Finish(32, 24, 56, 0, 7, 0, 12), Fraction(32 + 8, 2)),
        (Finish(15, 13, 28, 10, 10, 1, 12), 15 + 2 + 2 * 7 + 12),
        (Finish(0, 0, 0, 0, 0, 0, 8), 0),
    ],
)
def test_season_points_count_wins_over_500_playoff_wins_and_bonus(finish, points):
    assert season_points(finish) == points


def test_formula_accepts_other_numbers() -> None:
    formula = PUBLISHED._replace(win=Fraction(2), over_500=Fraction(0), playoff_win=Fraction(1), norm_games=14)
    assert season_points(Finish(20, 8, 28, 7, 7, 0, 12), formula) == Fraction(40, 2) + 7


FACE, ONLINE, REGIONAL = (False, True), (False, False), (True, True)


@pytest.mark.parametrize(
    ("results", "counted"),
    [
        ([], []),
        ([(5, FACE)], [5]),
        ([(9, FACE), (8, FACE), (7, FACE), (6, FACE)], [9, 8, 7]),
        ([(9, FACE), (8, FACE), (7, FACE), (1, REGIONAL)], [9, 8, 7, 1]),
        ([(9, REGIONAL), (8, REGIONAL), (7, FACE), (6, FACE), (5, FACE)], [9, 8, 7, 6]),
        ([(9, ONLINE), (8, ONLINE), (7, ONLINE)], [9, 8]),
        ([(9, ONLINE), (8, ONLINE), (7, ONLINE), (2, FACE)], [9, 8, 2]),
        # an online Regional replaces a better online tournament that is not among the top three
        ([(20, FACE), (19, FACE), (18, FACE), (10, ONLINE), (9, ONLINE), (5, (True, False))], [20, 19, 18, 5]),
    ],
)
def test_best_three_and_a_regional_count_but_only_two_online(results, counted):
    season = [SeasonResult(Fraction(points), *facts) for points, facts in results]
    assert [int(season[place].points) for place in counted_results(season)] == counted
