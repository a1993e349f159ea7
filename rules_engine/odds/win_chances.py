"""The home team's chance to win a game from any moment of it, and how it went up and down from play to play.

The two sides count as alike, so that a game begins level and every swing is somebody's deed: both bat as the starting
orders do on average against the starters, by the exact odds of their cards. Steals, changes of men and the mercy rule
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

_MOST_LEAD: Final = 15  # of either team; beyond it nothing changes
_LEADS: Final = np.arange(-_MOST_LEAD, _MOST_LEAD + 1)
_SECOND: Final = 2  # a man there and nobody else, as occupied bases


class ChanceAfter(NamedTuple):
    """A play that was made. `half`: half-innings before its own; `home`: the home team's chance (0 to 1) after it."""

    half: int
    home: float
    score: tuple[int, int]  # visitors and home team after it
    what: str


class WinChances:
    """Chances of the home team between sides that do to the bases and outs what `moves` says (as of one batter)."""

    def __init__(self, moves: Floats, innings: int, second_from: int = 0) -> None:
        """`innings` of a whole game; `second_from`: the inning from which each half begins with a man on second."""
        runs = runs_to_the_third_out(moves)
        self._whole = home_wins(runs, innings)
        self._extra = home_wins(runs, 1, _SECOND if second_from else 0)

    def at(self, state: State) -> float:
        """0 or 1 of a game that is over, with a half for a level one."""
        away, home = state.score
        if state.over:
            return (1 + (home > away) - (away > home)) / 2
        to_go = state.rules.innings - state.inning
        wins = self._whole[to_go] if to_go >= 0 else self._extra[0]
        return float(wins[int(state.bottom), place_of_lead(state.score), 8 * state.outs + state.occupied])


def chances_of(game: AnyGame) -> WinChances:
    """Of the two orders with which a game began. Costs seconds: every man is asked in every state."""
    start = game.log.start
    begun: AnyGame = Game(game.setup, GameLog(start), game.relief)
    moves = np.concatenate([order_odds(at_bat(begun, team)).moves for team in (0, 1)]).mean(axis=0)
    return WinChances(moves, start.rules.innings, start.rules.runner_on_second_from)


def moments_of(game: AnyGame, chances: WinChances, names: Mapping[str, str]) -> list[ChanceAfter]:
    """Every play in force, in order, and the end of a game that was given up."""
    history = list(game.log.in_force())
    afterwards = [*(before for before, _ in history[1:]), game.state]
    moments = []
    for (before, event), after in zip(history, afterwards, strict=True):
        half = 2 * (before.inning - 1) + before.bottom
        if isinstance(event, PlayMade):
            what = play_in_words(before, event, names, game.system.play_note)
            moments.append(ChanceAfter(half, chances.at(after), after.score, what))
        elif isinstance(event, GameHalted) and event.ending == "conceded":
            moments.append(ChanceAfter(half, chances.at(after), after.score, "The game is conceded"))
    return moments


def runs_to_the_third_out(moves: Floats) -> Floats:
    """[state, runs] of a half-inning in which everybody bats by `moves`: [runs, state after, state] -> chance."""
    all_alike = LineupOdds(moves[None])
    return np.array([half_inning(all_alike, 0, state)[0] for state in range(STATES)])


def home_wins(runs: Floats, innings: int, begins: int = 0) -> Floats:
    """[innings to go, half, lead, state]: the home team's chance among teams alike; a level game after the last inning
    is anybody's. Every half-inning to come begins in the state `begins`."""
    wins = np.zeros((innings, 2, len(_LEADS), STATES + 1))
    after = (1.0 + np.sign(_LEADS)) / 2
    for to_go in range(innings):
        for half in (1, 0):
            by_runs = np.stack([after[lead_after(half, more)] for more in range(runs.shape[1])], axis=1)
            wins[to_go, half, :, :STATES], wins[to_go, half, :, STATES] = by_runs @ runs.T, after
            after = wins[to_go, half, :, begins]
    return wins


def place_of_lead(score: tuple[int, int]) -> int:
    """The home team's lead, from visitors' and home team's runs, as a place among those of home_wins."""
    return min(max(-_MOST_LEAD, score[1] - score[0]), _MOST_LEAD) + _MOST_LEAD


def lead_after(half: int, runs: int) -> NDArray[np.intp]:
    """The place of every lead once the team at bat has scored so often."""
    moved = np.arange(len(_LEADS)) + (runs if half else -runs)
    return np.clip(moved, 0, len(_LEADS) - 1)
