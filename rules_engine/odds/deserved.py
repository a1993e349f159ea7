"""How much of a game its teams deserved: the result, less what the luck of the dice at the plate was worth.

Before a throw the two cards say by exact count what it is worth on average, in chances to win from this inning, score,
bases and outs. What it turned out to be worth beyond that is luck, and is taken off the result. On average nothing is
lost by that, for luck is as often good as bad; but games differ far less, and a few say as much as many.

What a reading is worth is learned from the same games: what usually came of it with these bases and outs.
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
from rules_engine.odds.win_chances import home_wins, lead_after, place_of_lead, runs_to_the_third_out

_INNINGS: Final = 9  # to go are at most 8 after this one
_THROWS_AT_A_TIME: Final = 50_000  # so that memory stays small, however many games there are


class _Throw(NamedTuple):
    """One throw at the plate. `to_go` innings follow this one; `lead` is the home team's, by place_of_lead."""

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
    """The teams of a finished game and their runs."""

    away: str
    home: str
    away_runs: int
    home_runs: int


class CardsRead:
    """What came up at the plate in many games of one system's book, and the chances that it had."""

    def __init__(self) -> None:
        self.home_won: list[float] = []
        self._throws: list[_Throw] = []
        self._added: list[NDArray[np.int32]] = []  # throws of other counts, a row each
        self._readings: dict[str, int] = {}
        self._pairs: dict[tuple[str, str], int] = {}
        self._chances: list[dict[int, float]] = []

    def add(self, game: AnyGame) -> None:
        """A game that is over."""
        away, home = game.state.score
        number = len(self.home_won)
        self.home_won.append(1.0 if home > away else 0.0 if away > home else 0.5)
        for before, event in game.log.in_force():
            if type(event) is PlayMade and (name := game.system.card_read(game.setup, event)):
                self._throws.append(self._throw(game, number, before, event, name))

    def _throw(self, game: AnyGame, number: int, before: State, event: PlayMade, name: str) -> _Throw:
        outs = before.outs + event.play.to.count(OUT)
        to_go = min(max(0, before.rules.innings - before.inning), _INNINGS - 1)
        lead = place_of_lead(before.score)
        after = STATES if outs >= 3 else 8 * outs + event.play.state_after
        state, runs = 8 * before.outs + before.occupied, len(event.play.scored)
        pair = self._pair(game, event.batter, event.pitcher)
        return _Throw(number, to_go, before.bottom, lead, state, self._reading(name), pair, runs, after)

    def _reading(self, name: str) -> int:
        return self._readings.setdefault(name, len(self._readings))

    def _pair(self, game: AnyGame, batter: str, pitcher: str) -> int:
        number = self._pairs.setdefault((batter, pitcher), len(self._pairs))
        if number == len(self._chances):
            chances = game.system.card_chances(game.setup, batter, pitcher)
            self._chances.append({self._reading(name): chance for name, chance in chances.items()})
        return number

    def add_all(self, later: "CardsRead") -> None:
        """Add the games of another count behind those that are here."""
        first = len(self.home_won)
        readings = np.array([self._reading(name) for name in later._readings], dtype=np.int32)
        pairs = np.array([self._add_pair(later, pair, readings) for pair in later._pairs], dtype=np.int32)
        throws = later._all_throws()
        if len(throws):
            game, reading, pair = (_Throw._fields.index(name) for name in ("game", "reading", "pair"))
            throws[:, game] += first
            throws[:, reading] = readings[throws[:, reading]]
            throws[:, pair] = pairs[throws[:, pair]]
            self._added.append(throws)
        self.home_won += later.home_won

    def _add_pair(self, later: "CardsRead", pair: tuple[str, str], readings: NDArray[np.int32]) -> int:
        number = self._pairs.setdefault(pair, len(self._pairs))
        if number == len(self._chances):
            chances = later._chances[later._pairs[pair]]
            self._chances.append({int(readings[reading]): chance for reading, chance in chances.items()})
        return number

    def _all_throws(self) -> NDArray[np.int32]:
        own = np.array(self._throws, dtype=np.int32).reshape(-1, len(_Throw._fields))
        return np.concatenate([*self._added, own])

    def deserved_at_home(self) -> list[float]:
        """Return what the home team of each game deserved of it: 1 for all, the visitors deserved the rest.

        Luck may have been so great that it is above 1 or below 0.
        """
        won = np.array(self.home_won)
        throws = self._all_throws()
        if not len(throws):
            return list(map(float, won))
        worth = _worth(*_moves(_Throw(*throws.T), len(self._readings)))
        chances = self._chances_of_pairs()
        for first in range(0, len(throws), _THROWS_AT_A_TIME):
            part: Any = _Throw(*throws[first : first + _THROWS_AT_A_TIME].T)
            won -= np.bincount(part.game, _luck(part, worth, chances), len(won))
        return list(map(float, won))

    def _chances_of_pairs(self) -> Floats:
        chances = np.zeros((len(self._chances), len(self._readings)))
        for pair, of_pair in enumerate(self._chances):
            chances[pair, list(of_pair)] = list(of_pair.values())
        return chances


def read_games(plan: Meetings, stretch: GameBatch) -> tuple[list[PlayedGame], CardsRead]:
    """Play these games of a plan; return their scores and what the cards showed in them."""
    scores, cards = [], CardsRead()
    for (away, home), game in played(plan, stretch):
        scores.append(PlayedGame(away, home, *game.state.score))
        cards.add(game)
    return scores, cards


def _luck(throws: Any, worth: Floats, chances: Floats) -> Floats:
    """Return what each throw was worth to the home team beyond its average."""
    here = worth[throws.to_go, throws.bottom, throws.lead, throws.state]  # [throw, reading]
    luck: Floats = here[np.arange(len(here)), throws.reading] - (here * chances[throws.pair]).sum(axis=1)
    return luck


def _moves(throws: Any, readings: int) -> tuple[Floats, Floats]:
    """[state, reading, runs, state after]: how often what came of it, with a little of what came of any reading there;
    and the same of any reading."""
    counts = np.zeros((STATES, readings, RUNS_PER_PLAY, STATES + 1))
    np.add.at(counts, (throws.state, throws.reading, throws.runs, throws.after), 1.0)
    of_any = counts.sum(axis=1)
    of_any[:, 0, STATES] += 1e-6  # for bases and outs that nobody saw
    of_any = _shares(of_any)
    return _shares(counts + of_any[:, None]), of_any


def _shares(counts: Floats) -> Floats:
    shares: Floats = counts / counts.sum(axis=(-2, -1), keepdims=True)
    return shares


def _worth(moves: Floats, of_any: Floats) -> Floats:
    """[innings to go, half, lead, state, reading]: the home team's chance to win with that reading."""
    wins = home_wins(runs_to_the_third_out(np.moveaxis(of_any, 0, -1)), _INNINGS)
    worth = np.zeros((*wins.shape[:3], *moves.shape[:2]))
    for half in (0, 1):
        for runs in range(RUNS_PER_PLAY):
            ahead = wins[:, half][:, lead_after(half, runs)]
            worth[:, half] += np.tensordot(ahead, moves[:, :, runs], axes=(2, 2))
    return worth
