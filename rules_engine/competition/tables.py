"""Tables for a round robin: no table twice in a round, and visits as even as possible.

With N teams and N/2 tables, each team should see each table once or twice. The circle method alone does that for an odd
number of teams. With an even number, one team never moves around the circle, so it trades tables with one other pairing
in each round (Haselgrove and Leech). If N - 1 is a multiple of three, clashes remain, and a short deterministic search
removes what it can: all of them for 10 teams, most of them from 16 teams on, where a few teams see a table three times.
Four teams can't have even visits at all.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

Pairing = tuple[int, int]
Tables = tuple[Pairing, ...]

_SEARCH_STEPS = 40_000  # shared out by teams: larger divisions cost more a step
_MOST_VISITS = 2


@cache
def circle_rounds(teams: int) -> tuple[Tables, ...]:
    """Every round of a single round robin of teams 0..N-1; a pairing's place in its round is its table.

    The first team of a pairing is home. No team has more than one extra home series. Odd N: one team
    is missing from each round, its bye.
    """
    if teams % 2:
        return tuple(tuple(_circle(teams, turn, (teams - 1) // 2)) for turn in range(teams))
    return _evened(teams, [_with_pivot(teams, turn) for turn in range(teams - 1)])


def visits(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """How often each (team, table) comes together."""
    return Counter((team, table) for tables in rounds for table, pairing in enumerate(tables) for team in pairing)


def _circle(size: int, turn: int, folds: int) -> list[Pairing]:
    """The folded circle: team turn+i meets turn-i. Home alternates with i, so nobody has a long stay or a long trip."""
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
    """By how much a trade of two tables would add to crowding."""
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
