"""Count a league's replayed results per 27 outs, with the known luck of the dice removed.

Lines that depend on a card alone become almost exact. Runs and runners caught retain a sixth of their variance, double
plays a tenth, and steals a third.
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
BATTING_COLUMNS: Final = {
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
USAGE_LINES: Final = ("outs of starters", "PA of pitchers")  # how players were used; not in a box score
LINES: Final = (*BATTING_COLUMNS, "DP", "E", "WP", "PB", "BK", *USAGE_LINES)
RIDGE_GAMES: Final = 10  # number of games without luck added to the regression, so that it doesn't overfit a few games

Matrix = NDArray[np.float64]
Plays = Sequence[tuple[State, PlayMade]]


class Estimate(NamedTuple):
    """A line per 27 outs, and its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Target:
    """The lines per 27 outs that a league's replay should produce."""

    totals: Totals
    usage: Mapping[str, float]

    def real_lines(self) -> dict[str, float]:
        """Return all lines recorded at the time."""
        outs = self.totals.counts["IPouts"]
        lines = {}
        for name, count in self.totals.counts.items():
            if name in self.totals.recorded:
                lines[name] = count * OUTS / outs
        return lines | dict(self.usage)

    def as_scored(self, replayed: Mapping[str, Estimate]) -> dict[str, Estimate]:
        """Return a replay's lines under the scoring rules of the time, which sometimes counted flies as sacrifices."""
        scored = dict(replayed)
        line = {"sacrifice": "SH", "at_bat": "AB"}.get(self.totals.sacrifice_flies)
        if line:
            flies, plain = replayed["SF"], replayed[line]
            error = (plain.error**2 + flies.error**2) ** 0.5
            scored[line] = Estimate(plain.value + flies.value, error)
        return scored

    @property
    def games(self) -> float:
        """Return the number of games in the real season, based on its outs."""
        return self.totals.counts["IPouts"] / (2 * OUTS)

    @property
    def double_plays(self) -> str:
        """Return the double-play line to use: GIDP if recorded, otherwise the fielders' DP."""
        return "GIDP" if "GIDP" in self.totals.recorded else "DP"


@dataclass
class Counts:
    """The results of replayed games.

    Attributes:
        rows: Both teams' outs and LINES for each game.
        luck: The luck terms of the dice for each game.
        batting: Batting lines by player.
        pitching: Pitching lines by player.
        faults: Broken invariants.
    """

    rows: list[list[float]] = field(default_factory=list)
    luck: list[Matrix] = field(default_factory=list)
    batting: dict[str, Counter[str]] = field(default_factory=dict)
    pitching: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.rows)

    def add(self, log: GameLog, game_luck: Callable[[Plays], Matrix], bats_as_pitcher: Callable[[str], bool]) -> None:
        """Add a game."""
        history = list(log.in_force())
        self.faults += broken_invariants(log)
        box = box_score(history)
        plays = [(before, event) for before, event in history if isinstance(event, PlayMade)]
        self.rows.append(_line_row(box, plays, bats_as_pitcher))
        self.luck.append(game_luck(plays))
        self._add_players(box)
        for _, event in plays:
            if event.play.kind == "walk" and event.play.code == INTENTIONAL:
                self.pitching[event.pitcher]["IBB"] += 1

    def _add_players(self, box: BoxScore) -> None:
        for team in box.teams:
            for player, line in team.batting.items():
                batting = self.batting.setdefault(player, Counter())
                batting["PA"] += line.plate_appearances - line.sacrifices - line.intentional_walks
                for name, column in BATTING_COLUMNS.items():
                    batting[name] += getattr(line, column)
            for player, work in team.pitching.items():
                pitching = self.pitching.setdefault(player, Counter())
                pitching.update(
                    BF=work.batters,
                    H=work.hits,
                    HR=work.homeruns,
                    BB=work.walks,
                    SO=work.strikeouts,
                    outs=work.outs,
                )

    def add_all(self, games: "Counts") -> None:
        """Add more games from the same league."""
        self.rows += games.rows
        self.luck += games.luck
        self.faults += games.faults
        _add_lines(self.batting, games.batting)
        _add_lines(self.pitching, games.pitching)

    def per_27_outs(self) -> dict[str, Estimate]:
        """Return each line for one team per 27 outs, with known luck removed."""
        rows = np.array(self.rows)
        adjusted = remove_luck(rows, np.array(self.luck))
        outs = adjusted[:, 0]
        estimates = {}
        for column, name in enumerate(LINES, start=1):
            ratio = float(adjusted[:, column].mean() / outs.mean())
            residuals = adjusted[:, column] - ratio * outs
            error = float(residuals.std() / outs.mean() / np.sqrt(len(rows)))
            estimates[name] = Estimate(ratio * OUTS, error * OUTS)
        return estimates


def _add_lines(lines: dict[str, Counter[str]], added: Mapping[str, Counter[str]]) -> None:
    for player, line in added.items():
        lines.setdefault(player, Counter()).update(line)


def _line_row(box: BoxScore, plays: Plays, bats_as_pitcher: Callable[[str], bool]) -> list[float]:
    """Return both teams' outs and LINES."""
    pitching = [line for team in box.teams for line in team.pitching.values()]
    fielding = [line for team in box.teams for line in team.fielding.values()]
    row: list[float] = [sum(line.outs for line in pitching)]
    for column in BATTING_COLUMNS.values():
        row.append(sum(team.total(column) for team in box.teams))
    row.append(sum(event.play.to.count(-1) > 1 for _, event in plays))
    row.append(sum(line.errors for line in fielding))
    row.append(sum(line.wild_pitches for line in pitching))
    row.append(sum(line.passed_balls for line in fielding))
    row.append(sum(line.balks for line in pitching))
    starters = [next(iter(team.pitching.values())) for team in box.teams]
    row.append(sum(line.outs for line in starters))
    appearances = 0
    for team in box.teams:
        for player, line in team.batting.items():
            if bats_as_pitcher(player):
                appearances += line.plate_appearances
    row.append(appearances)
    return row


def remove_luck(rows: Matrix, luck: Matrix) -> Matrix:
    """Subtract the part that luck explains from each game's lines. Luck has mean 0, so the mean doesn't change."""
    centered = luck - luck.mean(axis=0)
    covariance = centered.T @ centered + RIDGE_GAMES * np.diag(centered.var(axis=0) + 1e-9)
    slopes = np.linalg.solve(covariance, centered.T @ (rows - rows.mean(axis=0)))
    return np.asarray(rows - luck @ slopes)
