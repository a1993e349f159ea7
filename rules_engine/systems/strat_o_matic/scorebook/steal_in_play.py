"""A steal as the facts of a moment tell it, for rules that are compiled while they are played (23.3-23.6)."""

from rules_engine.systems.strat_o_matic.ball.situation import Battery
from rules_engine.systems.strat_o_matic.running.leads import FailedLead
from rules_engine.systems.strat_o_matic.running.stealing import Thief
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment
from rules_engine.systems.strat_o_matic.scorebook.steal_calls import led_by


class StealInPlay:
    """What the rules ask of a StealAttempt, each part read where it is asked."""

    __slots__ = ("_book", "_moment", "base", "target")

    def __init__(self, book: Book, moment: Moment, base: int) -> None:
        self._book, self._moment, self.base, self.target = book, moment, base, base + 1

    @property
    def state(self) -> int:
        return self._moment.state

    @property
    def outs(self) -> int:
        return self._moment.outs

    @property
    def stealing(self) -> int:
        return led_by(self._moment.state, self.base)

    @property
    def thief(self) -> Thief:
        return self._book.thief(self._moment.runner_on(self.base))

    @property
    def held(self) -> bool:
        return self._moment.is_held(self.base)

    @property
    def battery(self) -> Battery:
        return self._moment.battery

    @property
    def infield_in(self) -> bool:
        return self._moment.infield == "in"

    @property
    def earlier(self) -> FailedLead | None:
        return self._moment.failed_lead(self.base)
