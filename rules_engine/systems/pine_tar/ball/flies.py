"""Fly outs: the catch, and the runners who tag up."""

from typing import Final

from rules_engine.baseball.bases import HOME, SECOND, THIRD, is_on
from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import TAG, two_dice
from rules_engine.systems.pine_tar.scorebook.moment import Moment

QUESTION: Final = "tag"
HOLD, TAG_UP = "hold", "tag"
THROWN_OUT: Final = (77, 88, 99)  # PTF3


def fly_out(table: Table, moment: Moment, field: str) -> Play:
    """PTF1, PTF4, PTA13: the batter is out; where runners may tag, the offence decides once for all before the roll."""
    to = stay(moment.occupied, OUT)
    tagging = who_may_tag(moment, field)
    if not tagging or table.ask("offence", QUESTION, _options(moment, field, tagging)) == HOLD:
        return Play("flyout", places(to), "PTF1" if tagging else "PTM4", fielder=field)
    roll = two_dice(table, moment.book.edition.options, TAG)
    return Play("flyout", places(tagged(moment, field, tagging, to, roll)), "PTF2", fielder=field)


def who_may_tag(moment: Moment, field: str) -> tuple[int, ...]:
    """PTF1, PTF5: with fewer than two outs, from second and third; on a fly to left from third alone."""
    if moment.outs == 2:
        return ()
    values = moment.book.charts.tag[field]
    return tuple(base for base in (THIRD, SECOND) if is_on(moment.occupied, base) and base in values)


def tagged(moment: Moment, field: str, tagging: tuple[int, ...], to: list[int], roll: int) -> list[int]:
    """PTF2, PTF3, PTF5, PTA12: one roll for all; 77, 88 and 99 cost the lead runner; nobody goes to a taken base."""
    values = moment.book.charts.tag[field]
    for place, base in enumerate(tagging):
        if place == 0 and roll in THROWN_OUT:
            to[base] = OUT
        elif roll <= values[base] and (base == THIRD or to[THIRD] != THIRD):
            to[base] = HOME if base == THIRD else THIRD
    return to


def _options(moment: Moment, field: str, tagging: tuple[int, ...]) -> tuple[Option, ...]:
    values = moment.book.charts.tag[field]
    chances = ", ".join(f"from {'third' if base == THIRD else 'second'} 0-{values[base]}" for base in tagging)
    return (
        Option(TAG_UP, "PTF2", f"tag up: {chances}; 77, 88 and 99 are out", safe=values[tagging[0]]),
        Option(HOLD, "PTF4", "the runners hold"),
    )
