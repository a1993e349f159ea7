"""Mathematical chances, checked against every possible outcome of the remaining games."""

import operator
import random
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

import pytest

from rules_engine.competition.elimination import (
    Fate,
    chance,
    game_matters,
    seeding_matters,
    wins_that_suffice,
)
from rules_engine.competition.race import Race, race_from
from rules_engine.competition.sharing import can_share
from rules_engine.competition.standings import SeriesTally

NAMES = {team: f"Club {team}" for team in range(8)}
IN, OUT, OPEN = "in", "out", "open"


class PlayedGame(NamedTuple):
    """A played game. `result` is +1 if the first team won, -1 if the second team won, and 0 for a tie."""

    first: int
    second: int
    result: int


def endings(race):
    """Return each outcome's games over .500, with its games."""
    games = [tuple(sorted(pair)) for pair, count in race.left.items() for _ in range(count)]
    for results in product((1, -1), repeat=len(games)):
        played = [PlayedGame(*pair, result) for pair, result in zip(games, results, strict=True)]
        final = dict(race.over)
        for first, second, result in played:
            final[first] += result
            final[second] -= result
        yield final, played


def past_games(race):
    for home, away, home_wins, away_wins, ties, *_ in race.meetings:
        for result, count in ((1, home_wins), (-1, away_wins), (0, ties)):
            yield from [PlayedGame(home, away, result)] * count


def head_to_head(group, games):
    """Return wins minus losses among these teams, or None if they have not all met equally often."""
    met = dict.fromkeys(map(frozenset, combinations(group, 2)), 0)
    ahead = dict.fromkeys(group, 0)
    for first, second, result in games:
        if first in ahead and second in ahead:
            met[frozenset((first, second))] += 1
            ahead[first] += result
            ahead[second] -= result
    return ahead if len(set(met.values())) == 1 and any(met.values()) else None


def sort_out(group, places, games, by_head_to_head):
    """Sort tied teams into in, out and undecided, based on the printed process and without the program's code."""
    if places <= 0 or len(group) <= places:
        return dict.fromkeys(group, IN if places > 0 else OUT)
    ahead = head_to_head(group, games) if by_head_to_head else None
    if ahead is None:
        return dict.fromkeys(group, OPEN)
    sure = [team for team in group if sum(ahead[rival] >= ahead[team] for rival in group) <= places]
    eliminated = [team for team in group if sum(ahead[rival] > ahead[team] for rival in group) >= places]
    rest = [team for team in group if team not in (*sure, *eliminated)]
    if not sure and not eliminated:
        return dict.fromkeys(group, OPEN)
    rest_sorted = sort_out(rest, places - len(sure), games, by_head_to_head)
    return {**dict.fromkeys(sure, IN), **dict.fromkeys(eliminated, OUT), **rest_sorted}


def verdicts(race, final, games):
    chances_by_team, places = {}, race.places
    for value in sorted(set(final.values()), reverse=True):
        group = [team for team in final if final[team] == value]
        chances_by_team |= sort_out(group, places, games, race.tie_steps[:1] == ("head_to_head",))
        places -= len(group)
    return chances_by_team


def by_brute_force(race):
    """Return every team's status and the fewest wins that qualify it in every outcome."""
    seen = {team: set() for team in race.over}
    short_with = dict.fromkeys(race.over, -1)
    past = list(past_games(race))
    for final, played in endings(race):
        for team, verdict in verdicts(race, final, [*past, *played]).items():
            seen[team].add(verdict)
            if verdict != IN:
                wins = sum((game.first, game.result) == (team, 1) for game in played)
                wins += sum((game.second, game.result) == (team, -1) for game in played)
                short_with[team] = max(short_with[team], wins)
    fates = {frozenset((IN,)): Fate.THROUGH, frozenset((OUT,)): Fate.OUT}
    return {
        team: (
            fates.get(frozenset(seen[team]), Fate.OPEN),
            short_with[team] + 1 if short_with[team] < race.games_left(team) else None,
        )
        for team in race.over
    }


def fate_by_brute_force(race, team):
    return by_brute_force(race)[team][0]


def enough_by_brute_force(race, team):
    return by_brute_force(race)[team][1]


def random_race(luck):
    """Return two to six teams that have met, equally often or not, with up to eight games left."""
    teams = range(luck.randint(2, 6))
    length, budget, share = luck.randint(1, 3), luck.randint(1, 8), luck.choice((0.25, 0.6))
    over, left, meetings = dict.fromkeys(teams, luck.randint(-1, 1)), {}, []
    for pair in luck.sample(list(combinations(teams, 2)), len(teams) * (len(teams) - 1) // 2):
        results = []
        for _ in range(length if luck.random() < 0.9 else luck.randint(0, 4)):
            if budget and luck.random() < share:
                left[frozenset(pair)] = left.get(frozenset(pair), 0) + 1
                budget -= 1
            else:
                results.append(luck.choice((1, -1, 1, -1, 1, -1, 0)))
        meetings.append(SeriesTally(*pair, results.count(1), results.count(-1), results.count(0), 0, 0))
        over[pair[0]] += sum(results)
        over[pair[1]] -= sum(results)
    steps = luck.choice((("head_to_head", "playoff_game", "d20"), ("playoff_game", "head_to_head")))
    return Race(over, left, luck.randint(1, len(teams)), tuple(meetings), steps)


@pytest.mark.parametrize("seeds", [range(start, start + 150) for start in range(0, 1500, 150)], ids=str)
def test_fates_and_magic_numbers_match_brute_force(seeds):
    for seed in seeds:
        race = random_race(random.Random(seed))
        expected = by_brute_force(race)
        for team in race.over:
            outlook = chance(race, team)
            assert outlook.exact, (seed, team)
            assert outlook.fate is expected[team][0], (seed, race, team)
            if len(race.over) > race.places:
                assert wins_that_suffice(race, team) == expected[team][1], (seed, race, team)


def test_team_that_can_only_tie_a_head_to_head_winner_is_eliminated():
    """Team 2 can tie team 1, which won their series, but can't pass it."""
    lost = SeriesTally(1, 2, 2, 1, 0, 0, 0)
    race = Race({0: 9, 1: 4, 2: 2}, {frozenset((2, 3)): 2}, 2, (lost,), ("head_to_head", "playoff_game"))
    outlook = chance(race, 2)
    assert (outlook.fate, outlook.reason) == (Fate.OUT, "at most +4, and it loses every head-to-head tie there")
    assert chance(race, 1).reason == "at least +4, and it wins every head-to-head tie there"
    assert chance(replace(race, tie_steps=("playoff_game",)), 2).fate is Fate.OPEN


def advances_with_wild_cards(divisions, own, team, wild_cards, ahead):
    """Return whether the team wins a division spot or a wild card.

    `ahead(other, mine)` decides which record is better.
    """
    beyond = 0
    for number, (over, places) in enumerate(divisions):
        before = sum(ahead(value, divisions[own][0][team]) for rival, value in over.items() if rival != team)
        if number == own and before < places:
            return True
        beyond += max(0, before - places)
    return beyond < wild_cards


@pytest.mark.parametrize("seed", range(150))
def test_wild_card_verdicts_match_brute_force(seed):
    luck = random.Random(seed)
    count, wild_cards, first, races = luck.randint(1, 3), luck.randint(1, 3), 0, []
    for _ in range(count):
        teams = range(first, first := first + luck.randint(2, 4))
        left = {}
        for _ in range(luck.randint(0, 3 if count > 1 else 5)):
            pair = frozenset(luck.sample(teams, 2))
            left[pair] = left.get(pair, 0) + 1
        races.append(Race({team: luck.randint(-3, 3) for team in teams}, left, luck.randint(1, 2)))
    everywhere = list(product(*([final for final, _ in endings(race)] for race in races)))
    for own, race in enumerate(races):
        elsewhere = tuple(race_elsewhere for race_elsewhere in races if race_elsewhere is not race)
        shared = replace(race, wild_cards=wild_cards, elsewhere=elsewhere)
        for team in race.over:
            possible, safe = False, True
            for finals in everywhere:
                divisions = [(final, race_of_group.places) for final, race_of_group in zip(finals, races, strict=True)]
                possible |= advances_with_wild_cards(divisions, own, team, wild_cards, operator.gt)
                safe &= advances_with_wild_cards(divisions, own, team, wild_cards, operator.ge)
            outlook = chance(shared, team)
            assert outlook.exact
            assert outlook.fate == (Fate.THROUGH if safe else Fate.OPEN if possible else Fate.OUT), (shared, team)


def test_team_that_cannot_catch_both_remaining_rivals_is_eliminated():
    # 2 can reach +2; 0 and 1 are at +2 and meet once more, so one of them will finish higher
    race = Race({0: 2, 1: 2, 2: 0, 3: -4}, {frozenset((0, 1)): 1, frozenset((2, 3)): 2}, 1)
    assert chance(race, 2).fate is Fate.OUT
    assert chance(race, 2).reason == "at most +2, and 1 other team will finish above that"


def test_t33_0_game_between_advancing_and_eliminated_teams_does_not_matter():
    race = Race({0: 20, 1: 0, 2: 0, 3: -20}, {frozenset((0, 3)): 1, frozenset((1, 2)): 1}, 2)
    ruling = game_matters(race, 0, 3, NAMES)
    assert not ruling
    assert ruling.reason == (
        "it doesn't affect who advances: Club 0 is through (at least +19, and fewer than 2 others can reach that) "
        "and Club 3 is out (at most \N{MINUS SIGN}19, and 2 other teams will finish above that)"
    )
    assert game_matters(race, 1, 2, NAMES)


@pytest.mark.parametrize("seed", range(40))
def test_t33_0_meaningless_game_changes_no_teams_fate(seed):
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
        fates.append({team: outlook.fate for team, outlook in ((team, chance(after, team)) for team in after.over)})
    assert fates[0] == fates[1] == fates[2]


def test_every_team_in_a_late_fourteen_team_race_has_an_outlook():
    luck = random.Random(1)
    over = {team: luck.randint(-8, 8) for team in range(14)}
    left = {frozenset(pair): 2 for pair in combinations(range(14), 2) if luck.random() < 0.25}
    for places in (1, 2, 4):
        race = Race(over, left, places)
        outlooks = {team: chance(race, team) for team in over}
        assert outlooks.keys() == over.keys()
        assert sum(outlook.fate == Fate.THROUGH for outlook in outlooks.values()) <= places


def test_games_left_are_scheduled_minus_played():
    pair = frozenset((1, 2))
    race = race_from({1: 1, 2: -1, 3: 0}, {pair: 3, frozenset((1, 3)): 3}, {pair: 3}, 1)
    assert race.left == {frozenset((1, 3)): 3}


def test_can_share_respects_every_teams_bounds():
    games = {frozenset((1, 2)): 2, frozenset((2, 3)): 2}
    assert can_share(games, {1: (0, 0), 2: (0, 2), 3: (2, 2)})
    assert not can_share(games, {2: (0, 3), 1: (0, 0), 3: (0, 0)})
    assert not can_share(games, {1: (2, 2), 2: (3, 4)})
    assert not can_share({}, {1: (1, 5)})


def ranks(final):
    """Return the teams above, tied with and below each team, by games over .500."""
    return {
        (team, rival): (final[team] > final[rival]) - (final[team] < final[rival]) for team in final for rival in final
    }


@pytest.mark.parametrize("seed", range(60))
def test_t33_settled_seeding_survives_every_ending(seed):
    dice = random.Random(seed)
    over = {team: dice.randint(-12, 12) for team in range(4)}
    pairs = dice.sample(list(combinations(range(4), 2)), 3)
    race = Race(over, {frozenset(pair): dice.randint(1, 2) for pair in pairs}, 2)
    first, second = pairs[0]
    if seeding_matters(race, first, second, NAMES):
        return
    now = ranks(over)
    for final, _ in endings(race):
        ranked = ranks(final)
        assert all(ranked[pair] == now[pair] != 0 for pair in now if {first, second} & {*pair} and pair[0] != pair[1])


def test_t33_seeding_is_settled_only_for_teams_out_of_reach():
    race = Race({0: 10, 1: 2, 2: -4, 3: -9}, {frozenset((0, 2)): 1}, 2)
    ruling = seeding_matters(race, 0, 2, NAMES)
    assert not ruling
    assert ruling.reason == "it doesn't affect seeding: no other team can tie or pass Club 0 and Club 2, or be passed"
    near = seeding_matters(Race({0: 2, 1: 1, 2: -4}, {frozenset((0, 2)): 1}, 2), 0, 2, NAMES)
    assert near
    assert "may affect" in near.reason
