"""The home team's chance to win from any moment of a game, and its changes from play to play.

Both teams count as equal, so that a game starts even and every swing comes from a play. Both bat like the average of
the starting orders against the starters, by the exact odds of their cards. Steals, substitutions and the mercy rule
(T0.04) are left out.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.events import GameHalted, PlayMade
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import play_in_words
from rules_engine.baseball.state import State
from rules_engine.odds.markov import STATES, Floats, LineupOdds, half_inning
from rules_engine.odds.orders import AnyGame, at_bat, order_odds

_MOST_LEAD: Final = 15  # largest lead that makes a difference
_LEADS: Final = np.arange(-_MOST_LEAD, _MOST_LEAD + 1)
_SECOND: Final = 2  # a runner on second only, as occupied bases


class ChanceAfter(NamedTuple):
    """The home team's win probability (0 to 1) after a play. `half` counts the half-innings before it."""

    half: int
    home: float
    score: tuple[int, int]  # visitors and home team after it
    what: str  # stored with the game under this name


class WinChances:
    """The home team's chances if both teams bat by `moves`, the compiled chances of one batter."""

    def __init__(self, moves: Floats, innings: int, second_from: int = 0) -> None:
        """Prepare a game of `innings`; each half starts with a runner on second from inning `second_from`."""
        runs = runs_to_the_third_out(moves)
        self._regulation = home_wins(runs, innings)
        self._extra = home_wins(runs, 1, _SECOND if second_from else 0)

    def at(self, state: State) -> float:
        """Return the home team's chance: 0 or 1 if the game is over, a half if it is tied."""
        away, home = state.score
        if state.over:
            return (1 + (home > away) - (away > home)) / 2
        to_go = state.rules.innings - state.inning
        wins = self._regulation[to_go] if to_go >= 0 else self._extra[0]
        return float(wins[int(state.bottom), place_of_lead(state.score), 8 * state.outs + state.occupied])


def chances_of(game: AnyGame) -> WinChances:
    """Return the win chances for a game's starting lineups. Takes seconds: it counts every batter in every state."""
    start = game.log.start
    first_pitch: AnyGame = Game(game.setup, GameLog(start), game.relief)
    moves = np.concatenate([order_odds(at_bat(first_pitch, team)).moves for team in (0, 1)]).mean(axis=0)
    return WinChances(moves, start.rules.innings, start.rules.runner_on_second_from)


def moments_of(game: AnyGame, chances: WinChances, names: Mapping[str, str]) -> list[ChanceAfter]:
    """Return the chance after every play that counts, and after a concession."""
    history = list(game.log.in_force())
    states_after = [*(before for before, _ in history[1:]), game.state]
    moments = []
    for (before, event), after in zip(history, states_after, strict=True):
        half = 2 * (before.inning - 1) + before.bottom
        if isinstance(event, PlayMade):
            play_text = play_in_words(before, event, names, game.system.play_note)
            moments.append(ChanceAfter(half, chances.at(after), after.score, play_text))
        elif isinstance(event, GameHalted) and event.ending == "conceded":
            moments.append(ChanceAfter(half, chances.at(after), after.score, "The game is conceded"))
    return moments


def runs_to_the_third_out(moves: Floats) -> Floats:
    """Return [state, runs] chances of a half-inning in which every batter hits by `moves`.

    `moves` is [runs, state after, state] -> chance.
    """
    repeated_batter = LineupOdds(moves[None])
    return np.array([half_inning(repeated_batter, 0, state)[0] for state in range(STATES)])


def home_wins(runs: Floats, innings: int, begins: int = 0) -> Floats:
    """Return [innings to go, half, lead, state] chances of the home team between equal teams.

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


def place_of_lead(score: tuple[int, int]) -> int:
    """Return the index of the home team's lead in the arrays of home_wins, from (visitors, home) runs."""
    return min(max(-_MOST_LEAD, score[1] - score[0]), _MOST_LEAD) + _MOST_LEAD


def lead_after(half: int, runs: int) -> NDArray[np.intp]:
    """Return the index of every lead after the batting team scores these runs."""
    moved = np.arange(len(_LEADS)) + (runs if half else -runs)
    return np.clip(moved, 0, len(_LEADS) - 1)
