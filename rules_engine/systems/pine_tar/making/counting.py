"""A column's exact results against a league, and the column that best fits a batting line.

A line maps outcomes to shares of plate appearances. Outs and errors are the remainder.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.systems.pine_tar.ball.dice import is_modifier_roll
from rules_engine.systems.pine_tar.ball.hits import INFIELD_ROLL
from rules_engine.systems.pine_tar.ball.swing import CHECKED_ROLLS
from rules_engine.systems.pine_tar.cards.cards import Grade
from rules_engine.systems.pine_tar.cards.columns import CELLS
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.pitchers.grades import CAREFUL_GRADES

COUNTED: Final = ("HR", "3B", "2B", "1B", "BB", "SO")  # in card order
OUT: Final = "GO"
REST: Final = (OUT, "FO", "LO", "ROE", "BK/WP")  # listed below the others
GROUNDERS: Final = 0.54  # share of batted outs, if double-play statistics are missing
LINE_DRIVES: Final = 0.07  # share of batted outs
FIRST_OCCUPIED: Final = 0.31  # share of all plate appearances
Line = dict[str, float]
_HITS = frozenset(("3B", "2B", "1B"))


@dataclass(frozen=True, slots=True)
class League:
    """The shares of grades, SO/BB ratings and fielding ranges that batters face.

    `below` counts the cells of each kind that every card in the league has.
    """

    charts: Charts
    grades: Mapping[Grade, float]
    below: Mapping[str, int]
    corrected: Mapping[int, Mapping[str, float]]  # roll -> SO or BB -> share of pitchers
    positive: float = 0.0
    negative: float = 0.0
    grounders: float = GROUNDERS  # share of batted outs

    @property
    def careful(self) -> float:
        """Return the share of walks that become ball 2."""
        return FIRST_OCCUPIED * sum(share for grade, share in self.grades.items() if grade in CAREFUL_GRADES)

    def modified(self, kind: str) -> Line:
        """Return an outcome's results on a modifier roll, averaged over all pitchers."""
        row, line = self.charts.pitcher_modifier.get(kind, {}), Line()
        for grade, share in self.grades.items():
            result = row.get(grade, kind)
            line[result] = line.get(result, 0.0) + share
        return line


class Counter:
    """Compute lines for columns in a league, for slow or other batters."""

    def __init__(self, league: League, *, slow: bool) -> None:
        self.league, self.slow = league, slow
        kinds = (*COUNTED, *REST)
        self._modified = {kind: league.modified(kind) if kind in (*COUNTED, OUT) else {kind: 1.0} for kind in kinds}
        self._special = [
            roll
            for roll in range(CELLS)
            if roll in (INFIELD_ROLL, *CHECKED_ROLLS, *league.corrected, *league.charts.negative_range.rolls)
        ]

    def line(self, counts: Mapping[str, int]) -> Line:
        """Return the line for these cell counts, with hits at the top of the column."""
        roll_line = self._line_per_roll(counts)
        waiting = roll_line.pop("BK/WP", 0.0)
        ball_two_share = roll_line.get("BB", 0.0) * self.league.careful
        second_roll = {
            kind: share / (1 - waiting) for kind, share in roll_line.items()
        }  # at two balls, every walk counts
        first = {kind: share - (ball_two_share if kind == "BB" else 0.0) for kind, share in roll_line.items()}
        return {kind: (first[kind] + ball_two_share * second_roll[kind]) / (1 - waiting) for kind in first}

    def _line_per_roll(self, counts: Mapping[str, int]) -> Line:
        """Return the line for a single batter roll."""
        line, first = Line(), 0
        for kind in (*COUNTED, *REST):
            count = counts.get(kind, 0)
            modified_cells = _modifier_rolls(first, first + count)
            line[kind] = line.get(kind, 0.0) + (count - modified_cells) / CELLS
            if modified_cells:
                for result, share in self._modified[kind].items():
                    line[result] = line.get(result, 0.0) + modified_cells * share / CELLS
            first += count
        for roll in self._special:
            self._correct(line, roll, _kind_at(counts, roll))
        return line

    def _correct(self, line: Line, roll: int, kind: str) -> None:
        """Adjust the line for a roll with a special rule. None means a modifier roll."""
        if roll == INFIELD_ROLL and kind in _HITS:
            _move(line, kind, OUT if self.slow else "1B", 1.0)
        elif roll in CHECKED_ROLLS and kind in _HITS:
            _move(line, kind, OUT, self.league.positive)
        elif roll in self.league.charts.negative_range.rolls and kind in (OUT, "FO"):
            _move(line, kind, "1B", self.league.negative)
        for result, share in self.league.corrected.get(roll, {}).items():
            _move(line, kind, result, share)


def _move(line: Line, kind: str, result: str, share: float) -> None:
    line[kind] = line.get(kind, 0.0) - share / CELLS
    line[result] = line.get(result, 0.0) + share / CELLS


_BEFORE: Final = [sum(is_modifier_roll(roll) for roll in range(end)) for end in range(2 * CELLS)]


def _modifier_rolls(first: int, end: int) -> int:
    return _BEFORE[end] - _BEFORE[first]


def _kind_at(counts: Mapping[str, int], roll: int) -> str:
    for kind in (*COUNTED, *REST):
        roll -= counts.get(kind, 0)
        if roll < 0:
            return kind
    return OUT


def fitted(counter: Counter, target: Line, start: Mapping[str, int]) -> dict[str, int]:
    """Return the cell counts whose line is nearest to `wanted`, changing one cell at a time."""
    counts = _filled(counter, start)
    best = _distance(counter.line(counts), target)
    while True:
        candidates = [_filled(counter, {**counts, kind: counts[kind] + step}) for kind in COUNTED for step in (1, -1)]
        near, nearest = min(
            ((_distance(counter.line(candidate), target), place) for place, candidate in enumerate(candidates))
        )
        if near >= best:
            return counts
        best, counts = near, candidates[nearest]


def _distance(line: Line, target: Line) -> float:
    return sum((line[kind] - target[kind]) ** 2 for kind in COUNTED)


def _filled(counter: Counter, counts: Mapping[str, int]) -> dict[str, int]:
    """Fill the remaining cells with groundouts, flyouts and line drives."""
    counted = {kind: max(0, counts[kind]) for kind in COUNTED} | dict(counter.league.below)
    free = CELLS - sum(counted.values())
    if free < 0:  # no column can represent a batter who never makes an out
        counted["SO"] = max(0, counted["SO"] + free)
        free = max(0, CELLS - sum(counted.values()))
    grounders = counter.league.grounders
    shares = (grounders, 1 - LINE_DRIVES - grounders, LINE_DRIVES)
    return counted | dict(zip((OUT, "FO", "LO"), split(free, shares), strict=True))


def split(total: int, shares: Sequence[float]) -> list[int]:
    """Split a number into whole parts proportional to the shares."""
    exact = [total * share / sum(shares) for share in shares]
    parts = [int(part) for part in exact]
    for place in sorted(range(len(parts)), key=lambda place: (parts[place] - exact[place], place)):
        if sum(parts) < total:
            parts[place] += 1
    return parts
