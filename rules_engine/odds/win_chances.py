"""The home team's win probability at any moment of a game, and its changes from play to play.

Both teams count as equal, so that a game starts even and every swing comes from a play. Both bat like the average of
the starting lineups against the starters, using the exact odds of their cards. Steals, substitutions and the mercy rule
(T0.04) are left out.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import State
from rules_engine.odds.markov import STATES, Floats, LineupOdds, expected_runs, half_inning
from rules_engine.odds.orders import AnyGame, at_bat, order_odds
from rules_engine.odds.win_table import MOST_LEAD, ChanceAfter, WinTable, chances_after_plays

_LEADS: Final = np.arange(-MOST_LEAD, MOST_LEAD + 1)
_SECOND: Final = 2  # a runner on second only, as occupied bases


class WinChances:
    """The home team's win probabilities if both teams bat by `moves`, the compiled chances of one batter.

    Attributes:
        table: The win probabilities by moment.
        run_values: Expected runs to the third out from each base-out state, outs * 8 + occupied bases.
    """

    def __init__(self, moves: Floats, innings: int, second_from: int = 0) -> None:
        """Prepare a game of `innings`. Each half starts with a runner on second from inning `second_from`."""
        runs = runs_to_the_third_out(moves)
        regulation = home_wins(runs, innings)
        extra = home_wins(runs, 1, _SECOND if second_from else 0)
        chances = np.concatenate([regulation, extra]).astype(np.float32)
        self.table = WinTable(chances.ravel().tolist())
        self.run_values = [expected_runs(by_count) for by_count in runs]

    def at(self, state: State) -> float:
        """Return the home team's win probability, which is 0 or 1 if the game is over and a half if it is tied."""
        return self.table.at(state)


def chances_of(game: AnyGame) -> WinChances:
    """Return the win probabilities for a game's starting lineups.

    This takes seconds, because it counts every batter in every state.
    """
    start = game.log.start
    first_pitch: AnyGame = Game(game.setup, GameLog(start), game.relief)
    moves = np.concatenate([order_odds(at_bat(first_pitch, team)).moves for team in (0, 1)]).mean(axis=0)
    return WinChances(moves, start.rules.innings, start.rules.runner_on_second_from)


def moments_of(game: AnyGame, chances: WinChances, names: Mapping[str, str]) -> list[ChanceAfter]:
    """Return the win probability after every play in force, and after a concession."""
    return chances_after_plays(game.log, chances.table, names, game.system.play_note)


def runs_to_the_third_out(moves: Floats) -> Floats:
    """Return [state, runs] chances for a half-inning in which every batter hits by `moves`.

    `moves` is [runs, state after, state] -> chance.
    """
    repeated_batter = LineupOdds(moves[None])
    return np.array([half_inning(repeated_batter, 0, state)[0] for state in range(STATES)])


def home_wins(runs: Floats, innings: int, begins: int = 0) -> Floats:
    """Return [innings to go, half, lead, state] win probabilities for the home team between equal teams.

    A game tied after the last inning counts as even. Every later half-inning starts in the state `begins`.
    """
    wins = np.zeros((innings, 2, len(_LEADS), STATES + 1))
    after = (1.0 + np.sign(_LEADS)) / 2
    for to_go in range(innings):
        for half in (1, 0):
            by_runs = np.stack([after[lead_after(half, scored)] for scored in range(runs.shape[1])], axis=1)
            wins[to_go, half, :, :STATES], wins[to_go, half, :, STATES] = by_runs @ runs.T, after
            after = wins[to_go, half, :, begins]
    return wins


def lead_after(half: int, runs: int) -> NDArray[np.intp]:
    """Return the index of every lead after the batting team scores these runs."""
    moved = np.arange(len(_LEADS)) + (runs if half else -runs)
    return np.clip(moved, 0, len(_LEADS) - 1)
