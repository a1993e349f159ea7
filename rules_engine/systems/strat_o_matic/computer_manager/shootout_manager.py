"""A computer manager for shootouts: names pitchers, pinch hits for them, and replaces injured players."""

from dataclasses import dataclass

from rules_engine.baseball.changes import rearranged
from rules_engine.baseball.covering import FIELDING_POSITIONS, positions_on_card
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.substitutions import stand_in
from rules_engine.competition.shootout import ShootoutResult
from rules_engine.systems.strat_o_matic.computer_manager.bench import best_bat, injury_replacement
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import players_to_replace
from rules_engine.systems.strat_o_matic.play.shootout_game import ShootoutGame, ShootoutTeam


@dataclass(slots=True)
class ShootoutManager:
    """Manage both teams.

    People can use only `name_pitcher` and `changes`, and make the other decisions themselves.
    """

    shootout: ShootoutGame

    def name_pitcher(self) -> str:
        """Return the first available starter in innings 1 and 2, and the first available reliever after that.

        If no pitcher of that kind is available, return the first available pitcher.
        """
        available = self.shootout.pitchers()
        starters_wait = self.shootout.inning > 2
        return min(available, key=lambda player: (self._is_starter(player) == starters_wait, available.index(player)))

    def _is_starter(self, player: str) -> bool:
        return bool(self.shootout.setup.pitcher(player).endurance.starter)

    def changes(self, game: StratGame) -> None:
        """Replace injured players, and pinch hit for the pitcher if at least two batters are on the bench."""
        for side, player in players_to_replace(game):
            self.shootout.change(side, injury_replacement(game, side, player), player)
            if moved := rearranged(game, side):
                game.append(moved)
        batting = game.state.batting
        bats = game.setup.batters(batting.bench)
        pitcher_up = batting.batter == batting.pitcher and not game.setup.is_hitter(batting.batter)
        if pitcher_up and len(bats) > 1 and not game.tracker.one_and_two:
            self.shootout.change(self.shootout.batting, best_bat(game, bats), batting.batter)

    def between_halves(self) -> None:
        """Replace injured players who are still in the lineup."""
        for number, team in enumerate(self.shootout.teams):
            for player in [player for player in team.order if player in team.injured and player != team.pitcher]:
                self.shootout.replace_injured(number, self._successor(team, player), player)

    def _successor(self, team: ShootoutTeam, injured: str) -> str:
        bench = team.side(self.shootout.inning).bench
        position = FIELDING_POSITIONS[team.fielders.index(injured)]
        positions_by_player = positions_on_card(self.shootout.setup, bench)
        candidates = sorted(
            bench,
            key=lambda player: (position not in positions_by_player.get(player, ()), player not in positions_by_player),
        )
        return next(iter(candidates), stand_in(injured))

    def play(self, seed: int) -> ShootoutResult:
        """Play the shootout to its end, with dice from this seed."""
        game_input = RandomInput(seed)
        while self.shootout.result().winner is None:
            game = self.shootout.begin_half(self.name_pitcher())
            game_input.choose = ComputerManager(game).choose
            while not game.state.over and self.shootout.result().winner is None:
                self.changes(game)
                game.play(game_input)
            self.shootout.end_half()
            self.between_halves()
        return self.shootout.result()
