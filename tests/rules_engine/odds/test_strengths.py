"""Team strengths based on games played."""

from random import Random

import pytest

from rules_engine.odds.strengths import Score, resampled, strengths_of


def won(first: int, games: int) -> list[Score]:
    return [Score(5, 2)] * first + [Score(1, 4)] * (games - first)


def chance(strengths: dict[int, float], first: int, second: int) -> float:
    return strengths[first] / (strengths[first] + strengths[second])


def test_two_team_strengths_match_their_record() -> None:
    assert chance(strengths_of([1, 2], {(1, 2): won(7000, 10000)}), 1, 2) == pytest.approx(0.7, abs=0.001)


def test_common_opponents_compare_teams_that_never_met() -> None:
    strengths = strengths_of([1, 2, 3], {(1, 2): won(6000, 9000), (2, 3): won(6000, 9000)})
    assert chance(strengths, 1, 3) == pytest.approx(0.8, abs=0.002)  # 2:1 times 2:1 is 4:1


def test_winless_team_still_has_a_chance_and_ties_count_half() -> None:
    assert 0 < chance(strengths_of([1, 2], {(1, 2): won(0, 30)}), 1, 2) < 0.1
    assert chance(strengths_of([1, 2], {(1, 2): [Score(3, 3)] * 40}), 1, 2) == pytest.approx(0.5)


def test_deserved_result_replaces_the_score_if_known() -> None:
    games = [Score(1, 4, 0.8), Score(2, 3, 0.6), Score(5, 1, 1.1), Score(2, 6, 0.3)] * 2500
    assert chance(strengths_of([1, 2], {(1, 2): games}), 1, 2) == pytest.approx(0.7, abs=0.001)


def test_resample_has_as_many_games_as_played() -> None:
    games = [Score(runs, 2) for runs in range(8)]
    drawn = resampled({(1, 2): games, (1, 3): []}, Random(4))
    assert list(drawn) == [(1, 2)]
    assert len(drawn[1, 2]) == 8
    assert set(drawn[1, 2]) <= set(games)
    assert drawn[1, 2] != games
