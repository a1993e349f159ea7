"""A second checker of pitching sheets, written from the printed tournament rules; it knows nothing of the program.

Slow on purpose: every question is asked anew of the whole sheet, column by column, as it stood at that time.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Printed:
    """The numbers of an edition; an inning is three outs."""

    outs_to_start: int = 375  # T10.2: 125.0 innings on the card
    outs_to_relieve: int = 120  # 40.0
    rest_after_start: int = 3
    rest_after_relief: int = 2  # T27.52, before a start
    most_relief: int = 12  # outs
    window: int = 4  # games
    last_inning: int = 10
    fresh_for: int = 0  # internet: the length of the series before which the bull pen is reset


@dataclass(frozen=True)
class Card:
    starts: bool
    relieves: bool
    outs: int


@dataclass(frozen=True)
class Outing:
    """`before`: outs got before the game was suspended, None where it was not; `entered` when it went on."""

    starts: bool
    outs: int
    extra: int = 0  # T31.1
    accepted: bool = False  # T0.06, T31.2
    before: int | None = None
    entered: bool = False


@dataclass(frozen=True)
class Slot:
    """T0.08, item 3: a team that he had met dropped out later. Columns of that series and of his last."""

    met_from: int
    last_from: int
    last_to: int


@dataclass
class Sheet:
    """Columns from 1. `series`: the column with which each column's series begins, and its length."""

    card: Card
    outings: dict[int, Outing] = field(default_factory=dict)
    series: dict[int, tuple[int, int]] = field(default_factory=dict)
    went_on: dict[int, int] = field(default_factory=dict)  # suspended column -> columns begun when it was finished
    slot: Slot | None = None


class SlowChecker:
    def __init__(self, printed: Printed, sheet: Sheet) -> None:
        self.printed, self.sheet = printed, sheet

    def at(self, column: int, when: float) -> tuple[str, int] | None:
        """S or R with the outs of a column, as the sheet showed it once so many games were begun, and a fraction for
        games that went on before the next."""
        outing = self.sheet.outings.get(column)
        if outing is None or column < 1:
            return None
        role = "S" if outing.starts else "R"
        if outing.before is None and not outing.entered:
            return role, outing.outs
        if when < self.sheet.went_on[column] + self.turn(column):  # still suspended
            return None if outing.entered else (role, outing.before or 0)
        return role, outing.outs

    def before(self, column: int) -> float:
        """When the game of a column begins: every game that went on before it has been finished."""
        return column - 0.01

    def turn(self, column: int) -> float:
        """Games that go on after as many games do so in the order of their columns."""
        return 0.5 + column / 1000

    def relief_begins(self, column: int) -> int:
        first, length = self.sheet.series.get(column, (1, 0))
        return first if self.printed.fresh_for and length == self.printed.fresh_for else 1

    def started_lately(self, column: int) -> bool:
        earlier = [self.at(column - back, self.before(column)) for back in range(1, self.printed.rest_after_start + 1)]
        return any(cell is not None and cell[0] == "S" for cell in earlier)

    def relief_left(self, column: int) -> int:
        """By innings and by games in a row alone; 0 where he may not."""
        begins = self.relief_begins(column)
        earlier = [column - back for back in range(1, self.printed.window) if column - back >= begins]
        cells = [self.at(earlier_column, self.before(column)) for earlier_column in earlier]
        if len(earlier) == self.printed.window - 1 and all(cell is not None for cell in cells):
            return 0
        return max(0, self.printed.most_relief - sum(cell[1] for cell in cells if cell and cell[0] == "R"))

    def can_relieve(self, column: int) -> int:
        card = self.sheet.card
        if not card.relieves or card.outs < self.printed.outs_to_relieve or self.started_lately(column):
            return 0
        return self.relief_left(column)

    def can_start(self, column: int) -> bool:
        card = self.sheet.card
        if not card.starts or card.outs < self.printed.outs_to_start or self.is_out_of_turn(column):
            return False
        for earlier in range(column - 1, 0, -1):
            cell = self.at(earlier, self.before(column))
            if cell is not None:
                rested = column - earlier > self.printed.rest_after_relief
                could_relieve = self.relief_left(column) > 0 and not self.started_lately(column)
                return cell[0] == "S" or (rested and could_relieve)
        return True

    def is_out_of_turn(self, column: int) -> bool:
        """Whether a start of his lies too near. T0.08: the rotation of the last series is one that would have been
        legal for the series against the dropped team, and that after it goes on from the series before the last."""
        slot = self.sheet.slot
        if slot is None or column < slot.last_from:
            return self.started_lately(column)
        if column <= slot.last_to:
            games = [*range(1, slot.met_from), *range(slot.last_from, column)]
        else:
            games = [*range(1, slot.last_from), *range(slot.last_to + 1, column)]
        nearest = games[-self.printed.rest_after_start :] if self.printed.rest_after_start else []
        return any((self.at(game, self.before(column)) or ("", 0))[0] == "S" for game in nearest)

    def is_legal(self, column: int) -> bool:
        outing = self.sheet.outings[column]
        total_outs = outing.outs if outing.before is None else outing.before
        if outing.entered:
            return self.goes_on(column, 0, outing.outs, outing)
        if outing.starts:
            fine = self.can_start(column) and total_outs <= 3 * self.printed.last_inning
        else:
            left = self.can_relieve(column)
            fine = left > 0 and total_outs <= left + outing.extra
        if outing.before is None or not fine:
            return fine
        return self.goes_on(column, outing.before, outing.outs - outing.before, outing)

    def goes_on(self, column: int, before: int, later: int, outing: Outing) -> bool:
        """T33.0: what he pitched when the suspended game of this column was finished."""
        last = self.sheet.went_on[column]
        if outing.starts:
            left = 3 * self.printed.last_inning - before
            return left > 0 and later <= left
        seen: dict[int, tuple[str, int]] = {}
        for number in range(1, last + 1):
            cell = (
                self.at(number, last + self.turn(column))
                if number != column
                else (None if outing.entered else ("R", before))
            )
            if cell is not None:
                seen[number] = cell
        if outing.entered and (not self.sheet.card.relieves or self.sheet.card.outs < self.printed.outs_to_relieve):
            return False
        barred = [column - back for back in range(1, self.printed.rest_after_start + 1)]
        barred += [column + ahead for ahead in range(1, self.printed.rest_after_relief + 1)]
        if any(seen.get(column, ("", 0))[0] == "S" for column in barred):
            return False
        left = self.printed.most_relief
        for first in range(column - self.printed.window + 1, column + 1):
            run = range(first, first + self.printed.window)
            if first >= 1 and all(relief_column in seen for relief_column in run if relief_column != column):
                return False
            left = min(left, self.printed.most_relief - sum(self.relieved(seen, column) for column in run))
        next_start = column + self.printed.rest_after_relief + 1
        if seen.get(next_start, ("", 0))[0] == "S":
            left = min(
                left, self.printed.most_relief - 1 - sum(self.relieved(seen, n) for n in range(column, next_start))
            )
        return left > 0 and later <= left + outing.extra

    def relieved(self, seen: dict[int, tuple[str, int]], column: int) -> int:
        role, outs = seen.get(column, ("", 0))
        return outs if role == "R" else 0

    def faults(self) -> dict[int, bool]:
        """Column of every outing that was not legal -> whether it was accepted."""
        outings = self.sheet.outings
        return {column: outings[column].accepted for column in sorted(outings) if not self.is_legal(column)}
