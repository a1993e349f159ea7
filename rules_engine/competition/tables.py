"""Table numbers for a round robin: no table twice in a round, and visits as even as possible.

With N teams and N/2 tables, each team should play at each table once or twice. The circle method alone does that for an
odd number of teams. With an even number, one team never moves around the circle, so it trades tables with one other
pairing in each round (Haselgrove and Leech). If N - 1 is a multiple of three, clashes remain. A short deterministic
search removes all of them for 10 teams, and most from 16 teams on, where a few teams play at a table three times. Four
teams can't have even visits at all.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

Pairing = tuple[int, int]
Tables = tuple[Pairing, ...]

_SEARCH_STEPS = 40_000  # shared out by number of teams, because each step costs more in larger divisions
_MOST_VISITS = 2


@cache
def circle_rounds(teams: int) -> tuple[Tables, ...]:
    """Return every round of a single round robin for teams 0 to N-1. A pairing's place in its round is its table.

    The first team in a pairing is home. No team has more than one extra home series. If N is odd, one team
    is missing from each round because it's on bye.
    """
    if teams % 2:
        return tuple(tuple(_circle(teams, turn, (teams - 1) // 2)) for turn in range(teams))
    return _evened(teams, [_with_pivot(teams, turn) for turn in range(teams - 1)])


def visits(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """Count how often each (team, table) combination occurs."""
    return Counter((team, table) for tables in rounds for table, pairing in enumerate(tables) for team in pairing)


def _circle(size: int, turn: int, folds: int) -> list[Pairing]:
    """Return the folded circle: team turn+i meets turn-i.

    Home alternates with i to avoid long homestands and road trips.
    """
    pairs = [((turn + fold) % size, (turn - fold) % size) for fold in range(1, folds + 1)]
    return [pair if fold % 2 else pair[::-1] for fold, pair in enumerate(pairs)]


def _with_pivot(teams: int, turn: int) -> list[Pairing]:
    size = teams - 1
    pivot = (size, turn) if turn % 2 else (turn, size)
    tables = [pivot, *_circle(size, turn, teams // 2 - 1)]
    fold = min(2 * turn % size, -2 * turn % size) if size > 1 else 0
    tables[0], tables[fold] = tables[fold], tables[0]
    return tables


def _evened(teams: int, rounds: list[list[Pairing]]) -> tuple[Tables, ...]:
    counts = visits([tuple(tables) for tables in rounds])
    chance = random.Random(teams)  # a fixed seed: the same number of teams always gets the same schedule
    resting: dict[tuple[int, int, int], int] = {}
    for step in range(_SEARCH_STEPS // teams):
        crowded = [key for key, count in counts.items() if count > _MOST_VISITS]
        if not crowded:
            break
        team, table = chance.choice(crowded)
        if (trade := _best_trade(rounds, counts, team, table, resting, step, chance)) is not None:
            _trade(rounds, counts, trade)
            turn, table, new_table = trade
            resting[trade] = resting[turn, new_table, table] = step + chance.randint(5, 15)
    return tuple(tuple(tables) for tables in rounds)


def _best_trade(
    rounds: list[list[Pairing]],
    counts: Counter[tuple[int, int]],
    team: int,
    table: int,
    resting: dict[tuple[int, int, int], int],
    step: int,
    chance: random.Random,
) -> tuple[int, int, int] | None:
    trades = [
        (_cost(tables, counts, table, new_table), chance.random(), (turn, table, new_table))
        for turn, tables in enumerate(rounds)
        if team in tables[table]
        for new_table in range(len(tables))
        if new_table != table and resting.get((turn, table, new_table), 0) <= step
    ]
    return min(trades)[2] if trades else None


def _cost(tables: list[Pairing], counts: Counter[tuple[int, int]], table: int, new_table: int) -> int:
    """Return how much swapping two tables would add to crowding."""
    moves = [(team, table, new_table) for team in tables[table]] + [
        (team, new_table, table) for team in tables[new_table]
    ]
    return sum(
        _crowding(counts[team, old] - 1)
        - _crowding(counts[team, old])
        + _crowding(counts[team, new] + 1)
        - _crowding(counts[team, new])
        for team, old, new in moves
    )


def _crowding(count: int) -> int:
    return max(0, count - _MOST_VISITS) ** 2


def _trade(rounds: list[list[Pairing]], counts: Counter[tuple[int, int]], trade: tuple[int, int, int]) -> None:
    turn, table, new_table = trade
    tables = rounds[turn]
    for old, new in ((table, new_table), (new_table, table)):
        for team in tables[old]:
            counts[team, old] -= 1
            counts[team, new] += 1
    tables[table], tables[new_table] = tables[new_table], tables[table]
