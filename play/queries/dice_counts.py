"""Count how often each face of the committed dice was rolled, and test whether the counts are plausible."""

from collections.abc import Sequence
from dataclasses import dataclass

from play.models import TableGame, TableReport
from rules_engine.odds.fair_dice import UNUSUAL, DiceTest, check_dice
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DieCounts:
    """The roll counts for a kind of die. `counts` has a count for each face, starting at `lowest`."""

    sides: int
    lowest: int
    counts: Sequence[int]

    @property
    def rolls(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        return self.rolls / self.sides

    @property
    def faces(self) -> list[tuple[int, int, float]]:
        """Each face with its count and the percent difference from the expected count."""
        return [
            (face, count, 100 * (count / self.expected - 1))
            for face, count in enumerate(self.counts, start=self.lowest)
        ]

    @property
    def test(self) -> DiceTest | None:
        return check_dice(self.counts)

    @property
    def is_unusual(self) -> bool:
        test = self.test
        return test is not None and test.probability < UNUSUAL


@dataclass(frozen=True, slots=True)
class DiceCounts:
    """The counts for all dice in a set of games."""

    games: int
    dice: Sequence[DieCounts]

    @property
    def rolls(self) -> int:
        return sum(die.rolls for die in self.dice)


def read_dice_counts(tournament: Tournament | None = None) -> DiceCounts:
    """Add up the dice from a tournament's finished games, or from all finished games."""
    reports = TableReport.objects.filter(is_final=True, game__dice=TableGame.Dice.COMMITTED)
    if tournament is not None:
        reports = reports.filter(game__series__tournament=tournament)
    games, totals = 0, dict[tuple[int, int], list[int]]()
    for dice in reports.values_list("dice", flat=True).iterator():
        games += 1
        for sides, lowest, counts in dice:
            total = totals.setdefault((sides, lowest), [0] * sides)
            for place, count in enumerate(counts):
                total[place] += count
    kinds = [DieCounts(sides, lowest, counts) for (sides, lowest), counts in sorted(totals.items())]
    return DiceCounts(games, kinds)
