"""Check whether dice are fair with Pearson's chi-square test.

The survival function is exact for integer degrees of freedom.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

FEWEST_PER_FACE: Final = 5  # expected rolls per face below which the test is inconclusive
UNUSUAL: Final = 0.01  # fair dice produce a smaller probability in one of a hundred tests


class DiceTest(NamedTuple):
    """The result for one kind of die.

    Attributes:
        statistic: The sum of (rolled - expected)² / expected over all faces.
        freedom: The degrees of freedom, one less than the number of faces.
        probability: The chance that fair dice differ at least this much.
    """

    statistic: float
    freedom: int
    probability: float


def check_dice(counts: Sequence[int]) -> DiceTest | None:
    """Compare the counts of all faces with equal ones. Return None if there are too few rolls."""
    expected = sum(counts) / len(counts)
    if expected < FEWEST_PER_FACE:
        return None
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return DiceTest(statistic, freedom, chi_square_survival(statistic, freedom))


def chi_square_survival(statistic: float, freedom: int) -> float:
    """Return the chance of a chi-square of at least this size. The sum is finite for integer degrees of freedom."""
    half = statistic / 2
    if freedom % 2:
        total, exponent = math.erfc(math.sqrt(half)), 0.5
    else:
        total, exponent = math.exp(-half), 1.0
    while exponent < freedom / 2:
        if half:
            total += math.exp(exponent * math.log(half) - half - math.lgamma(exponent + 1))
        exponent += 1
    return min(1.0, total)
