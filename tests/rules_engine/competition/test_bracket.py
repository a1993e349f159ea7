"""Brackets and playoff series."""

import random

import pytest

from rules_engine.competition.bracket import (
    BestOf,
    BracketError,
    bracket,
    byes,
    champion,
    fill,
    length_in,
    round_name,
)


def play(teams, chooses):
    """Play the bracket. `chooses` picks the winner of a pair, with the better seed first."""
    winners, meetings = {}, {}
    while champion(fill(teams, winners)) is None:
        for pairing in fill(teams, winners):
            if pairing.ready:
                winners[pairing.number] = chooses(*pairing.teams)
                meetings[pairing.number] = (pairing.round, pairing.teams)
    return fill(teams, winners), meetings


@pytest.mark.parametrize("qualifiers", range(2, 40))
def test_every_qualifier_except_the_champion_loses_once(qualifiers):
    teams = random.Random(qualifiers).sample(range(100), qualifiers)
    pairings, meetings = play(teams, lambda team, opponent: random.Random(team * opponent).choice([team, opponent]))
    losers = [team for pairing in pairings for team in pairing.teams if team != pairing.winner]
    assert sorted([*losers, champion(pairings)]) == sorted(teams)
    assert len(meetings) == qualifiers - 1


@pytest.mark.parametrize("qualifiers", range(2, 40))
def test_top_seeds_get_byes_and_best_two_meet_last(qualifiers):
    free = byes(qualifiers)
    assert free == list(range(1, len(free) + 1))
    assert (qualifiers - len(free)) // 2 + len(free) == 1 << (qualifiers - 1).bit_length() - 1
    pairings, _ = play(range(1, qualifiers + 1), min)
    assert pairings[-1].teams == (1, 2)
    for pairing in pairings:
        left = 1 << pairing.round
        assert sum(pairing.teams) == 2 * ((1 << (qualifiers - 1).bit_length()) // left) + 1


def test_four_seeds_play_first_vs_fourth_and_second_vs_third():
    assert [pairing.teams for pairing in fill([7, 8, 9, 10], {})] == [(7, 10), (8, 9), (None, None)]


def test_top_seed_of_three_gets_a_bye():
    assert byes(3) == [1]
    assert [pairing.teams for pairing in fill([7, 8, 9], {1: 9})] == [(8, 9), (7, 9)]


def test_final_lists_the_better_seed_first_after_an_upset():
    pairings = fill([1, 2, 3, 4], {1: 4, 2: 3})
    assert pairings[-1].teams == (3, 4)
    assert pairings[-1].ready


@pytest.mark.parametrize(
    ("winners", "why"), [({3: 1}, "cannot have won"), ({1: 2}, "cannot have won"), ({9: 1}, "series 9 doesn.t exist")]
)
def test_rejects_impossible_results(winners, why):
    with pytest.raises(BracketError, match=why):
        fill([1, 2, 3, 4], winners)


def test_rejects_single_team_and_duplicate_team_brackets():
    with pytest.raises(BracketError, match="needs at least two"):
        bracket(1)
    with pytest.raises(BracketError, match="listed twice"):
        fill([1, 1], {})


def test_round_names_count_back_from_the_final():
    assert [round_name(number, 9) for number in (1, 2, 3, 4)] == ["Round 1", "Quarterfinals", "Semifinals", "Final"]
    assert [round_name(number, 3) for number in (1, 2)] == ["Semifinals", "Final"]


def test_series_lengths_count_back_from_the_final():
    assert [length_in(number, 8, (5, 7)) for number in (1, 2, 3)] == [5, 5, 7]
    assert length_in(1, 2, (5, 7)) == 7
    with pytest.raises(BracketError, match="odd"):
        length_in(1, 2, (4,))


@pytest.mark.parametrize(("length", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_best_of_series_needs_a_majority(length, needed):
    series = BestOf(length)
    for side in [1] * (needed - 1) + [0] * (needed - 1):
        series = series.after(side)
        assert series.winner is None
    assert (series.after(0).winner, series.after(1).winner) == (0, 1)
