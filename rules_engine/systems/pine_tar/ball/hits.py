"""Base hits: where the ball goes, how far the runners come, the throw home."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.bases import HOME, runners
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.table import Table
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import PLATE, is_doubled, two_dice
from rules_engine.systems.pine_tar.cards.cards import Arm, Speed
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.charts.charts import INFIELD, Charts
from rules_engine.systems.pine_tar.scorebook.moment import Moment

KINDS: Final = {"1B": "single", "2B": "double", "3B": "triple", "HR": "homerun"}
INFIELD_HIT: Final = "I-Hit"  # the code of a hit that stays in the infield
INFIELD_ROLL: Final = 19
THROWN_OUT: Final[dict[Arm, int]] = {"W": 5, "A": 10, "E": 20}  # PTPP1: the highest roll
_AVERAGE: Final[Arm] = "A"


def base_hit(table: Table, moment: Moment, kind: str, field: str, roll: int, rule: str = "PTH1") -> Play:
    """PTH1, PTH3, PTA26: a hit to this field; runners go by the hit it has become, their speed and the roll."""
    to = runners_on_hit(moment, HITS[kind], roll)
    return _thrown_home(table, moment, _hit(kind, field, to, rule))


def hit_past_fielder(moment: Moment, field: str) -> Play:
    """PTND1: a single off a fielder of negative range: one base for runners of any speed, two with two outs."""
    bases = moment.book.charts.negative_defence.advance[moment.outs]
    to = [1, ABSENT, ABSENT, ABSENT]
    for base in runners(moment.occupied):
        to[base] = min(base + bases, HOME)
    return _hit("1B", field, to, "PTND1")


def _hit(kind: str, field: str, to: list[int], rule: str) -> Play:
    if field == INFIELD:
        return Play(KINDS[kind], places(to), rule, code=INFIELD_HIT)
    return Play(KINDS[kind], places(to), rule, fielder=field)


def runners_on_hit(moment: Moment, bases: int, roll: int) -> list[int]:
    """PTH3, PTH5, PTH6, PTA4: the bases of the hit or one more; nobody passes the man ahead or shares his base."""
    to, free = [bases, ABSENT, ABSENT, ABSENT], HOME
    by_speed = extra_bases(moment.book.charts, roll)
    for base in runners(moment.occupied):
        reached = base + bases + by_speed[moment.speed_on_hit(base)] - 1
        to[base] = HOME if reached >= HOME else min(reached, free - 1)
        if to[base] < HOME:
            free = to[base]
    return to


def extra_bases(charts: Charts, roll: int) -> Mapping[Speed, int]:
    """PTH3, PTH4: the row of the advancement table: by parity, and for dice that show the same."""
    return charts.base_advancement["doubled" if is_doubled(roll) else "even" if roll % 2 == 0 else "odd"]


def _thrown_home(table: Table, moment: Moment, play: Play) -> Play:
    """PTPP1, PTA23: the outfielder throws where a man from first would score on a double, from second on a single.

    He must; nobody throws on an infield hit.
    """
    start = throw_at(play)
    if start is None or not play.fielder or not moment.book.edition.options.plays_at_plate:
        return play
    roll = two_dice(table, moment.book.edition.options, PLATE)
    if not is_thrown_out(moment.fielder(play.fielder).arm, roll):
        return play
    to = list(play.to)
    to[start] = OUT
    return Play(play.kind, places(to), "PTPP1", fielder=play.fielder)


def throw_at(play: Play) -> int | None:
    """PTPP1: the base from which a runner would score who can be thrown out: second on a single, first on a double."""
    start = {"single": 2, "double": 1}.get(play.kind)
    return start if start is not None and play.to[start] == HOME else None


def is_thrown_out(arm: Arm, roll: int) -> bool:
    """PTPP1: a weak arm throws him out on 0-5, an average one on 0-10, an elite one on 0-20."""
    return roll <= THROWN_OUT[arm or _AVERAGE]
