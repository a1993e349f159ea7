"""Check whether games can end with every team's wins within its bounds."""

from collections import deque
from collections.abc import Callable, Mapping

Pair = frozenset[int]
Bounds = Mapping[int, tuple[int, int]]  # team -> fewest and most wins; teams not listed can have any number


def can_share(games: Mapping[Pair, int], bounds: Bounds) -> bool:
    """Return whether any outcome of these games leaves every team within its bounds.

    Wins are split evenly first. Extra wins move along a path of opponents, and missing wins come the same way. A path
    is found if one exists, as in a maximum-flow algorithm, so the result is exact.
    """
    if any(fewest > most or most < 0 for fewest, most in bounds.values()):
        return False
    outcome = _Outcome(games, bounds)
    return outcome.shed_wins() and outcome.collect_wins()


class _Outcome:
    """`won[a][b]` is the number of games that a has won against b."""

    def __init__(self, games: Mapping[Pair, int], bounds: Bounds) -> None:
        self.won: dict[int, dict[int, int]] = {team: {} for team in bounds}
        for pair, count in games.items():
            first, second = pair
            self.won.setdefault(first, {})[second] = count // 2
            self.won.setdefault(second, {})[first] = count - count // 2
        self.wins = {team: sum(beaten.values()) for team, beaten in self.won.items()}
        played = {
            team: sum(beaten.values()) + sum(self.won[opponent][team] for opponent in beaten)
            for team, beaten in self.won.items()
        }
        self.fewest = {team: bounds.get(team, (0, 0))[0] for team in self.won}
        self.most = {team: bounds[team][1] if team in bounds else played[team] for team in self.won}

    def shed_wins(self) -> bool:
        """Move wins until no team is above its maximum. Return False if that is impossible."""
        for team in self.won:
            while self.wins[team] > self.most[team]:
                path = self._path(team, self._has_beaten, lambda opponent: self.wins[opponent] < self.most[opponent])
                if path is None:
                    return False
                self._hand_on(path)
        return True

    def collect_wins(self) -> bool:
        """Move wins until every team has its minimum. Return False if that is impossible."""
        for team in self.won:
            while self.wins[team] < self.fewest[team]:
                path = self._path(team, self._has_lost_to, lambda opponent: self.wins[opponent] > self.fewest[opponent])
                if path is None:
                    return False
                self._hand_on(path[::-1])
        return True

    def _has_beaten(self, team: int, opponent: int) -> int:
        return self.won[team][opponent]

    def _has_lost_to(self, team: int, opponent: int) -> int:
        return self.won[opponent][team]

    def _path(self, start: int, is_open: Callable[[int, int], int], is_goal: Callable[[int], bool]) -> list[int] | None:
        """Return the shortest path of opponents from a team to a team that can accept or spare a win, or None."""
        previous: dict[int, int | None] = {start: None}
        queue = deque([start])
        while queue:
            team = queue.popleft()
            if team != start and is_goal(team):
                return _traced(team, previous)
            for opponent in self.won[team]:
                if opponent not in previous and is_open(team, opponent):
                    previous[opponent] = team
                    queue.append(opponent)
        return None

    def _hand_on(self, path: list[int]) -> None:
        """Move a win from the first team on the path to the last."""
        for winner, loser in zip(path, path[1:], strict=False):
            self.won[winner][loser] -= 1
            self.won[loser][winner] += 1
        self.wins[path[0]] -= 1
        self.wins[path[-1]] += 1


def _traced(team: int | None, previous: Mapping[int, int | None]) -> list[int]:
    path: list[int] = []
    while team is not None:
        path.append(team)
        team = previous[team]
    return path[::-1]
