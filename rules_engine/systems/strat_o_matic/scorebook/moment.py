"""One moment of a game: the facts on which rules and managers go, each worked out only where it is asked for."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.ball.dice import CardLine
from rules_engine.systems.strat_o_matic.ball.flies import outfield_in_allowed, sacrifice_possible
from rules_engine.systems.strat_o_matic.ball.situation import Battery, Fielder, Infield, Situation
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.compiling.rules import rule_watching
from rules_engine.systems.strat_o_matic.running.leads import FailedLead
from rules_engine.systems.strat_o_matic.scorebook.book import AtBat, Book
from rules_engine.systems.strat_o_matic.scorebook.steal_calls import legal_calls
from rules_engine.systems.strat_o_matic.scorebook.tracker import Tracker

Known = TypeVar("Known")


class Stance(NamedTuple):
    """How the defence stands once both sides have announced. `held` is a bases int."""

    held: int
    infield: Infield
    outfield_in: bool


class Moment:
    """A batter, a pitcher and all that stands around them; once both sides have announced, a Situation too.

    Rules of play read their facts from here; what is in NO_FACTS is behind the facts and not for them.
    """

    __slots__ = ("at_bat", "book", "dice", "mound", "now", "outs", "state", "stance", "station", "tracker")
    NO_FACTS = frozenset(("book", "now", "tracker"))
    KNOWN_BY_STATION = frozenset((("state",), ("outs",)))

    at_bat: AtBat
    mound: PitcherCard
    dice: CardLine  # thrown for the line that is being read
    stance: Stance
    in_game = True

    def __init__(self, book: Book, now: State, tracker: Tracker) -> None:
        self.book, self.now, self.tracker = book, now, tracker
        _, sides, _, bottom, outs, (first, second, third), _, _, _ = now
        order, _, _, _, up = sides[bottom]
        men = order[up], sides[not bottom].field[0]
        at_bat = book.at_bats.get(men) or book.at_bat(*men)
        state = (first is not None) + 2 * (second is not None) + 4 * (third is not None)
        self.at_bat, self.mound, self.outs, self.state = at_bat, at_bat.mound, outs, state
        self.station = state + 8 * outs + 1

    @property
    def held(self) -> int:
        return self.stance.held

    @property
    def infield(self) -> Infield:
        return self.stance.infield

    @property
    def outfield_in(self) -> bool:
        return self.stance.outfield_in

    @property
    def situation(self) -> Situation:
        """The moment as the rules of a ball in play see it."""
        return self  # type: ignore[return-value]

    @property
    def running(self) -> tuple[int, int, int, int]:
        return self.book.running_ratings(self.now)

    @property
    def fielders(self) -> Mapping[str, Fielder]:
        return self.book.fielders(self.now.fielding)

    def fielder(self, position: str) -> Fielder:
        return Situation.fielder(self.situation, position)

    def arm(self, outfielder: str) -> int:
        return Situation.arm(self.situation, outfielder)

    def is_held(self, base: int) -> bool:
        return Situation.is_held(self.situation, base)

    @property
    def tired(self) -> bool:
        """27.2, 28.3: dots on the pitcher's card are hits."""
        return self.tracker.tired(self.now)

    @property
    def one_and_two(self) -> bool:
        """18.8: the batter has fouled off a bunt."""
        return self.tracker.one_and_two

    @property
    def standing_holds(self) -> int | None:
        """8.22: the runners held by an order that stands, as a bases int; None where the defence is free."""
        return self.tracker.standing_holds(self.now)

    @property
    def asterisk_on_first(self) -> bool:
        return self.book.asterisk_on_first(self.now)

    @property
    def battery(self) -> Battery:
        return self.book.battery(self.now.fielding)

    def legal_steals(self, held: int) -> int:
        """23.6: the bases from which a steal may be led with these runners held, both as bases ints."""
        return self.fact(_LEGAL_STEALS[held])

    def runner_on(self, base: int) -> str:
        """Who is on this base, "" for nobody."""
        return self.fact(_RUNNERS[base])

    def failed_lead(self, base: int) -> FailedLead | None:
        """23.3D: how the runner on this base failed to get his lead."""
        return self.fact(_FAILED_LEADS[base])

    @property
    def lead_tried(self) -> bool:
        """23.91: a runner now on base has failed to get his lead."""
        on_base = enumerate(self.now.bases, start=1)
        return any(runner and self.tracker.failed_lead(runner.player, base) for base, runner in on_base)

    def fly_may_end_it(self) -> bool:
        """21.1: the outfield may come in, since a sacrifice fly ends the game."""
        return sacrifice_possible(self.state, self.outs) and self.outfield_may_come_in

    @property
    def outfield_may_come_in(self) -> bool:
        now = self.now
        return now.bottom and bool(
            outfield_in_allowed(
                self.book.edition,
                inning=now.inning,
                bottom=now.bottom,
                lead=now.lead,
                state=self.state,
                outs=self.outs,
                innings=now.rules.innings,
            )
        )

    def fact(self, of: "Callable[[Moment], Known]") -> Known:
        """Something worked out from the moment; to a rule it is one fact, whatever went into it."""
        return of(self)


def _legal_steals(held: int, moment: Moment) -> int:
    return legal_calls(moment.book, moment.now, moment.tracker, held)


def _runner_on(base: int, moment: Moment) -> str:
    runner = moment.now.bases[base - 1]
    return runner.player if runner else ""


def _failed_lead(base: int, moment: Moment) -> FailedLead | None:
    return moment.tracker.failed_lead(_runner_on(base, moment), base)


_LEGAL_STEALS = tuple(partial(_legal_steals, held) for held in range(8))  # one fact for each way of holding
_RUNNERS = tuple(partial(_runner_on, base) for base in range(4))
_FAILED_LEADS = tuple(partial(_failed_lead, base) for base in range(4))
rule = rule_watching(Moment, Situation, AtBat, PitcherCard, Fielder, Battery)  # a rule of play reads these
