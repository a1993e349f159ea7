"""A manager for both sides: it decides by `decisions`, and sends pitchers in and out between plays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.table import Option, RandomTable
from rules_engine.systems.pine_tar.cards.cards import CLOSER, GRADES, RELIEVER
from rules_engine.systems.pine_tar.pilot.decisions import decide
from rules_engine.systems.pine_tar.play.changes import must_settle
from rules_engine.systems.pine_tar.play.mound import PineTarGame, pitchers_left
from rules_engine.systems.pine_tar.scorebook.moment import Moment

MIDDLE: Final = 6  # from here on a hitter bats for a pitcher who is behind or done
NINTH: Final = 9
MOST_SAVED: Final = 3  # runs of a lead that is the closer's


@dataclass(slots=True)
class Autopilot:
    """Sits at both ends of the table. It asks no dice: the same game always gets the same decisions."""

    game: PineTarGame
    teams: tuple[int, ...] = (0, 1)
    _settled: Side | None = field(default=None)

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        game = self.game
        return decide(question, options, Moment(game.book, game.state, game.tracker))

    def table(self, seed: int) -> RandomTable:
        """A table of its own dice at which it decides for both sides."""
        return RandomTable(seed, self.choose)

    def changes(self) -> None:
        """Another pitcher where one must come in, and a better bat for the pitcher late in a game."""
        state = self.game.log.states[-1]
        if not state.bases[0] and state.inning >= MIDDLE and state.bottom in self.teams:
            self._bat_for_pitcher(state)
            state = self.game.log.states[-1]
        fielding = state.sides[not state.bottom]
        if (fielding is not self._settled or self.game.tracker.unsettled) and 1 - state.bottom in self.teams:
            self._change_pitchers()
            state = self.game.log.states[-1]
            self._settled = state.sides[not state.bottom]

    def _change_pitchers(self) -> None:
        unsettled = must_settle(self.game)
        if unsettled is not None and unsettled.leaves:
            self._bring_in(unsettled.team, unsettled.leaves)
        elif self._closes():
            state = self.game.state
            self._bring_in(1 - state.bottom, state.fielding.pitcher)

    def _closes(self) -> bool:
        """In the ninth a small lead is the closer's."""
        state = self.game.state
        if state.inning < NINTH or not 0 < -state.lead <= MOST_SAVED:
            return False
        side = state.fielding
        return not self._is_closer(side.pitcher) and any(map(self._is_closer, self._left(side)))

    def _bring_in(self, team: int, leaves: str) -> None:
        enters = self._reliever(team)
        if enters is not None:
            self.game.append(Substituted(team, enters, leaves, "PTP3"))

    def _reliever(self, team: int) -> str | None:
        """The closer for a small lead in the ninth, else the best reliever; a starter where nobody else is left."""
        state = self.game.state
        left = self._left(state.sides[team])
        if not left:
            return None
        saves = state.inning >= NINTH and 0 < -state.lead <= MOST_SAVED
        return min(left, key=lambda man: (self._is_closer(man) != saves, self._rank(man, team), man))

    def _rank(self, man: str, team: int) -> tuple[bool, int]:
        pitching = self.game.book.pitching(man)
        grades = pitching.home if team else pitching.away
        return not pitching.reliever, GRADES.index(grades.first)

    def _left(self, side: Side) -> list[str]:
        return pitchers_left(self.game.book, side, self.game.relief)

    def _is_closer(self, man: str) -> bool:
        role = self.game.book.pitching(man).role
        return CLOSER in role and RELIEVER not in role

    def _bat_for_pitcher(self, state: State) -> None:
        """From the sixth on, for a pitcher who bats behind in the score or has pitched his innings."""
        side, team = state.batting, int(state.bottom)
        if side.batter != side.pitcher or not self.game.book.is_pitcher(side.pitcher):
            return
        outing = self.game.tracker.outings.get(side.pitcher)
        done = outing is not None and outing.outs >= outing.limit
        if (state.lead >= 0 and not done) or not self._left(side):
            return
        hitters = [man for man in side.bench if not self.game.book.is_pitcher(man) and man not in self.game.book.absent]
        if hitters:
            throws = self.game.book.cards[state.fielding.pitcher].throws
            best = max(hitters, key=lambda man: (sum(self.game.book.bat(man, throws)), man))
            self.game.append(Substituted(team, best, side.batter, "PTA7"))
