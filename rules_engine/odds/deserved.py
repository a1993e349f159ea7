"""Each team's deserved share of a game: the result, corrected for luck with the dice at the plate.

Before a roll, the two cards determine its exact average win probability for this inning, score, bases and outs. The
difference between that average and the actual reading is luck, which is subtracted from the result. Luck averages zero,
so the shares are unbiased. But they vary far less than results, and a few games are as informative as many.

A reading's value is learned from the same games: its usual outcome with these bases and outs.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.simulation import GameBatch, Meetings, played
from rules_engine.baseball.state import State
from rules_engine.odds.markov import RUNS_PER_PLAY, STATES, Floats
from rules_engine.odds.orders import AnyGame
from rules_engine.odds.win_chances import home_wins, lead_after, runs_to_the_third_out
from rules_engine.odds.win_table import place_of_lead

_INNINGS: Final = 9  # at most 8 innings follow this one
_ROLLS_AT_A_TIME: Final = 50_000  # limits memory for any number of games


class _Roll(NamedTuple):
    """One roll at the plate, with `to_go` innings after this one.

    `lead` is the home team's, as a place_of_lead index.
    """

    game: int
    to_go: int
    bottom: int
    lead: int
    state: int  # outs * 8 + occupied bases
    reading: int
    pair: int
    runs: int
    after: int  # the state; STATES is the end of the half-inning


class PlayedGame(NamedTuple):
    """A finished game's teams and their runs."""

    away: str
    home: str
    away_runs: int
    home_runs: int


class CardsRead:
    """The readings that came up in many games of one system, and their chances."""

    def __init__(self) -> None:
        self.home_won: list[float] = []
        self._rolls: list[_Roll] = []
        self._added: list[NDArray[np.int32]] = []  # rolls from merged counts, one per row
        self._readings: dict[str, int] = {}
        self._pairs: dict[tuple[str, str], int] = {}
        self._chances: list[dict[int, float]] = []

    def add(self, game: AnyGame) -> None:
        """Add a finished game."""
        away, home = game.state.score
        number = len(self.home_won)
        self.home_won.append(1.0 if home > away else 0.0 if away > home else 0.5)
        for before, event in game.log.in_force():
            if type(event) is PlayMade and (name := game.system.card_read(game.setup, event)):
                self._rolls.append(self._roll(game, number, before, event, name))

    def _roll(self, game: AnyGame, number: int, before: State, event: PlayMade, name: str) -> _Roll:
        outs = before.outs + event.play.to.count(OUT)
        to_go = min(max(0, before.rules.innings - before.inning), _INNINGS - 1)
        lead = place_of_lead(before.score)
        after = STATES if outs >= 3 else 8 * outs + event.play.state_after
        state, runs = 8 * before.outs + before.occupied, len(event.play.scored)
        pair = self._pair(game, event.batter, event.pitcher)
        return _Roll(number, to_go, before.bottom, lead, state, self._reading(name), pair, runs, after)

    def _reading(self, name: str) -> int:
        return self._readings.setdefault(name, len(self._readings))

    def _pair(self, game: AnyGame, batter: str, pitcher: str) -> int:
        number = self._pairs.setdefault((batter, pitcher), len(self._pairs))
        if number == len(self._chances):
            chances = game.system.card_chances(game.setup, batter, pitcher)
            self._chances.append({self._reading(name): chance for name, chance in chances.items()})
        return number

    def add_all(self, count: "CardsRead") -> None:
        """Append the games from another count."""
        first = len(self.home_won)
        readings = np.array([self._reading(name) for name in count._readings], dtype=np.int32)
        pairs = np.array([self._add_pair(count, pair, readings) for pair in count._pairs], dtype=np.int32)
        rolls = count._all_rolls()
        if len(rolls):
            game, reading, pair = (_Roll._fields.index(name) for name in ("game", "reading", "pair"))
            rolls[:, game] += first
            rolls[:, reading] = readings[rolls[:, reading]]
            rolls[:, pair] = pairs[rolls[:, pair]]
            self._added.append(rolls)
        self.home_won += count.home_won

    def _add_pair(self, count: "CardsRead", pair: tuple[str, str], readings: NDArray[np.int32]) -> int:
        number = self._pairs.setdefault(pair, len(self._pairs))
        if number == len(self._chances):
            chances = count._chances[count._pairs[pair]]
            self._chances.append({int(readings[reading]): chance for reading, chance in chances.items()})
        return number

    def _all_rolls(self) -> NDArray[np.int32]:
        own = np.array(self._rolls, dtype=np.int32).reshape(-1, len(_Roll._fields))
        return np.concatenate([*self._added, own])

    def deserved_home_wins(self) -> list[float]:
        """Return the home team's deserved share of each game. The rest is the visitors' share.

        Extreme luck can move it above 1 or below 0.
        """
        won = np.array(self.home_won)
        rolls = self._all_rolls()
        if not len(rolls):
            return list(map(float, won))
        worth = _worth(*_moves(_Roll(*rolls.T), len(self._readings)))
        chances = self._chances_of_pairs()
        for first in range(0, len(rolls), _ROLLS_AT_A_TIME):
            part: Any = _Roll(*rolls[first : first + _ROLLS_AT_A_TIME].T)
            won -= np.bincount(part.game, _luck(part, worth, chances), len(won))
        return list(map(float, won))

    def _chances_of_pairs(self) -> Floats:
        chances = np.zeros((len(self._chances), len(self._readings)))
        for pair, chance_by_reading in enumerate(self._chances):
            chances[pair, list(chance_by_reading)] = list(chance_by_reading.values())
        return chances


def read_games(plan: Meetings, batch: GameBatch) -> tuple[list[PlayedGame], CardsRead]:
    """Play these games of a plan. Return their scores and the readings that came up."""
    scores, cards = [], CardsRead()
    for (away, home), game in played(plan, batch):
        scores.append(PlayedGame(away, home, *game.state.score))
        cards.add(game)
    return scores, cards


def _luck(rolls: Any, worth: Floats, chances: Floats) -> Floats:
    """Return how far each roll raised the home team's win probability above the average."""
    worth_of_readings = worth[rolls.to_go, rolls.bottom, rolls.lead, rolls.state]  # [roll, reading]
    luck: Floats = worth_of_readings[np.arange(len(worth_of_readings)), rolls.reading] - (
        worth_of_readings * chances[rolls.pair]
    ).sum(axis=1)
    return luck


def _moves(rolls: Any, readings: int) -> tuple[Floats, Floats]:
    """Return [state, reading, runs, state after] shares, and the same for all readings together.

    Each reading is blended with a little of the overall distribution in the same state.
    """
    counts = np.zeros((STATES, readings, RUNS_PER_PLAY, STATES + 1))
    np.add.at(counts, (rolls.state, rolls.reading, rolls.runs, rolls.after), 1.0)
    any_reading = counts.sum(axis=1)
    any_reading[:, 0, STATES] += 1e-6  # for states that never came up
    any_reading = _shares(any_reading)
    return _shares(counts + any_reading[:, None]), any_reading


def _shares(counts: Floats) -> Floats:
    shares: Floats = counts / counts.sum(axis=(-2, -1), keepdims=True)
    return shares


def _worth(moves: Floats, any_reading: Floats) -> Floats:
    """Return [innings to go, half, lead, state, reading]: the home team's win probability after that reading."""
    wins = home_wins(runs_to_the_third_out(np.moveaxis(any_reading, 0, -1)), _INNINGS)
    worth = np.zeros((*wins.shape[:3], *moves.shape[:2]))
    for half in (0, 1):
        for runs in range(RUNS_PER_PLAY):
            ahead = wins[:, half][:, lead_after(half, runs)]
            worth[:, half] += np.tensordot(ahead, moves[:, :, runs], axes=(2, 2))
    return worth
