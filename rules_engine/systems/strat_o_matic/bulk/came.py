"""What plays come to, by numbers: where the runners stand, outs, runs, and what a box score counts of them."""

from collections import Counter
from collections.abc import Iterable
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
# What a play says besides: the batter is done; 27.3: it is a hit or walk that counts against the pitcher; 18.8: the
# bunt was fouled off; 23.3D: the lead failed; 19.5: the pitcher's card is read; 7.3: the batter missed the
# pitch; somebody comes to a base or leaves one.
DONE, COUNTS, FOULED_OFF, FAILED_LEAD, CARD_IS_READ, HAS_MISSED, MOVES = (1 << place for place in range(7))


class Came:
    """Plays in the order in which they came up first; the arrays are by that number."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self._numbers: dict[Play, int] = {}
        self._cut: dict[tuple[int, int], int] = {}
        self.outs, self.runs, self.left, self.says = (np.zeros(256, dtype=np.int8) for _ in range(4))
        self.stands = np.zeros((3, 256), dtype=np.int64)  # [base, play]: where he began who stands there; NOBODY

    def number(self, play: Play) -> int:
        known = self._numbers.get(play)
        return self._add(play) if known is None else known

    def _add(self, play: Play) -> int:
        number = self._numbers[play] = len(self.plays)
        self.plays.append(play)
        if number == len(self.outs):
            for name in ("outs", "runs", "left", "says"):
                setattr(self, name, np.resize(getattr(self, name), 2 * number))
            self.stands = np.hstack((self.stands, self.stands))
        self.outs[number], self.runs[number] = play.to.count(OUT), play.to.count(HOME)
        self.left[number], self.says[number] = tally_of(play).left, _says(play)
        began = {base: start for start, base in enumerate(play.to)}
        self.stands[:, number] = [began.get(base, NOBODY) for base in (1, 2, 3)]
        return number

    def numbered(self, chances: Iterable[tuple[Play, float]]) -> dict[int, float]:
        """Number -> chance, of plays that may come up more than once."""
        numbered: dict[int, float] = {}
        for play, chance in chances:
            number = self.number(play)
            numbered[number] = numbered.get(number, 0.0) + chance
        return numbered

    def cut(self, number: int, needed: int) -> int:
        """The play as it is scored when its `needed`-th run wins the game."""
        known = self._cut.get((number, needed))
        if known is None:
            known = self._cut[number, needed] = self.number(cut_at_walk_off(_last_half(needed), self.plays[number]))
        return known


def _says(play: Play) -> int:
    done, runners = play.to[BATTER] != ABSENT, [*enumerate(play.to)][1:]
    return (
        DONE * done
        | COUNTS * (done and play.kind in COUNTED_KINDS and play.code != INTENTIONAL)
        | FOULED_OFF * (play.code == ONE_AND_TWO)
        | FAILED_LEAD * (play.rule == LEAD_TRIED)
        | CARD_IS_READ * (play.code == PITCHERS_CARD)
        | HAS_MISSED * (play.code == MISSED)
        | MOVES * (play.to[BATTER] in (1, 2, 3) or any(base not in (start, ABSENT) for start, base in runners))
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
