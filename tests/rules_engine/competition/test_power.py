"""Power rounds."""

import random
from itertools import combinations

import pytest

from rules_engine.competition.power import PowerError, power_round


def test_first_plays_second_and_third_plays_fourth():
    assert power_round([5, 3, 8, 1], rounds=2).pairs == ((5, 3), (8, 1))


NEIGHBORS = ((1, 2), (3, 4), (5, 6), (7, 8))
CROSSED = ((1, 4), (2, 3), (5, 6), (7, 8))
ROUNDS = [(number, rounds, advancing) for advancing in range(1, 5) for rounds in range(1, 6) for number in range(1, 6)]


@pytest.mark.parametrize(("number", "rounds", "advancing"), [case for case in ROUNDS if case[0] <= case[1]])
def test_top_four_cross_in_the_only_or_fourth_power_round_if_two_advance(number, rounds, advancing):
    made_round = power_round(range(1, 9), number=number, rounds=rounds, advancing=advancing)
    crosses = advancing == 2 and (number, rounds) in {(1, 1), (4, 4), (4, 5)}
    assert made_round.pairs == (CROSSED if crosses else NEIGHBORS)


def test_crossed_top_four_avoid_rematches_with_the_nearest_lower_team():
    crossed = {"rounds": 1, "advancing": 2}
    assert power_round(range(1, 7), met=[frozenset((1, 4))], **crossed).pairs == ((1, 5), (2, 3), (4, 6))
    assert power_round(range(1, 7), met=[frozenset((2, 3))], **crossed).pairs == ((1, 4), (2, 5), (3, 6))


def test_no_rematches_unless_both_are_eliminated_or_in_the_fourth_round():
    met = [frozenset((1, 2)), frozenset((7, 8))]
    assert power_round(range(1, 9), met=met, number=2, rounds=2).pairs == ((1, 3), (2, 4), (5, 7), (6, 8))
    out = power_round(range(1, 9), met=met, number=2, rounds=2, eliminated=[7, 8])
    assert out.pairs == ((1, 3), (2, 4), (5, 6), (7, 8))
    assert power_round(range(1, 9), met=met, number=4, rounds=4).pairs[0] == (1, 2)


def test_lowest_team_without_a_bye_sits_out_an_odd_division():
    assert power_round([1, 2, 3, 4, 5]).bye == 5
    assert power_round([1, 2, 3, 4, 5], byes=[5]).bye == 4
    assert power_round([1, 2, 3, 4, 5], byes=[5]).pairs == ((1, 2), (3, 5))


def test_bye_goes_to_lowest_team_with_fewest_byes_that_allows_pairings():
    assert power_round([1, 2, 3, 4, 5], byes=[1, 2, 3, 5, 5]).bye == 4
    met = [frozenset(pair) for pair in combinations(range(1, 6), 2) if pair not in {(1, 5), (2, 4)}]
    made_round = power_round([1, 2, 3, 4, 5], met=met, byes=[3])
    assert (made_round.bye, made_round.pairs) == (3, ((1, 5), (2, 4)))


def test_power_rounds_avoid_repeats_after_a_full_round_robin():
    once = [frozenset(pair) for pair in combinations(range(1, 5), 2)]
    first = power_round([1, 2, 3, 4], met=once, rounds=2)
    assert first.pairs == ((1, 2), (3, 4))
    second = power_round([1, 2, 3, 4], met=[*once, *map(frozenset, first.pairs)], rounds=2, number=2)
    assert second.pairs == ((1, 3), (2, 4))


def test_impossible_pairing_raises():
    met = [frozenset((team, opponent)) for team in (1, 2) for opponent in (3, 4, 5, 6)] + [frozenset((1, 2))]
    with pytest.raises(PowerError, match="no pairing without a rematch"):
        power_round([1, 2, 3, 4, 5, 6], met=met)


@pytest.mark.parametrize("seed", range(30))
def test_finds_a_pairing_without_rematches_if_possible(seed):
    luck = random.Random(seed)
    teams = list(range(8))
    met = [frozenset(pair) for pair in combinations(teams, 2) if luck.random() < 0.7]

    def exists(left):
        if not left:
            return True
        first, *rest = left
        return any(
            frozenset((first, opponent)) not in met and exists([team for team in rest if team != opponent])
            for opponent in rest
        )

    try:
        made_round = power_round(teams, met=met, rounds=3)
    except PowerError:
        assert not exists(teams)
    else:
        assert exists(teams)
        assert sorted(team for pair in made_round.pairs for team in pair) == teams
        assert not {frozenset(pair) for pair in made_round.pairs} & set(met)
