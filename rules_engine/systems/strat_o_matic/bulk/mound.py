"""The work of the men on the mound of many games at once: who is tired, by tables that the rules of fatigue fill."""

from itertools import product
from typing import Final

import numpy as np

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Ints
from rules_engine.systems.strat_o_matic.bulk.players import ANY_TIME, NO_CLOSER, Players
from rules_engine.systems.strat_o_matic.editions.edition_sections import EnduranceRules
from rules_engine.systems.strat_o_matic.pitchers.closer import FIRST_INNING, is_closer_situation
from rules_engine.systems.strat_o_matic.pitchers.fatigue import (
    Stint,
    has_lost_his_stuff,
    pow_for,
    relief_outs_limit,
    too_many,
)

MOST: Final = 8  # of hits and walks, and of runs, of one inning that are told apart
_POW: Final = 5  # any: what counts is how far the inning lies from it
_MOST_LEAD: Final = 5


class Mound:
    """The men at work, an entry for each team of each game; innings of a reliever are those of his own work."""

    def __init__(self, players: Players) -> None:
        self.players, rules = players, players.book.edition.endurance
        self.resize(0)
        endurance = [players.book.pitcher(man).endurance for man in players.names]
        self._pows = np.array([[pow_for(rules, each, started=start) for each in endurance] for start in (False, True)])
        self._limit = np.array([relief_outs_limit(rules, pow_) for pow_ in self._pows[0]])
        self._too_many, self._lost = _too_many(rules), _lost_stuff(rules)
        self._situation = np.array(
            [[is_closer_situation(FIRST_INNING, lead, state) for state in range(8)] for lead in range(_MOST_LEAD)]
        )
        self._closes = players.closes if rules.closer else np.full(len(players.names), NO_CLOSER)

    def resize(self, teams: int) -> None:
        """So many, none of them at work."""
        self.started, self.tired, self._on_closer = (np.zeros(teams, dtype=bool) for _ in range(3))
        self.man, self.pow, self.outs = (np.zeros(teams, dtype=np.int64) for _ in range(3))
        self._counted, self._before = (np.zeros(teams, dtype=np.int64) for _ in range(2))
        self._runs = np.zeros((3, teams), dtype=np.int64)  # of this inning and the two before it

    def enter(self, at: Ints, players: Ints, *, started: bool) -> None:
        self.man[at], self.started[at], self.pow[at] = players, started, self._pows[int(started), players]
        for array in (self.outs, self._counted, self._before):
            array[at] = 0
        self.tired[at] = self._on_closer[at] = False
        self._runs[:, at] = 0

    def keep(self, teams: Bools) -> None:
        """Only those of these teams go on."""
        for name in ("man", "started", "tired", "_on_closer", "pow", "outs", "_counted", "_before"):
            setattr(self, name, getattr(self, name)[teams])
        self._runs = self._runs[:, teams]

    def outing(self, team: int) -> Stint:
        """The work of a team's man, as far as managers go by it."""
        started, tired_by = bool(self.started[team]), "27.3A" if self.tired[team] else ""
        return Stint(started, int(self.pow[team]), outs=int(self.outs[team]), tired_by=tired_by)

    def outs_beyond_pow(self, at: Ints) -> Ints:
        beyond: Ints = self.outs[at] - OUTS_PER_INNING * self.pow[at]
        return beyond

    def tires_now(self, at: Ints, inning: Ints, lead: Ints, state: Ints) -> Bools:
        """28.36: facing this batter tires a closer who has no endurance as one. `lead` is the fielding team's."""
        tires: Bools = self._goes_over(at, inning, lead, state) & (self._closes[self.man[at]] == ANY_TIME)
        return tires

    def face(self, at: Ints, inning: Ints, lead: Ints, state: Ints) -> None:
        """28.32: before the batter."""
        over = at[self._goes_over(at, inning, lead, state)]
        self._on_closer[over] = True
        self.tired[over] |= self._closes[self.man[over]] == ANY_TIME

    def _goes_over(self, at: Ints, inning: Ints, lead: Ints, state: Ints) -> Bools:
        closer = self._situation[np.clip(lead, 0, _MOST_LEAD - 1), state] & (inning >= FIRST_INNING)
        free: Bools = closer & ~self.started[at] & ~self._on_closer[at] & (self._closes[self.man[at]] != NO_CLOSER)
        return free

    def work(self, at: Ints, inning: Ints, counted: Ints, outs: Ints, runs: Ints) -> None:
        """27.3, 27.55, 27.63, 28.35: what a play does to them."""
        if len(hit := np.flatnonzero(counted)):
            self._charge(at[hit], inning[hit])
        if len(out := np.flatnonzero(outs)):
            self._record_outs(at[out], outs[out])
        scored = np.flatnonzero(runs)
        scored = scored[self.started[at[scored]]]
        if len(scored):
            those = at[scored]
            self._runs[0, those] += runs[scored]
            self.tired[those] |= self._lost[tuple(np.minimum(self._runs[:, those], MOST - 1))]

    def _charge(self, at: Ints, inning: Ints) -> None:
        self._counted[at] += 1
        started, outs = self.started[at], self.outs[at]
        inning = np.where(started, inning, outs // OUTS_PER_INNING + 1)
        since = np.clip(inning - self.pow[at], -1, 1) + 1
        counted, before = (np.minimum(each[at], MOST - 1) for each in (self._counted, self._before))
        tires = self._too_many[started.astype(np.int64), since, counted, before]
        self.tired[at] |= np.where(self._on_closer[at], outs >= self._closes[self.man[at]], tires)

    def _record_outs(self, at: Ints, outs: Ints) -> None:
        before = self.outs[at] // OUTS_PER_INNING
        self.outs[at] += outs
        relieving = ~self.started[at]
        limit = self._limit[self.man[at]]
        self.tired[at] |= relieving & (limit > 0) & (self.outs[at] >= limit)
        self._next_inning(at[relieving & (self.outs[at] // OUTS_PER_INNING > before)])

    def take_field(self, at: Ints) -> None:
        """A half-inning begins: innings of starters are those of the game."""
        starters = at[self.started[at]]
        self._next_inning(starters)
        self._runs[1:, starters] = self._runs[:2, starters]
        self._runs[0, starters] = 0

    def _next_inning(self, at: Ints) -> None:
        self._before[at], self._counted[at] = self._counted[at], 0


def _too_many(rules: EnduranceRules) -> Bools:
    """27.3: [started, inning before, at or beyond the POW, counted in it, counted in the one before]."""
    tires = np.zeros((2, 3, MOST, MOST), dtype=bool)
    for started, since, latest, before in product(range(2), range(3), range(1, MOST), range(MOST)):
        inning = _POW - 1 + since
        innings = [inning - 1] * before + [inning] * latest
        counted = innings if started else [OUTS_PER_INNING * (each - 1) for each in innings]
        tires[started, since, latest, before] = bool(too_many(rules, Stint(bool(started), _POW, counted=counted)))
    return tires


def _lost_stuff(rules: EnduranceRules) -> Bools:
    """27.55: by the runs of this inning and of the two before it."""
    lost = np.zeros((MOST, MOST, MOST), dtype=bool)
    if rules.lost_stuff:
        for now, before, earlier in product(range(MOST), repeat=3):
            lost[now, before, earlier] = has_lost_his_stuff(rules, (earlier, before, now))
    return lost
