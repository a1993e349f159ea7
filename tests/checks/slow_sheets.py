"""Reference checker of pitching sheets, based on the printed tournament rules and independent of the program.

It is slow on purpose: every check goes through the whole sheet, column by column, as of that time.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Printed:
    """An edition's numbers. An inning is three outs."""

    outs_to_start: int = 375  # T10.2: 125.0 innings on the card
    outs_to_relieve: int = 120  # 40.0
    rest_after_start: int = 3
    rest_after_relief: int = 2  # T27.52, before a start
    most_relief: int = 12  # outs
    window: int = 4  # games
    last_inning: int = 10
    fresh_for: int = 0  # internet: the bullpen is reset before a series of this length


@dataclass(frozen=True)
class Card:
    starts: bool
    relieves: bool
    outs: int


@dataclass(frozen=True)
class Outing:
    """An appearance.

    `before` is the outs before the suspension, or None. `entered` is whether he entered on resumption.
    """

    starts: bool
    outs: int
    extra: int = 0  # T31.1
    accepted: bool = False  # T0.06, T31.2
    before: int | None = None
    entered: bool = False


@dataclass(frozen=True)
class Slot:
    """T0.08, item 3: a team that he met dropped out later. Contains the columns of that series and of his last one."""

    met_from: int
    last_from: int
    last_to: int


@dataclass
class Sheet:
    """A sheet with columns from 1. `series` maps each column to its series' first column and length."""

    card: Card
    outings: dict[int, Outing] = field(default_factory=dict)
    series: dict[int, tuple[int, int]] = field(default_factory=dict)
    went_on: dict[int, int] = field(default_factory=dict)  # suspended column -> columns started by its completion
    slot: Slot | None = None


class SlowChecker:
    def __init__(self, printed: Printed, sheet: Sheet) -> None:
        self.printed, self.sheet = printed, sheet

    def at(self, column: int, when: float) -> tuple[str, int] | None:
        """Return S or R with the outs in a column, as the sheet showed them after `when` games had started.

        Fractions represent games resumed before the next one.
        """
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
        """Return the time when a column's game starts, after all games resumed before it are finished."""
        return column - 0.01

    def turn(self, column: int) -> float:
        """Return the time offset of a resumed game.

        Games resumed after the same number of games follow column order.
        """
        return 0.5 + column / 1000

    def relief_begins(self, column: int) -> int:
        first, length = self.sheet.series.get(column, (1, 0))
        return first if self.printed.fresh_for and length == self.printed.fresh_for else 1

    def started_lately(self, column: int) -> bool:
        earlier = [self.at(column - back, self.before(column)) for back in range(1, self.printed.rest_after_start + 1)]
        return any(cell is not None and cell[0] == "S" for cell in earlier)

    def relief_left(self, column: int) -> int:
        """Return relief outs left by innings and consecutive games only, or 0 if he can't relieve."""
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
        """Return whether another start of his is too close.

        T0.08: the rotation in the last series must be legal for the series against the dropped team, and the rotation
        after it continues from the second-to-last series.
        """
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
        """T33.0: check his work in the completion of this column's suspended game."""
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
        """Return column -> whether it was accepted, for every illegal appearance."""
        outings = self.sheet.outings
        return {column: outings[column].accepted for column in sorted(outings) if not self.is_legal(column)}
