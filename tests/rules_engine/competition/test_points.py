"""Season points, scaled down to 28 games and 7 playoff wins, never up."""

from fractions import Fraction

import pytest

from rules_engine.competition.points import Finish, season_points


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
def test_wins_over_500_playoff_wins_and_bonus(finish, points):
    assert season_points(finish) == points
