"""Invent games with complete starts, in a rotation that T10.2 allows."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_REST: Final = 4  # games from one start to the next (T10.2)
_MOST_RUNS: Final = 9


@dataclass(frozen=True)
class PlayedGame:
    """A game as entered in the year, for the table calculated by hand.

    Attributes:
        stage: round_robin, tie_break or playoff.
        round: The round in the schedule or bracket.
        planned: The maximum number of games in the series.
    """

    series: int
    stage: str
    round: int
    planned: int
    number: int
    home: int
    away: int
    home_runs: int
    away_runs: int

    @property
    def winner(self) -> int:
        return self.home if self.home_runs > self.away_runs else self.away

    @property
    def loser(self) -> int:
        return self.away if self.home_runs > self.away_runs else self.home


class Rotation:
    """A team's starters, each with three games of rest between starts."""

    def __init__(self, last_start_by_card: Mapping[int, int], games: int) -> None:
        self._last_start = dict(last_start_by_card)
        self._games = games

    def next_starter(self) -> int:
        """Return the rested starter who has waited longest, and count the game."""
        starter = min(self._last_start, key=lambda card: self._last_start[card])
        if self._games - self._last_start[starter] < _REST:
            raise AssertionError(f"no starter is rested after {self._games} games: {self._last_start}")
        self._last_start[starter] = self._games
        self._games += 1
        return starter


def read_rotation(board: dict[str, Any], sheet: dict[str, Any]) -> Rotation:
    """Return a rotation of pitchers who started earlier or can start the next game, according to the team's board."""
    last_start_by_card = {row["card"]: -_REST for row in board["rows"] if row["may_start"]}
    for row in sheet["rows"]:
        starts = [game for game, cell in enumerate(row["cells"]) if cell["starts"]]
        if starts:
            last_start_by_card[row["card"]] = starts[-1]
    return Rotation(last_start_by_card, board["game"] - 1)


def invent_game(chance: random.Random, series: dict[str, Any], number: int, home: int, away: int) -> PlayedGame:
    """Return a nine-inning game with a winner."""
    home_runs, away_runs = chance.sample(range(_MOST_RUNS), 2)
    return played_game(series, number, home, away, home_runs, away_runs)


def played_game(
    series: dict[str, Any], number: int, home: int, away: int, home_runs: int, away_runs: int
) -> PlayedGame:
    """Return a series game from the API's description of the series."""
    facts = (series["id"], series["stage"], series["round"], series["games_planned"])
    return PlayedGame(*facts, number, home, away, home_runs, away_runs)


def api_body(game: PlayedGame, starters: dict[int, int]) -> dict[str, Any]:
    """Return the API's request body for the game, in which both starters go the distance."""
    outings = [
        {"team": team, "card": starters[team], "innings": innings, "starts": True}
        for team, innings in innings_by_team(game).items()
    ]
    return {
        "number": game.number,
        "home_runs": game.home_runs,
        "away_runs": game.away_runs,
        "innings": 9,
        "outings": outings,
    }


def page_fields(game: PlayedGame, starters: dict[int, int]) -> dict[str, str]:
    """Return the game's fields as typed on the page of its series."""
    runs = {game.home: game.home_runs, game.away: game.away_runs}
    fields = {f"runs-{game.number}-{team}": str(scored) for team, scored in runs.items()}
    fields[f"innings-{game.number}"] = "9"
    for team, innings in innings_by_team(game).items():
        fields[f"p-{game.number}-{team}-{starters[team]}"] = innings
        fields[f"s-{game.number}-{team}-{starters[team]}"] = "on"
    return fields


def innings_by_team(game: PlayedGame) -> dict[int, str]:
    """Return each starter's innings. The visitors pitch only eight if the home team doesn't bat in the ninth."""
    return {game.away: "8.0" if game.home_runs > game.away_runs else "9.0", game.home: "9.0"}
