"""Where many games stand, an entry for each; and any one of them as a game, for what is asked of rule or pilot."""

from typing import Final

import numpy as np

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import GameRules, Runner, Side, State
from rules_engine.systems.strat_o_matic.autopilot.decisions import moment_text, order_text
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Floats, Ints, packed, where
from rules_engine.systems.strat_o_matic.bulk.mound import Mound
from rules_engine.systems.strat_o_matic.bulk.occasions import Occasions
from rules_engine.systems.strat_o_matic.bulk.players import NumberedLineUp, Players
from rules_engine.systems.strat_o_matic.pitchers.closer import FIRST_INNING
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.running.leads import FailedLead
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment
from rules_engine.systems.strat_o_matic.scorebook.tracker import Tracker, tracker

NOBODY: Final = -1
SHARES: Final = 1_000_000  # the whole of a share
# Who bats and pitches, in one number: no two orders that come up have the same but by an accident of one in billions.
_ORDERS: Final = np.random.default_rng(1).integers(1 << 62, size=9)
_PITCHERS: Final = np.int64(0x9E3779B97F4A7C1)
_POSITIVE: Final = (1 << 62) - 1


class Moments:
    """`batting` and `fielding` are the places of the two teams in what there is of teams: visitors and home in turn."""

    def __init__(self, players: Players, line_ups: list[NumberedLineUp], rules: GameRules, games: int) -> None:
        self.players, self.line_ups, self.rules = players, line_ups, rules
        self.inning: Ints
        self.outs: Ints
        self.bottom: Ints
        self.game: Ints
        self.bases: Ints  # [base, game]
        self.failed: Bools  # the man on first has failed to get his lead
        self.fouled: Bools  # 18.8: the batter has fouled off a bunt
        self._occasions = Occasions()
        self.batting: Ints  # places of teams, as `fielding`
        self.fielding: Ints
        self.occupied: Ints  # the bases int
        self.lead: Ints  # the batting team's
        self.for_closers: Ints  # 28.2: games so late that a closer may go over to his endurance as one
        self.place: Ints  # of the batter in the order
        self.batter: Ints
        self.line_up: Ints
        self.field: Ints
        self.score: Ints
        self.up: Ints
        self.pitchers: Ints
        self.bats: Ints
        self.mound = Mound(players)
        self.resize(games)
        self.pitchers_bit, self.bats_bit = (
            np.zeros((len(line_ups), len(players.names)), dtype=np.int64) for _ in range(2)
        )
        for number, each in enumerate(line_ups):
            for bits, those in ((self.pitchers_bit, each.pitchers), (self.bats_bit, each.bats)):
                bits[number, list(those)] = 1 << np.arange(len(those))
        self._orders = np.array([each.order for each in line_ups])
        self._fields = np.array([each.field for each in line_ups])
        self._starters = np.array([each.mound for each in line_ups])
        self._pitchers = np.array([(1 << len(each.pitchers)) - 1 for each in line_ups])
        self._bats = np.array([(1 << len(each.bats)) - 1 for each in line_ups])

    def look(self) -> None:
        """Before a play: who bats, who is in the field, which bases are occupied."""
        self.batting, self.fielding = self._places + self.bottom, self._places + 1 - self.bottom
        on = (self.bases >= 0).view(np.int8)
        self.occupied = on[0] + 2 * on[1] + 4 * on[2]
        self.lead = (self.score[1::2] - self.score[0::2]) * (2 * self.bottom - 1)
        self.for_closers = where(self.inning >= FIRST_INNING)
        self.place = self.up.take(self.batting)
        self.batter = self.bats_at(self.batting, self.place)

    def bats_at(self, teams: Ints, place: Ints) -> Ints:
        """Who bats at these places of the orders of these teams."""
        return self.order.reshape(-1).take(9 * teams + place)

    def begin(self, at: Ints, game: Ints, away: Ints, home: Ints) -> None:
        """New games, with these line-ups."""
        self.game[at], self.inning[at], self.outs[at], self.bottom[at] = game, 1, 0, 0
        self.bases[:, at], self.failed[at], self.fouled[at] = NOBODY, False, False
        for of_team, line_up in enumerate((away, home)):
            teams = 2 * at + of_team
            self.line_up[teams], self.score[teams], self.up[teams] = line_up, 0, 0
            self.order[teams], self.field[teams] = self._orders[line_up], self._fields[line_up]
            self.pitchers[teams], self.bats[teams] = self._pitchers[line_up], self._bats[line_up]
            self.mound.enter(teams, self._starters[line_up], started=True)

    def resize(self, games: int) -> None:
        """So many, none of them begun."""
        self.game = np.zeros(games, dtype=np.int64)
        for name in ("inning", "outs", "bottom"):
            setattr(self, name, np.zeros(games, dtype=np.int8))
        self.failed, self.fouled = np.zeros(games, dtype=bool), np.zeros(games, dtype=bool)
        self.bases = np.full((3, games), NOBODY, dtype=np.int16)
        for name in ("line_up", "field", "pitchers", "bats"):
            setattr(self, name, np.zeros(2 * games, dtype=np.int16))
        for name in ("score", "up"):
            setattr(self, name, np.zeros(2 * games, dtype=np.int8))
        self.order = np.zeros((2 * games, 9), dtype=np.int16)
        self._places = 2 * np.arange(games)
        self.mound.resize(2 * games)
        self.look()

    def comes_now(self, games: Ints, shares: Ints) -> Bools:
        """Whether this is one of so many occasions of these games, as the pilot has it; shares are in SHARES."""
        now: Bools = shares >= SHARES
        unsure = where((shares > 0) & ~now)
        if len(unsure):
            now[unsure] = self._occasions_of(games.take(unsure)) < shares.take(unsure) / SHARES
        return now

    def _occasions_of(self, games: Ints) -> Floats:
        teams, names = self.batting.take(games), self.players.names
        inning, bottom, outs = (each.take(games) for each in (self.inning, self.bottom, self.outs))
        up, away, home = self.up.take(teams), self.score.take(2 * games), self.score.take(2 * games + 1)
        pitcher = self.mound.man.take(self.fielding.take(games))
        moments = packed((inning, 7), (bottom, 1), (outs, 2), (away, 7), (home, 7), (up, 4))
        who = (self.order[teams] @ _ORDERS + pitcher * _PITCHERS) & _POSITIVE

        def moment(at: int) -> str:
            score = (int(away[at]), int(home[at]))
            return moment_text(int(inning[at]), bool(bottom[at]), int(outs[at]), score, int(up[at]))

        def both(at: int) -> str:
            order = tuple([names[man] for man in self.order[teams[at]].tolist()])
            return order_text(order, names[pitcher[at]])

        return self._occasions.of(moments, who, (moment, both))

    def keep(self, games: Ints) -> None:
        """Only these go on."""
        teams = np.repeat(2 * games, 2)
        teams[1::2] += 1
        for name in ("inning", "outs", "bottom", "game", "failed", "fouled"):
            setattr(self, name, getattr(self, name).take(games))
        for name in ("line_up", "field", "score", "up", "pitchers", "bats"):
            setattr(self, name, getattr(self, name).take(teams))
        self.order, self.bases = self.order.take(teams, axis=0), self.bases.take(games, axis=1)
        self.mound.keep(teams)
        self._places = 2 * np.arange(len(games))

    # One of them.

    def state(self, place: int, *, bench: bool = True) -> State:
        """With the men on the bench, or without them where nobody asks for them."""
        sides = (self._side(2 * place, bench), self._side(2 * place + 1, bench))
        bottom, names = bool(self.bottom[place]), self.players.names
        pitcher = sides[not bottom].pitcher
        first, second, third = (
            Runner(names[man], pitcher) if man >= 0 else None for man in self.bases[:, place].tolist()
        )
        score = (int(self.score[2 * place]), int(self.score[2 * place + 1]))
        inning, outs = int(self.inning[place]), int(self.outs[place])
        return State(self.rules, sides, inning, bottom, outs, (first, second, third), score)

    def _side(self, team: int, bench: bool) -> Side:
        names = self.players.names
        order = tuple([names[man] for man in self.order[team].tolist()])
        field = (names[self.mound.man[team]], *[names[man] for man in self.players.stood[self.field[team]].tolist()])
        return Side(order, field, self._left(team) if bench else (), (), int(self.up[team]))

    def _left(self, team: int) -> tuple[str, ...]:
        """Who is left on the bench."""
        names, line_up = self.players.names, self.line_ups[self.line_up[team]]
        masks = (line_up.pitchers, int(self.pitchers[team])), (line_up.bats, int(self.bats[team]))
        left = {names[man] for players, mask in masks for at, man in enumerate(players) if mask >> at & 1}
        return tuple(man for man in line_up.side.bench if man in left)

    def played_by_hand(self, place: int) -> StratGame:
        """The game as it stands, with what is remembered of the man on the mound and of the runner on first."""
        state = self.state(place)
        game: StratGame = Game(self.players.book, GameLog(state))
        game.tracker.outings[state.fielding.pitcher] = self.mound.outing(int(self.fielding[place]))
        self._remember(place, game.tracker, state)
        return game

    def moment(self, place: int) -> Moment:
        """What managers and rules look at while the same men play."""
        book, state = self.players.book, self.state(place, bench=False)
        remembered = tracker(book, state)
        self._remember(place, remembered, state)
        return Moment(book, state, remembered)

    def _remember(self, place: int, remembered: Tracker, state: State) -> None:
        remembered.one_and_two = bool(self.fouled[place])
        if self.failed[place] and state.bases[0]:
            battery = self.players.book.battery(state.fielding)
            remembered.failed_leads[state.bases[0].player] = (1, FailedLead(False, battery.hold, battery.arm))
