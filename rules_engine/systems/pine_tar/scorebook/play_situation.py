"""The situation before a play: batter, pitcher, bases and count."""

from rules_engine.baseball.state import POSITIONS, State
from rules_engine.systems.pine_tar.cards.cards import Card, Grade, PitcherRatings, Speed
from rules_engine.systems.pine_tar.pitchers.grades import adjust_for_scoring_position, printed_grade, time_through
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker

_NEXT_FASTER: dict[Speed, Speed] = {"S": "M", "M": "F", "F": "F"}


class PlaySituation:
    """The situation before a play. `going` has the bases of hit-and-run runners (PTHR1)."""

    __slots__ = ("balls", "batter", "going", "mound", "occupied", "outs", "pitching", "setup", "state", "tracker")

    def __init__(self, setup: GameSetup, state: State, tracker: Tracker) -> None:
        self.setup, self.state, self.tracker = setup, state, tracker
        _, sides, _, bottom, self.outs, (first, second, third), _, _, _ = state
        self.occupied = (first is not None) + 2 * (second is not None) + 4 * (third is not None)
        order, _, _, _, up = sides[bottom]
        pitcher = sides[not bottom].field[0]
        self.batter: Card = setup.cards[order[up]]
        self.mound: Card = setup.cards[pitcher]
        self.pitching: PitcherRatings = setup.pitching(pitcher)
        self.going: tuple[int, ...] = ()
        self.balls = tracker.balls

    @property
    def grade(self) -> Grade:
        """PTG1, PTRI1: Return the pitcher's grade against this batter."""
        appearance = self.tracker.appearance(self.state)
        time = time_through(appearance.batters_faced + 1)
        card_grade = printed_grade(self.pitching, at_home=not self.state.bottom, started=appearance.started, time=time)
        if not self.setup.edition.options.risp_penalty:
            return card_grade
        return adjust_for_scoring_position(
            card_grade, self.batter.bats, self.mound.throws, scoring_position=bool(self.occupied & 0b110)
        )

    def runner(self, base: int) -> Card:
        runner = self.state.bases[base - 1]
        if runner is None:
            raise ValueError(f"no one is on base {base}")
        return self.setup.cards[runner.player]

    def speed_on_hit(self, base: int) -> Speed:
        """PTHR6: Return the runner's speed, one class faster if he is in motion."""
        speed = self.runner(base).speed
        return _NEXT_FASTER[speed] if base in self.going and self.setup.charts.hit_and_run.class_up_on_hit else speed

    def fielder(self, position: str) -> Card:
        return self.setup.cards[self.state.fielding.field[POSITIONS.index(position)]]
