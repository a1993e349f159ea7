"""Counts what a league's replayed games come to per 27 outs, with as little left to chance as can be known exactly.

What the dice showed beyond their chance, which a game's system knows, is taken out of every line. Lines that a card
alone decides are then all but exact; runs and men caught keep a sixth of their variance, double plays a tenth, steals
a third.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import State
from rules_engine.baseball.tallies import INTENTIONAL
from seasons.league_statistics import Totals

OUTS: Final = 27
OF_BATTERS: Final = {
    "AB": "at_bats",
    "R": "runs",
    "H": "hits",
    "2B": "doubles",
    "3B": "triples",
    "HR": "homeruns",
    "BB": "walks",
    "IBB": "intentional_walks",
    "HBP": "hit_by_pitch",
    "SO": "strikeouts",
    "SB": "stolen_bases",
    "CS": "caught_stealing",
    "GIDP": "double_plays",
    "SH": "sacrifices",
    "SF": "sacrifice_flies",
}
USE: Final = ("outs of starters", "PA of pitchers")  # no lines of a box score: how men were used
LINES: Final = (*OF_BATTERS, "DP", "E", "WP", "PB", "BK", *USE)
STEADY: Final = 10  # games of no luck at all that the regression is given, so that few games do not explain too much

Matrix = NDArray[np.float64]
Plays = Sequence[tuple[State, PlayMade]]


class Estimate(NamedTuple):
    """A line per 27 outs, and its standard error."""

    given: float
    error: float


@dataclass(frozen=True)
class Target:
    """What a league's lines per 27 outs should be, and the same lines of a replay written as they were then."""

    totals: Totals
    use: Mapping[str, float]

    def real(self) -> dict[str, float]:
        """Every recorded line."""
        totals = self.totals
        found = {name: count * OUTS / totals.counts["IPouts"] for name, count in totals.counts.items()}
        return {name: found[name] for name in found if name in totals.recorded} | dict(self.use)

    def as_written(self, given: Mapping[str, Estimate]) -> dict[str, Estimate]:
        """A replay's lines as scorers of the time wrote them: flies that scored a run were not always sacrifices."""
        written, flies = dict(given), given["SF"]
        line = {"sacrifice": "SH", "at_bat": "AB"}.get(self.totals.sacrifice_flies)
        if line:
            one = written[line]
            written[line] = Estimate(one.given + flies.given, (one.error**2 + flies.error**2) ** 0.5)
        return written

    @property
    def games(self) -> float:
        """How many games the league's real season was, by its outs."""
        return self.totals.counts["IPouts"] / (2 * OUTS)

    @property
    def double_plays(self) -> str:
        """GIDP where batters' were kept, else the double plays of the fielders."""
        return "GIDP" if "GIDP" in self.totals.recorded else "DP"


@dataclass
class Counts:
    """Games so far: a row of lines and a row of luck for each; every man's lines; broken invariants, of which none."""

    rows: list[list[float]] = field(default_factory=list)
    luck: list[Matrix] = field(default_factory=list)
    batting: dict[str, Counter[str]] = field(default_factory=dict)
    pitching: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.rows)

    def add(self, log: GameLog, luck_of: Callable[[Plays], Matrix], bats_as_pitcher: Callable[[str], bool]) -> None:
        """One more game."""
        history = list(log.in_force())
        self.faults += broken_invariants(log)
        box = box_score(history)
        plays = [(before, event) for before, event in history if isinstance(event, PlayMade)]
        self.rows.append(_line_row(box, plays, bats_as_pitcher))
        self.luck.append(luck_of(plays))
        self._add_players(box)
        for _, event in plays:
            if event.play.kind == "walk" and event.play.code == INTENTIONAL:
                self.pitching[event.pitcher]["IBB"] += 1

    def _add_players(self, box: BoxScore) -> None:
        for team in box.teams:
            for man, line in team.batting.items():
                batting = self.batting.setdefault(man, Counter())
                batting["PA"] += line.plate_appearances - line.sacrifices - line.intentional_walks
                for name, column in OF_BATTERS.items():
                    batting[name] += getattr(line, column)
            for man, work in team.pitching.items():
                pitching = self.pitching.setdefault(man, Counter())
                pitching.update(
                    BF=work.batters, H=work.hits, HR=work.homeruns, BB=work.walks, SO=work.strikeouts, outs=work.outs
                )

    def add_all(self, other: "Counts") -> None:
        """Other games of the same league."""
        self.rows += other.rows
        self.luck += other.luck
        self.faults += other.faults
        for mine, theirs in ((self.batting, other.batting), (self.pitching, other.pitching)):
            for man, counted in theirs.items():
                mine.setdefault(man, Counter()).update(counted)

    def per_27_outs(self) -> dict[str, Estimate]:
        """Every line for one team in 27 outs, luck of the dice taken out as far as it is known."""
        rows = np.array(self.rows)
        adjusted = without_luck(rows, np.array(self.luck))
        outs = adjusted[:, 0]
        found = {}
        for column, name in enumerate(LINES, start=1):
            ratio = float(adjusted[:, column].mean() / outs.mean())
            left = adjusted[:, column] - ratio * outs
            error = float(left.std() / outs.mean() / np.sqrt(len(rows)))
            found[name] = Estimate(ratio * OUTS, error * OUTS)
        return found


def _line_row(box: BoxScore, plays: Plays, bats_as_pitcher: Callable[[str], bool]) -> list[float]:
    """Outs and LINES of both teams."""
    lines = [line for team in box.teams for line in team.pitching.values()]
    fielders = [line for team in box.teams for line in team.fielding.values()]
    return [
        sum(line.outs for line in lines),
        *(sum(team.total(column) for team in box.teams) for column in OF_BATTERS.values()),
        sum(event.play.to.count(-1) > 1 for _, event in plays),
        sum(line.errors for line in fielders),
        sum(line.wild_pitches for line in lines),
        sum(line.passed_balls for line in fielders),
        sum(line.balks for line in lines),
        sum(next(iter(team.pitching.values())).outs for team in box.teams),
        sum(line.plate_appearances for team in box.teams for man, line in team.batting.items() if bats_as_pitcher(man)),
    ]


def without_luck(rows: Matrix, luck: Matrix) -> Matrix:
    """Every line of every game less what its luck explains. The mean of luck is nothing, so the mean stays true."""
    centred = luck - luck.mean(axis=0)
    steadied = centred.T @ centred + STEADY * np.diag(centred.var(axis=0) + 1e-9)
    slopes = np.linalg.solve(steadied, centred.T @ (rows - rows.mean(axis=0)))
    return np.asarray(rows - luck @ slopes)
