"""The facts of one batter and one pitcher, as the rules ask for them."""

from rules_engine.baseball.state import POSITIONS, State
from rules_engine.systems.pine_tar.cards.cards import Card, Grade, PitchersHalf, Speed
from rules_engine.systems.pine_tar.pitchers.grades import against_opposite_side, grade, time_through
from rules_engine.systems.pine_tar.scorebook.book import Book
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker

_FASTER: dict[Speed, Speed] = {"S": "M", "M": "F", "F": "F"}


class Moment:
    """Before a throw. `going` are the bases whose runners go on a hit and run (PTHR1)."""

    __slots__ = ("balls", "batter", "book", "going", "mound", "occupied", "outs", "pitching", "state", "tracker")

    def __init__(self, book: Book, state: State, tracker: Tracker) -> None:
        self.book, self.state, self.tracker = book, state, tracker
        _, sides, _, bottom, self.outs, (first, second, third), _, _, _ = state
        self.occupied = (first is not None) + 2 * (second is not None) + 4 * (third is not None)
        order, _, _, _, up = sides[bottom]
        pitcher = sides[not bottom].field[0]
        self.batter: Card = book.cards[order[up]]
        self.mound: Card = book.cards[pitcher]
        self.pitching: PitchersHalf = book.pitching(pitcher)
        self.going: tuple[int, ...] = ()
        self.balls = tracker.balls

    @property
    def grade(self) -> Grade:
        """PTG1, PTRI1: the grade that counts for this batter."""
        outing = self.tracker.outing(self.state)
        time = time_through(outing.faced + 1)
        card_grade = grade(self.pitching, at_home=not self.state.bottom, started=outing.started, time=time)
        if not self.book.edition.options.risp_penalty:
            return card_grade
        return against_opposite_side(
            card_grade, self.batter.bats, self.mound.throws, scoring_position=bool(self.occupied & 0b110)
        )

    def runner(self, base: int) -> Card:
        runner = self.state.bases[base - 1]
        if runner is None:
            raise ValueError(f"nobody is on base {base}")
        return self.book.cards[runner.player]

    def speed_on_hit(self, base: int) -> Speed:
        """PTHR6: a runner who goes with the pitch counts for one class faster on a hit."""
        speed = self.runner(base).speed
        return _FASTER[speed] if base in self.going and self.book.charts.hit_and_run.class_up_on_hit else speed

    def fielder(self, position: str) -> Card:
        return self.book.cards[self.state.fielding.field[POSITIONS.index(position)]]
