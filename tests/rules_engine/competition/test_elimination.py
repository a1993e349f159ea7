"""Mathematical chances, against every way the games left can end."""

import operator
import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from rules_engine.competition.elimination import (
    Fate,
    Race,
    chance,
    game_matters,
    race_from,
    seeding_matters,
    wins_that_suffice,
)
from rules_engine.competition.flow import most_shared

NAMES = {team: f"Club {team}" for team in range(8)}


def endings(race):
    games = [tuple(pair) for pair, count in race.left.items() for _ in range(count)]
    results = (1, 0, -1) if race.ties_possible else (1, -1)
    for outcome in product(results, repeat=len(games)):
        final = dict(race.over)
        for (one, other), result in zip(games, outcome, strict=True):
            final[one] += result
            final[other] -= result
        yield final


def fate_by_brute_force(race, team):
    possible, safe = False, True
    for final in endings(race):
        others = [over for other, over in final.items() if other != team]
        possible |= sum(over > final[team] for over in others) < race.places
        safe &= sum(over >= final[team] for over in others) < race.places
    return Fate.THROUGH if safe else Fate.OPEN if possible else Fate.OUT


@pytest.mark.parametrize("seed", range(120))
def test_every_verdict_is_right_over_all_endings(seed):
    luck = random.Random(seed)
    teams = range(luck.randint(2, 5))
    over = {team: luck.randint(-4, 4) for team in teams}
    pairs = [frozenset(pair) for pair in combinations(teams, 2)]
    left = {}
    for _ in range(luck.randint(0, 6)):
        pair = luck.choice(pairs)
        left[pair] = left.get(pair, 0) + 1
    race = Race(over, left, luck.randint(1, len(teams)), ties_possible=luck.random() < 0.5)
    for team in teams:
        found = chance(race, team)
        assert found.exact
        assert found.fate == fate_by_brute_force(race, team), (race, team)


def advances_with_wild_cards(divisions, own, team, wild_cards, ahead):
    """Whether the team has a place of its division or a wild card; `ahead`(other, mine) says who goes before it."""
    beyond = 0
    for number, (over, places) in enumerate(divisions):
        before = sum(ahead(value, divisions[own][0][team]) for other, value in over.items() if other != team)
        if number == own and before < places:
            return True
        beyond += max(0, before - places)
    return beyond < wild_cards


@pytest.mark.parametrize("seed", range(150))
def test_with_wild_cards_every_verdict_is_right_over_all_endings_of_all_divisions(seed):
    luck = random.Random(seed)
    count, wild_cards, first, races = luck.randint(1, 3), luck.randint(1, 3), 0, []
    for _ in range(count):
        teams = range(first, first := first + luck.randint(2, 4))
        left = {}
        for _ in range(luck.randint(0, 3 if count > 1 else 5)):
            pair = frozenset(luck.sample(teams, 2))
            left[pair] = left.get(pair, 0) + 1
        races.append(Race({team: luck.randint(-3, 3) for team in teams}, left, luck.randint(1, 2), luck.random() < 0.5))
    everywhere = list(product(*(list(endings(race)) for race in races)))
    for own, race in enumerate(races):
        elsewhere = tuple(other for other in races if other is not race)
        shared = replace(race, wild_cards=wild_cards, elsewhere=elsewhere)
        for team in race.over:
            possible, safe = False, True
            for finals in everywhere:
                divisions = [(final, other.places) for final, other in zip(finals, races, strict=True)]
                possible |= advances_with_wild_cards(divisions, own, team, wild_cards, operator.gt)
                safe &= advances_with_wild_cards(divisions, own, team, wild_cards, operator.ge)
            found = chance(shared, team)
            assert found.exact
            assert found.fate == (Fate.THROUGH if safe else Fate.OPEN if possible else Fate.OUT), (shared, team)


def enough_by_brute_force(race, team):
    """The fewest wins with which no ending leaves the team short; a game is won, lost or shared."""
    games = [tuple(pair) for pair, count in race.left.items() for _ in range(count)]
    short_with = -1
    for outcome in product((1, 0, -1) if race.ties_possible else (1, -1), repeat=len(games)):
        final, wins = dict(race.over), 0
        for (first, second), result in zip(games, outcome, strict=True):
            final[first] += result
            final[second] -= result
            wins += (first, result) == (team, 1) or (second, result) == (team, -1)
        above = sum(over >= final[team] for other, over in final.items() if other != team)
        short_with = max(short_with, wins) if above >= race.places else short_with
    return short_with + 1 if short_with < race.games_left(team) else None


@pytest.mark.parametrize("seed", range(80))
def test_the_magic_number_is_enough_in_every_ending_and_one_less_is_not(seed):
    luck = random.Random(seed)
    teams = range(luck.randint(2, 5))
    pairs = [frozenset(pair) for pair in combinations(teams, 2)]
    left = {}
    for _ in range(luck.randint(1, 6)):
        pair = luck.choice(pairs)
        left[pair] = left.get(pair, 0) + 1
    over = {team: luck.randint(-3, 3) for team in teams}
    race = Race(over, left, luck.randint(1, len(teams) - 1), ties_possible=luck.random() < 0.5)
    for team in teams:
        assert wins_that_suffice(race, team) == enough_by_brute_force(race, team), (race, team)


def test_team_that_can_catch_the_leader_but_not_both_who_still_meet_is_out():
    # 2 can reach +2; 0 and 1 stand at +2 and meet once more, so that one of them goes above
    race = Race({0: 2, 1: 2, 2: 0, 3: -4}, {frozenset((0, 1)): 1, frozenset((2, 3)): 2}, 1, ties_possible=False)
    assert chance(race, 2).fate is Fate.OUT
    assert chance(race, 2).reason == "at most +2, and 1 others finish above that whatever happens"
    tied = Race(race.over, race.left, 1, ties_possible=True)
    assert chance(tied, 2).fate is Fate.OPEN


def test_t33_0_game_of_one_through_and_one_out_does_not_matter():
    race = Race({0: 20, 1: 0, 2: 0, 3: -20}, {frozenset((0, 3)): 1, frozenset((1, 2)): 1}, 2)
    ruling = game_matters(race, 0, 3, NAMES)
    assert not ruling
    assert ruling.reason == (
        "it does not matter for advancement: Club 0 is through (at least +19, and fewer than 2 others can reach that) "
        "and Club 3 is out (at most \N{MINUS SIGN}19, and 2 others finish above that whatever happens)"
    )
    assert game_matters(race, 1, 2, NAMES)


@pytest.mark.parametrize("seed", range(40))
def test_t33_0_game_that_does_not_matter_changes_nobodys_fate_however_it_ends(seed):
    luck = random.Random(seed)
    over = {team: luck.randint(-5, 5) for team in range(4)}
    left = {frozenset((0, 1)): 1}
    for pair in combinations(range(4), 2):
        left[frozenset(pair)] = left.get(frozenset(pair), 0) + luck.randint(0, 1)
    race = Race(over, left, 2)
    if game_matters(race, 0, 1, NAMES):
        return
    rest = {pair: games - (pair == frozenset((0, 1))) for pair, games in left.items()}
    fates = []
    for result in (1, 0, -1):
        after = Race({**over, 0: over[0] + result, 1: over[1] - result}, rest, 2)
        fates.append({team: found.fate for team, found in ((team, chance(after, team)) for team in after.over)})
    assert fates[0] == fates[1] == fates[2]


def test_chances_of_fourteen_teams_late_in_the_round_robin_are_told_for_each():
    luck = random.Random(1)
    over = {team: luck.randint(-8, 8) for team in range(14)}
    left = {frozenset(pair): 2 for pair in combinations(range(14), 2) if luck.random() < 0.25}
    for places in (1, 2, 4):
        race = Race(over, left, places)
        found = {team: chance(race, team) for team in over}
        assert found.keys() == over.keys()
        assert sum(told.fate == Fate.THROUGH for told in found.values()) <= places


def test_games_left_are_the_schedule_less_what_was_played():
    pair = frozenset((1, 2))
    race = race_from({1: 1, 2: -1, 3: 0}, {pair: 3, frozenset((1, 3)): 3}, {pair: 3}, 1)
    assert race.left == {frozenset((1, 3)): 3}


def test_points_are_shared_as_far_as_there_is_room():
    one, two = frozenset((1, 2)), frozenset((2, 3))
    assert most_shared({one: 2, two: 2}, {1: 0, 2: 2, 3: 2}) == 4
    assert most_shared({one: 2, two: 2}, {2: 3}) == 3
    assert most_shared({}, {1: 5}) == 0


def ranks(final):
    """Who is above, level with and below whom, by games over .500."""
    return {(one, other): (final[one] > final[other]) - (final[one] < final[other]) for one in final for other in final}


@pytest.mark.parametrize("seed", range(60))
def test_t33_where_seeding_is_settled_no_ending_moves_either_team_past_or_level_with_anybody(seed):
    dice = random.Random(seed)
    over = {team: dice.randint(-12, 12) for team in range(4)}
    pairs = dice.sample(list(combinations(range(4), 2)), 3)
    race = Race(over, {frozenset(pair): dice.randint(1, 2) for pair in pairs}, 2)
    first, second = pairs[0]
    if seeding_matters(race, first, second, NAMES):
        return
    now = ranks(over)
    for final in endings(race):
        then = ranks(final)
        assert all(then[pair] == now[pair] != 0 for pair in now if {first, second} & {*pair} and pair[0] != pair[1])


def test_t33_seeding_is_settled_between_teams_far_from_all_others_and_else_not_proved():
    race = Race({0: 10, 1: 2, 2: -4, 3: -9}, {frozenset((0, 2)): 1}, 2)
    ruling = seeding_matters(race, 0, 2, NAMES)
    assert not ruling
    assert ruling.reason == "it does not matter for seeding: nobody can meet Club 0 and Club 2 any more, above or below"
    near = seeding_matters(Race({0: 2, 1: 1, 2: -4}, {frozenset((0, 2)): 1}, 2), 0, 2, NAMES)
    assert near
    assert "not proved" in near.reason
