"""Computer manager: it makes decisions and brings in relievers and pinch hitters."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.manager_styles import ManagerStyle, styles_of
from rules_engine.baseball.state import Side, State
from rules_engine.systems.pine_tar.cards.cards import CLOSER, GRADES, RELIEVER
from rules_engine.systems.pine_tar.pilot.decisions import decide
from rules_engine.systems.pine_tar.play.changes import must_settle
from rules_engine.systems.pine_tar.play.mound import PineTarGame, available_relievers
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

PINCH_HIT_INNING: Final = 6  # first inning for a pinch hitter for the pitcher
CLOSER_INNING: Final = 9
MAX_SAVE_LEAD: Final = 3  # largest lead that the closer protects


@dataclass(slots=True)
class Autopilot:
    """Computer manager for one or both teams. It uses no dice, so its decisions are repeatable."""

    game: PineTarGame
    teams: tuple[int, ...] = (0, 1)
    styles: tuple[ManagerStyle, ManagerStyle] = field(init=False)  # for the visitors and the home team
    _settled: Side | None = field(default=None)

    def __post_init__(self) -> None:
        self.styles = styles_of(self.game.styles)

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        game = self.game
        style = self.styles[game.state.bottom if side == "offence" else not game.state.bottom]
        return decide(question, options, PlaySituation(game.setup, game.state, game.tracker), style)

    def table(self, seed: int) -> RandomInput:
        """Return a random game input in which it decides for both sides."""
        return RandomInput(seed, self.choose)

    def changes(self) -> None:
        """Replace a pitcher who must leave, and pinch-hit for the pitcher late in a game."""
        state = self.game.log.states[-1]
        if not state.bases[0] and state.inning >= PINCH_HIT_INNING and state.bottom in self.teams:
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
            self._replace_pitcher(unsettled.team, unsettled.leaves)
        elif self._should_use_closer():
            state = self.game.state
            self._replace_pitcher(1 - state.bottom, state.fielding.pitcher)

    def _should_use_closer(self) -> bool:
        """Return whether the closer should protect a small lead."""
        state = self.game.state
        if state.inning < CLOSER_INNING or not 0 < -state.lead <= MAX_SAVE_LEAD:
            return False
        side = state.fielding
        return not self._is_closer(side.pitcher) and any(map(self._is_closer, self._relievers(side)))

    def _replace_pitcher(self, team: int, leaves: str) -> None:
        enters = self.reliever(team)
        if enters is not None:
            self.game.append(Substituted(team, enters, leaves, "PTP3"))

    def reliever(self, team: int) -> str | None:
        """Return the closer for a small lead in the ninth, otherwise the best pitcher left."""
        state = self.game.state
        relievers = self._relievers(state.sides[team])
        if not relievers:
            return None
        is_save_situation = state.inning >= CLOSER_INNING and 0 < -state.lead <= MAX_SAVE_LEAD
        return min(
            relievers,
            key=lambda player: (self._is_closer(player) != is_save_situation, self._rank(player, team), player),
        )

    def _rank(self, player: str, team: int) -> tuple[bool, int]:
        pitching = self.game.setup.pitching(player)
        grades = pitching.home if team else pitching.away
        return not pitching.reliever, GRADES.index(grades.first)

    def _relievers(self, side: Side) -> list[str]:
        return available_relievers(self.game.setup, side, self.game.relief)

    def _is_closer(self, player: str) -> bool:
        role = self.game.setup.pitching(player).role
        return CLOSER in role and RELIEVER not in role

    def _bat_for_pitcher(self, state: State) -> None:
        """Pinch-hit for a pitcher who is behind or has pitched his innings."""
        side, team = state.batting, int(state.bottom)
        if side.batter != side.pitcher or self.game.setup.is_hitter(side.pitcher):
            return
        appearance = self.game.tracker.appearances.get(side.pitcher)
        is_tired = appearance is not None and appearance.outs >= appearance.limit
        if (state.lead >= 0 and not is_tired) or not self._relievers(side):
            return
        hitters = [
            player
            for player in side.bench
            if self.game.setup.is_hitter(player) and player not in self.game.setup.absent
        ]
        if hitters:
            throws = self.game.setup.cards[state.fielding.pitcher].throws
            hitter = max(hitters, key=lambda player: (sum(self.game.setup.bat(player, throws)), player))
            self.game.append(Substituted(team, hitter, side.batter, "PTA7"))
