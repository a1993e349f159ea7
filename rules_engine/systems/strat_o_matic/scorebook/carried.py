"""What a team's games leave it for the next one: pitchers without their rest, relievers spent, men still hurt."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    Allowance,
    Cell,
    last_outing,
    relief_allowance,
    rested_since_start,
    rested_to_start,
)
from rules_engine.eligibility.pitching import Outing as PitchedOuting
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.pitchers.rest import LastOuting, is_rested, relief_ruling
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.mound import Relief
from rules_engine.systems.strat_o_matic.scorebook.tracker import Tracker

WINDOW = 14  # games looked back on: more than any rest lasts


@dataclass(slots=True)
class Carried:
    """One team, a game a day. With a tournament's `profile` its rules of rest count, else those of the edition.

    `cells` are the last games of each pitcher as a pitching sheet has them, `out_for` the games a hurt man misses yet.
    """

    book: Book
    profile: Profile | None = None
    games: int = 0
    cells: dict[str, list[Cell]] = field(default_factory=lambda: defaultdict(list))
    out_for: dict[str, int] = field(default_factory=dict)

    def may_start(self, man: str) -> Ruling:
        """10.2, 26.1, 27.51, 27.52, T10.2, T27.52: whether he has had his rest for a start."""
        if self.profile:
            return rested_to_start(*self._sheet(man), self.profile)
        if self._rested(man, starts=True):
            return allow("10.2", "He has had his rest.")
        return refuse("27.51" if self.book.edition.rest.chart else "10.2", "He has not had his rest for a start.")

    def unrested(self, men: Iterable[str], starter: str) -> frozenset[str]:
        """27.52, 27.61: those who would come to the mound tired."""
        if not self.book.edition.endurance.tired_without_rest:
            return frozenset()
        return frozenset(man for man in men if man in self.cells and not self._rested(man, starts=man == starter))

    def relief(self, men: Iterable[str]) -> Relief:
        """27.64, T10.2: what is left of those who do not come into the game free of any limit."""
        limits = ((man, self._allowance(man)) for man in men if man in self.cells)
        return {man: allowance for man, allowance in limits if allowance is not None}

    def after(self, log: GameLog, team: int, tracker: Tracker) -> None:
        """Write down a game: who pitched, who is hurt for how long."""
        self.games += 1
        side = log.state.sides[team]
        self.out_for = {man: games - 1 for man, games in self.out_for.items() if games > 1}
        for _, event in log.in_force():
            if isinstance(event, PlayMade) and event.games_missed and _belongs(event.hurt, side):
                self.out_for[event.hurt] = event.games_missed
        pitched = {man: outing for man, outing in tracker.outings.items() if _belongs(man, side)}
        for man in {*self.cells, *pitched}:
            outing = pitched.get(man)
            cell = PitchedOuting(START if outing.started else RELIEF, outing.outs) if outing else None
            self.cells[man] = [*self.cells[man], cell][-WINDOW:]

    def _sheet(self, man: str) -> tuple[list[Cell], int]:
        """His cells, and the number of the next game counted as they are."""
        cells = self.cells.get(man, [])
        return cells, len(cells) + 1

    def _rested(self, man: str, *, starts: bool) -> bool:
        card, (cells, game) = self.book.cards[man], self._sheet(man)
        last = last_outing(cells, game)
        cell = cells[last - 1] if last else None
        outing = LastOuting(cell.role == START, cell.outs, game - last - 1) if cell else None
        asterisk = isinstance(card, PitcherCard) and card.asterisk
        return is_rested(self.book.edition.rest, outing, starts=starts, asterisk=asterisk)

    def _allowance(self, man: str) -> Allowance | None:
        cells, game = self._sheet(man)
        if self.profile:
            rested = rested_since_start(cells, game, self.profile)
            return relief_allowance(cells, game, self.profile) if rested else Allowance(rested, 0)
        ruling = relief_ruling(self.book.edition.rest, [cell is not None for cell in cells])
        return None if ruling else Allowance(ruling, 0)


def _belongs(man: str, side: Side) -> bool:
    return man in side.order or man in side.field or man in side.gone
