"""Managers of the recorded games: the computer manager, and managers who make random legal decisions."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.changes import double_switch
from rules_engine.baseball.events import FieldersMoved, GameHalted
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.state import POSITIONS
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import Reason
from rules_engine.systems.strat_o_matic.substitutions.moves import hitter_ruling, move_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import end_hitter, legal_changes, substitute

REASONS: tuple[Reason, ...] = ("pinch_hitter", "pinch_runner", "pitcher", "defence")
MOST_EVENTS = 400  # in an endless game


@dataclass
class Managers:
    """The managers of both teams in a game.

    `whims` is the share of random decisions instead of the computer manager's.
    """

    game: StratGame
    profile: Profile | None
    whims: float
    seed: int
    chance: random.Random = field(init=False)
    pilot: ComputerManager = field(init=False)

    def __post_init__(self) -> None:
        self.chance, self.pilot = random.Random(self.seed), ComputerManager(self.game, self.profile)

    def play_out(self, *, concede_in: int = 0, suspend_in: int = 0) -> None:
        """Play to the end, or until the game is conceded or suspended for good in the given inning."""
        game_input = RandomInput(self.seed, self.choose) if self.whims else self.pilot.table(self.seed)
        while not self.game.state.over and self.game.log.number < MOST_EVENTS:
            if self.whims:
                self._between_plays()
            self.pilot.changes()
            inning = self.game.state.inning
            if inning in (concede_in, suspend_in):
                self.game.append(GameHalted(*(("conceded", "T0.05") if concede_in else ("suspended", "rain"))))
                return
            self.game.play(game_input)

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        if self.chance.random() >= self.whims:
            return self.pilot.choose(side, question, options)
        walks = question == "pitch" and self.chance.random() < 0.95
        return options[0].key if walks else self.chance.choice(options).key

    def _between_plays(self) -> None:
        drawn = self.chance.random()
        for share, act in _ACTS:
            if drawn < share:
                act(self)
                return
            drawn -= share

    def change(self) -> None:
        team, reason = self.chance.randrange(2), self.chance.choice(REASONS)
        if pairs := legal_changes(self.game, self.profile, team, reason):
            substitute(self.game, self.profile, team, *self.chance.choice(pairs), reason)

    def change_fielders(self) -> None:
        side, team = self.game.state.fielding, int(not self.game.state.bottom)
        one, other = self.chance.sample(range(1, 9), 2)
        moved = {POSITIONS[one]: side.field[other], POSITIONS[other]: side.field[one]}
        if move_ruling(self.game, team, moved, tournament=self.profile is not None):
            self.game.append(FieldersMoved(team, tuple(moved.items())))

    def switch(self) -> None:
        """Make a double switch, so a new pitcher takes another player's batting spot."""
        side, team = self.game.state.fielding, int(not self.game.state.bottom)
        pitchers = [man for man in side.bench if isinstance(self.game.setup.cards[man], PitcherCard)]
        bats = [man for man in side.bench if man not in pitchers]
        if pitchers and bats:
            men = self.chance.choice(pitchers), self.chance.choice(side.field[1:]), self.chance.choice(bats)
            for event in double_switch(self.game, self.profile, team, *men)[1]:
                self.game.append(event)

    def end_the_hitter(self) -> None:
        """5.11: move the designated hitter to a position, or let the pitcher bat for him."""
        ways = [(team, position) for team in (0, 1) for position in (*POSITIONS, "")]
        if legal := [way for way in ways if hitter_ruling(self.game, *way)]:
            end_hitter(self.game, *self.chance.choice(legal))

    def halt(self) -> None:
        self.game.append(GameHalted("suspended", "rain"))
        self.game.append(GameHalted("", "taken up again"))

    def take_back(self) -> None:
        """Rewind to an earlier event, and sometimes forward again to the undone events."""
        numbers, before = self.game.log.numbers_in_force()[-6:], self.game.log.number
        if not numbers:
            return
        self.game.rewind(self.chance.choice(numbers), "the wrong card was read")
        if self.chance.random() < 0.3:
            self.game.rewind(before, "it was the right one")
        if self.game.state.ending == "suspended":
            self.game.append(GameHalted("", "taken up again"))


_ACTS: tuple[tuple[float, Callable[[Managers], None]], ...] = (
    (0.03, Managers.change),
    (0.02, Managers.change_fielders),
    (0.01, Managers.switch),
    (0.01, Managers.end_the_hitter),
    (0.003, Managers.halt),
    (0.01, Managers.take_back),
)
