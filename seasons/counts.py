"""Counts what a league's replayed games come to per 27 outs, with as little left to chance as can be known exactly.

What the dice showed beyond their chance is taken out of every line (season_luck.py). Lines that a card alone decides
are then all but exact; runs and men caught keep a sixth of their variance, double plays a tenth, steals a third.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.state import State
from rules_engine.baseball.tallies import INTENTIONAL
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from seasons.strat_o_matic.dice import Dice
from seasons.strat_o_matic.luck import Expected, Matrix, luck_of, without_luck

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


class Estimate(NamedTuple):
    """A line per 27 outs, and its standard error."""

    given: float
    error: float


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

    def add(self, game: StratGame, expected: Expected, dice: Dice) -> None:
        history = list(game.log.in_force())
        self.faults += broken_invariants(game.log)
        box = box_score(history)
        plays = [(before, event) for before, event in history if isinstance(event, PlayMade)]
        self.rows.append(_line_row(box, plays, expected.book))
        self.luck.append(luck_of(plays, expected, dice))
        self._add_men(box)
        for _, event in plays:
            if event.play.kind == "walk" and event.play.code == INTENTIONAL:
                self.pitching[event.pitcher]["IBB"] += 1

    def _add_men(self, box: BoxScore) -> None:
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


def _line_row(box: BoxScore, plays: Sequence[tuple[State, PlayMade]], book: Book) -> list[float]:
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
        sum(
            line.plate_appearances
            for team in box.teams
            for man, line in team.batting.items()
            if isinstance(book.cards[man], PitcherCard)
        ),
    ]
