"""The work of the men on the mound of many games at once: who is tired, by tables that the rules of fatigue fill."""

from itertools import product
from typing import Final

import numpy as np

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Ints, where
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
_NO_LIMIT: Final = 1 << 20


class Mound:
    """The men at work, an entry for each team of each game; innings of a reliever are those of his own work."""

    def __init__(self, players: Players) -> None:
        self.players, rules = players, players.book.edition.endurance
        self.resize(0)
        endurance = [players.book.pitcher(man).endurance for man in players.names]
        self._pows = np.array([[pow_for(rules, each, started=start) for each in endurance] for start in (False, True)])
        self._limit = np.array([relief_outs_limit(rules, pow_) or _NO_LIMIT for pow_ in self._pows[0]])
        self._too_many, self._lost = _too_many(rules), _lost_stuff(rules)
        self._situation = np.array(
            [[is_closer_situation(FIRST_INNING, lead, state) for state in range(8)] for lead in range(_MOST_LEAD)]
        )
        self._closes = players.closes if rules.closer else np.full(len(players.names), NO_CLOSER)

    def resize(self, teams: int) -> None:
        """So many, none of them at work."""
        self.started, self.tired, self.hit_for, self._on_closer = (np.zeros(teams, dtype=bool) for _ in range(4))
        self.man, self.pow, self.outs = (np.zeros(teams, dtype=np.int16) for _ in range(3))
        self._counted, self._before = (np.zeros(teams, dtype=np.int16) for _ in range(2))
        self._runs = np.zeros((3, teams), dtype=np.int16)  # of this inning and the two before it

    def enter(self, at: Ints, players: Ints, *, started: bool) -> None:
        self.man[at], self.started[at], self.pow[at] = players, started, self._pows[int(started), players]
        for array in (self.outs, self._counted, self._before):
            array[at] = 0
        self.tired[at] = self._on_closer[at] = self.hit_for[at] = False
        self._runs[:, at] = 0

    def hit_for_by(self, at: Ints, players: Ints) -> None:
        """They bat for the men at work, who are done unless a pitcher has."""
        self.man[at], self.hit_for[at] = players, self.players.is_pitcher[players] == 0

    def keep(self, teams: Ints) -> None:
        """Only those of these teams go on."""
        for name in ("man", "started", "tired", "hit_for", "_on_closer", "pow", "outs", "_counted", "_before"):
            setattr(self, name, getattr(self, name).take(teams))
        self._runs = self._runs.take(teams, axis=1)

    def outing(self, team: int) -> Stint:
        """The work of a team's man, as far as managers go by it."""
        started, tired_by = bool(self.started[team]), "27.3A" if self.tired[team] else ""
        return Stint(started, int(self.pow[team]), outs=int(self.outs[team]), tired_by=tired_by)

    def outs_beyond_pow(self, at: Ints) -> Ints:
        beyond: Ints = self.outs[at] - OUTS_PER_INNING * self.pow[at]
        return beyond

    def tires_now(self, at: Ints, lead: Ints, state: Ints) -> Bools:
        """28.36: facing this batter, in FIRST_INNING or later, tires a closer who has no endurance as one.

        `lead` is the fielding team's.
        """
        tires: Bools = self._goes_over(at, lead, state) & (self._closes.take(self.man.take(at)) == ANY_TIME)
        return tires

    def face(self, at: Ints, lead: Ints, state: Ints) -> None:
        """28.32: before the batter, in FIRST_INNING or later."""
        over = at.take(where(self._goes_over(at, lead, state)))
        if len(over):
            self._on_closer[over] = True
            self.tired[over] |= self._closes.take(self.man.take(over)) == ANY_TIME

    def _goes_over(self, at: Ints, lead: Ints, state: Ints) -> Bools:
        relieves = ~(self.started.take(at) | self._on_closer.take(at))
        place = 8 * np.minimum(np.maximum(lead, 0), _MOST_LEAD - 1) + state
        over: Bools = relieves & self._situation.take(place) & (self._closes.take(self.man.take(at)) != NO_CLOSER)
        return over

    def work(self, at: Ints, inning: Ints, counted: Ints, outs: Ints, runs: Ints) -> None:
        """27.3, 27.55, 27.63, 28.35: what a play does to them."""
        if len(hit := where(counted > 0)):
            self._charge(at.take(hit), inning.take(hit))
        before = self.outs.take(at)
        self.outs[at] = before + outs
        relieved = where((outs > 0) & ~self.started.take(at))
        if len(relieved):
            self._finish_innings(at.take(relieved), before.take(relieved))
        scored = where(runs > 0)
        scored = scored.take(where(self.started.take(at.take(scored))))
        if len(scored):
            those = at.take(scored)
            self._runs[0, those] += runs.take(scored)
            self.tired[those] |= self._lost[tuple(np.minimum(self._runs[:, those], MOST - 1))]

    def _charge(self, at: Ints, inning: Ints) -> None:
        counted = self._counted.take(at) + 1
        self._counted[at] = counted
        started, outs = self.started.take(at), self.outs.take(at)
        relieving = where(~started)
        inning[relieving] = outs.take(relieving) // OUTS_PER_INNING + 1
        since = np.minimum(np.maximum(inning - self.pow.take(at), -1), 1) + 1
        counted, before = (np.minimum(each, MOST - 1) for each in (counted, self._before.take(at)))
        tires = self._too_many.take(((started * 3 + since) * MOST + counted) * MOST + before)
        closing = where(self._on_closer.take(at))
        tires[closing] = outs.take(closing) >= self._closes.take(self.man.take(at.take(closing)))
        self.tired[at] |= tires

    def _finish_innings(self, at: Ints, before: Ints) -> None:
        """What outs mean to relievers who had so many before."""
        after = self.outs.take(at)
        self.tired[at] |= after >= self._limit.take(self.man.take(at))
        self._next_inning(at.take(where(after // OUTS_PER_INNING > before // OUTS_PER_INNING)))

    def take_field(self, at: Ints) -> None:
        """A half-inning begins: innings of starters are those of the game."""
        starters = at.take(where(self.started.take(at)))
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
