"""Can games still to be played be shared out within everybody's limit: a maximum flow over pairs and teams."""

from collections import deque
from collections.abc import Mapping

Pair = frozenset[int]


def most_shared(points: Mapping[Pair, int], room: Mapping[int, int]) -> int:
    """The most points of the pairs that can go to teams with room for them.

    `points` are what each pair's games are worth in all, each point to one of the two; `room` is what a team can
    take, a team not named nothing.
    """
    left = {pair: amount for pair, amount in points.items() if amount > 0}
    free = {team: max(0, amount) for team, amount in room.items()}
    given: dict[tuple[Pair, int], int] = {}
    total = 0
    for pair in left:
        while left[pair] and (path := _path(pair, left, free, given)) is not None:
            total += _send(path, left, free, given)
    return total


# A path runs pair, team, pair, team, ...: give the first pair's points to the team, which passes on points of another.
_Path = list[tuple[Pair, int]]


def _path(
    start: Pair, left: Mapping[Pair, int], free: Mapping[int, int], given: Mapping[tuple[Pair, int], int]
) -> _Path | None:
    came: dict[int, tuple[Pair, int | None]] = {}
    queue: deque[tuple[Pair, int | None]] = deque([(start, None)])
    while queue:
        pair, before = queue.popleft()
        for team in pair:
            if team in came:
                continue
            came[team] = (pair, before)
            if free.get(team, 0) > 0:
                return _trace(team, came)
            queue += [(other, team) for (other, holder), amount in given.items() if holder == team and amount > 0]
    return None


def _trace(team: int | None, came: Mapping[int, tuple[Pair, int | None]]) -> _Path:
    path: _Path = []
    while team is not None:
        pair, before = came[team]
        path.append((pair, team))
        team = before
    return path[::-1]


def _send(path: _Path, left: dict[Pair, int], free: dict[int, int], given: dict[tuple[Pair, int], int]) -> int:
    passed_on = [(later, team) for (_, team), (later, _) in zip(path, path[1:], strict=False)]
    amount = min(left[path[0][0]], free[path[-1][1]], *(given[step] for step in passed_on))
    left[path[0][0]] -= amount
    free[path[-1][1]] -= amount
    for step in path:
        given[step] = given.get(step, 0) + amount
    for step in passed_on:
        given[step] -= amount
    return amount
