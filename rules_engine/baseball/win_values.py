"""Win probability at any moment of a game, for the computer manager's decisions.

It is based on a small table of runs scored in the rest of a half-inning, by outs and occupied bases. Both
teams are assumed to be average, and extra innings are even. For exact odds of two real lineups, see rules_engine/odds.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.state import State

MOST_RUNS: Final = 6  # the last column of the table is this many runs or more
MOST_LEAD: Final = 12  # larger leads have the same chance
OUTS: Final = 3

# Chances of 0 to 6 runs in the rest of the half-inning, by outs and then by occupied bases: none, first, second, both,
# third, first and third, second and third, loaded. Counted in 2,500 games between 1998 National League clubs
# under STAR rules, with computer managers for both teams: python -m bench.run_chances 2500
RUN_CHANCES: Final = (
    (  # 0 out
        (0.7138, 0.1527, 0.0736, 0.0349, 0.0150, 0.0057, 0.0044),
        (0.5702, 0.1793, 0.1303, 0.0674, 0.0304, 0.0129, 0.0094),
        (0.3787, 0.3419, 0.1469, 0.0759, 0.0335, 0.0132, 0.0099),
        (0.3780, 0.2156, 0.1667, 0.1281, 0.0665, 0.0284, 0.0166),
        (0.1275, 0.5690, 0.1745, 0.0774, 0.0228, 0.0182, 0.0106),
        (0.1435, 0.4029, 0.1903, 0.1429, 0.0711, 0.0237, 0.0257),
        (0.1332, 0.2649, 0.3003, 0.1467, 0.0734, 0.0421, 0.0394),
        (0.1080, 0.2640, 0.2260, 0.1540, 0.1440, 0.0520, 0.0520),
    ),
    (  # 1 out
        (0.8288, 0.0999, 0.0430, 0.0179, 0.0063, 0.0025, 0.0016),
        (0.7162, 0.1225, 0.0926, 0.0424, 0.0164, 0.0057, 0.0042),
        (0.5821, 0.2340, 0.1001, 0.0516, 0.0189, 0.0081, 0.0051),
        (0.5699, 0.1589, 0.1123, 0.0965, 0.0352, 0.0154, 0.0118),
        (0.3032, 0.5130, 0.1056, 0.0465, 0.0171, 0.0088, 0.0059),
        (0.3412, 0.3674, 0.1294, 0.0980, 0.0418, 0.0145, 0.0079),
        (0.3028, 0.2787, 0.2287, 0.1070, 0.0459, 0.0206, 0.0165),
        (0.2981, 0.2731, 0.1776, 0.1051, 0.0756, 0.0391, 0.0314),
    ),
    (  # 2 out
        (0.9284, 0.0481, 0.0159, 0.0050, 0.0018, 0.0007, 0.0001),
        (0.8723, 0.0531, 0.0486, 0.0178, 0.0057, 0.0019, 0.0005),
        (0.7839, 0.1385, 0.0495, 0.0182, 0.0060, 0.0027, 0.0012),
        (0.7654, 0.1068, 0.0542, 0.0497, 0.0169, 0.0045, 0.0026),
        (0.7077, 0.2169, 0.0454, 0.0196, 0.0068, 0.0027, 0.0009),
        (0.7133, 0.1637, 0.0584, 0.0427, 0.0139, 0.0050, 0.0030),
        (0.6948, 0.0893, 0.1355, 0.0536, 0.0160, 0.0071, 0.0037),
        (0.6363, 0.1192, 0.1127, 0.0578, 0.0504, 0.0146, 0.0090),
    ),
)


class GameMoment(NamedTuple):
    """A moment in a half-inning.

    `lead` is for the batting team. `halves` counts the half-innings left, including this one.
    """

    halves: int
    lead: int
    outs: int = 0
    occupied: int = EMPTY


def moment_of(state: State) -> GameMoment:
    """Return the moment of a state. Each extra inning counts as the last one."""
    innings = max(1, state.rules.innings - state.inning + 1)
    return GameMoment(2 * innings - state.bottom, state.lead, state.outs, state.occupied)


@lru_cache(maxsize=50_000)
def win_chance(moment: GameMoment) -> float:
    """Return the batting team's win probability."""
    halves, lead, outs, occupied = moment
    if halves == 1 and lead > 0:
        return 1.0  # the home team has won
    if outs >= OUTS:
        return _after_the_half(halves, lead)
    chances = enumerate(RUN_CHANCES[outs][occupied])
    return sum(chance * _after_the_half(halves, lead + runs) for runs, chance in chances)


def expected_runs(outs: int, occupied: int) -> float:
    """Return the expected runs until the third out, by outs and occupied bases, or 0 after it."""
    if outs >= OUTS:
        return 0.0
    return sum(runs * chance for runs, chance in enumerate(RUN_CHANCES[outs][occupied]))


def _after_the_half(halves: int, lead: int) -> float:
    """Return the win probability of the team that has just batted."""
    if halves == 1:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1.0 - win_chance(GameMoment(halves - 1, max(-MOST_LEAD, min(MOST_LEAD, -lead))))


def chance_after(moment: GameMoment, *, runs: int = 0, outs: int = 0, occupied: int = EMPTY) -> float:
    """Return the batting team's win probability after a play with these runs and outs, and runners on these bases."""
    outs += moment.outs
    return win_chance(
        GameMoment(moment.halves, moment.lead + runs, min(outs, OUTS), occupied if outs < OUTS else EMPTY)
    )
