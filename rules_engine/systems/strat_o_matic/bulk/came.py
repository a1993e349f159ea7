"""What plays come to, by numbers: where the runners stand, outs, runs, and what a box score counts of them."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.credits import caught, stole
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import GameRules, Runner, Side, State, cut_at_walk_off
from rules_engine.baseball.tallies import tally_of
from rules_engine.systems.strat_o_matic.ball.bunting import ONE_AND_TWO
from rules_engine.systems.strat_o_matic.ball.hit_and_run import MISSED, PITCHERS_CARD
from rules_engine.systems.strat_o_matic.bulk.asked import Ints
from rules_engine.systems.strat_o_matic.pitchers.fatigue import COUNTED_KINDS
from rules_engine.systems.strat_o_matic.scorebook.tracker import INTENTIONAL, LEAD_TRIED

NOBODY: Final = 4  # began the play where nobody could: after the batter and the three bases
_DONE, _COUNTED, _FOULED, _LEAD, _CARD, _MISSED = (1 << place for place in range(6))


class Came:
    """Plays in the order in which they came up first; the arrays are by that number."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self._numbers: dict[Play, int] = {}
        self._cut: dict[tuple[int, int], int] = {}
        self.outs, self.runs, self._says, self.left = (np.zeros(256, dtype=np.int64) for _ in range(4))
        self.stands = np.zeros((256, 3), dtype=np.int64)  # base 1 to 3 -> where he began who stands there; NOBODY

    def number(self, play: Play) -> int:
        known = self._numbers.get(play)
        return self._add(play) if known is None else known

    def _add(self, play: Play) -> int:
        number = self._numbers[play] = len(self.plays)
        self.plays.append(play)
        if number == len(self.outs):
            self.outs, self.runs, self._says, self.left = (
                np.resize(array, 2 * number) for array in (self.outs, self.runs, self._says, self.left)
            )
            self.stands = np.resize(self.stands, (2 * number, 3))
        self.outs[number], self.runs[number] = play.to.count(OUT), play.to.count(HOME)
        self.left[number], self._says[number] = tally_of(play).left, _says(play)
        began = {base: start for start, base in enumerate(play.to)}
        self.stands[number] = [began.get(base, NOBODY) for base in (1, 2, 3)]
        return number

    def numbered(self, chances: Iterable[tuple[Play, Fraction | float]]) -> dict[int, float]:
        """Number -> chance, of plays that may come up more than once."""
        numbered: dict[int, float] = {}
        for play, chance in chances:
            number = self.number(play)
            numbered[number] = numbered.get(number, 0.0) + float(chance)
        return numbered

    def batter_is_done(self, came: Ints) -> Ints:
        return self._says[came] & _DONE

    def is_counted(self, came: Ints) -> Ints:
        """27.3: whether it is a hit or walk that counts against the pitcher."""
        return self._says[came] & _COUNTED

    def fouled_off(self, came: Ints) -> Ints:
        """18.8."""
        return self._says[came] & _FOULED

    def lead_failed(self, came: Ints) -> Ints:
        """23.3D."""
        return self._says[came] & _LEAD

    def reads_pitchers_card(self, came: Ints) -> Ints:
        """19.5."""
        return self._says[came] & _CARD

    def missed(self, came: Ints) -> Ints:
        """7.3: the batter has missed the pitch, and the runners must go."""
        return self._says[came] & _MISSED

    def cut(self, number: int, needed: int) -> int:
        """The play as it is scored when its `needed`-th run wins the game."""
        known = self._cut.get((number, needed))
        if known is None:
            known = self._cut[number, needed] = self.number(cut_at_walk_off(_last_half(needed), self.plays[number]))
        return known


def _says(play: Play) -> int:
    done = play.to[BATTER] != ABSENT
    return (
        _DONE * done
        | _COUNTED * (done and play.kind in COUNTED_KINDS and play.code != INTENTIONAL)
        | _FOULED * (play.code == ONE_AND_TWO)
        | _LEAD * (play.rule == LEAD_TRIED)
        | _CARD * (play.code == PITCHERS_CARD)
        | _MISSED * (play.code == MISSED)
    )


@cache
def _last_half(needed: int) -> State:
    """The home team wins with so many runs."""
    man = Runner("runner", "pitcher")
    side = Side(("runner",), ("pitcher",))
    return State(GameRules(), (side, side), 9, True, 0, (man, man, man), (needed - 1, 0))


def lines_of(plays: list[Play], counts: Ints) -> Counter[str]:
    """What box scores would count of plays that were made so often; "defence" before what is the fielding team's."""
    lines: Counter[str] = Counter()
    for number in np.flatnonzero(counts):
        play, times = plays[number], int(counts[number])
        tally = tally_of(play)
        batted = {"plate appearances": int(tally.batter_is_done), "at bats": tally.at_bats, "runs": tally.runs}
        batted |= {"runs batted in": tally.runs_batted_in, "stolen bases": len(stole(play))}
        batted |= {"caught stealing": len(caught(play)), "defence outs": tally.outs}
        batted |= {"defence double plays": int(tally.outs == 2)}
        for name, times_each in batted.items():
            lines[name] += times * times_each
        for name in tally.for_batter:
            lines[name.replace("_", " ")] += times
        for name in tally.for_pitcher:
            lines[f"defence {name.replace('_', ' ')}"] += times
        for chance in tally.chances:
            lines["defence putouts"] += times * chance.putouts
            lines["defence assists"] += times * chance.assists
            for name in chance.rare:
                lines[f"defence fielders' {name.replace('_', ' ')}"] += times
    return lines
