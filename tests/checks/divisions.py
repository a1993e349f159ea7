"""Compare random divisions, with ties, dropped teams and unfinished games, with reference programs that share no code.

Check the teams that advance, their order, clinched and eliminated teams, the wins still needed, and the games that
matter.

Run by hand: python -m tests.checks.divisions 5000
"""

import random
import sys
from dataclasses import replace
from itertools import combinations
from typing import Any

from rules_engine.competition.elimination import Race, chance, game_matters, wins_that_suffice
from tests.rules_engine.competition.test_elimination import enough_by_brute_force, fate_by_brute_force
from tests.rules_engine.competition.test_tiebreaks_independently import (
    Dice,
    Second,
    places_that_cut_a_tie,
    play_out,
    random_division,
)


def differences(seed: int) -> list[str]:
    return [f"seed {seed}, {line}" for line in (*_of_the_order(seed), *_of_the_race(seed))]


def _of_the_order(seed: int) -> list[str]:
    luck, dice = random.Random(f"order {seed}"), Dice(f"order {seed}")
    teams, games = random_division(luck)
    if len(teams) > 3 and luck.random() < 0.3:  # dropped out, with all games thrown out
        dropped = teams.pop()
        games = [game for game in games if dropped not in game[:2]]
    games = [game for game in games if luck.random() > 0.03]  # suspended and never finished
    second = Second(teams, games, dice)
    places = places_that_cut_a_tie(second, luck)
    ours, theirs = list(play_out(teams, games, places, dice, luck).seeds), second.advance(places)
    return [f"{places} places: the program says {ours}, the second {theirs}"] if ours != theirs else []


def _of_the_race(seed: int) -> list[str]:
    race = _random_race(random.Random(f"race {seed}"))
    chances = [(team, chance(race, team).fate, wins_that_suffice(race, team)) for team in race.over]
    wrong = [
        f"{race}, team {team}: the program says {fate}, {wins} wins"
        for team, fate, wins in chances
        if fate != fate_by_brute_force(race, team)
        or (len(race.over) > race.places and wins != enough_by_brute_force(race, team))
    ]
    names = {team: f"Club {team}" for team in race.over}
    unplayed = [sorted(pair) for pair in race.left if not game_matters(race, *sorted(pair), names)]
    return wrong + [f"{race}: {pair} is said not to matter" for pair in unplayed if _may_matter(race, pair)]


def _random_race(luck: random.Random) -> Race:
    teams = range(luck.randint(2, 5))
    left: dict[frozenset[int], int] = {}
    for pair in luck.choices([frozenset(pair) for pair in combinations(teams, 2)], k=luck.randint(0, 6)):
        left[pair] = left.get(pair, 0) + 1
    over = {team: luck.randint(-4, 4) for team in teams}
    return Race(over, left, luck.randint(1, len(teams)))


def _may_matter(race: Race, pair: list[int]) -> bool:
    """Return whether this game affects any team's status over all outcomes."""
    played: set[Any] = set()
    for won in (1, -1):
        over = {**race.over, pair[0]: race.over[pair[0]] + won, pair[1]: race.over[pair[1]] - won}
        left = {pair_left: games - (pair_left == frozenset(pair)) for pair_left, games in race.left.items()}
        after = replace(race, over=over, left=left)
        played.add(tuple(fate_by_brute_force(after, team) for team in race.over))
    return len(played) > 1


def main(arguments: list[str]) -> int:
    trials = int(arguments[0]) if arguments else 5_000
    different = [line for seed in range(trials) for line in differences(seed)]
    sys.stdout.write("".join(f"{line}\n" for line in different[:10]))
    sys.stdout.write(f"{trials} divisions, {len(different)} differences\n")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
