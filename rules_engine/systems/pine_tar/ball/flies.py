"""Flyouts: the catch, and the runners who tag up."""

from typing import Final

from rules_engine.baseball.bases import HOME, SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import TAG, roll_two_dice
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

QUESTION: Final = "tag"
HOLD, TAG_UP = "hold", "tag"
THROWN_OUT_ROLLS: Final = (77, 88, 99)  # PTF3


def fly_out(game_input: GameInput, situation: PlaySituation, field: str) -> Play:
    """PTF1, PTF4, PTA13: Retire the batter. The offense decides once whether runners tag up."""
    to = stay(situation.occupied, OUT)
    tagging = tagging_bases(situation, field)
    if not tagging or game_input.ask("offence", QUESTION, _tag_options(situation, field, tagging)) == HOLD:
        return Play("flyout", as_destinations(to), "PTF1" if tagging else "PTM4", fielder=field)
    roll = roll_two_dice(game_input, situation.setup.edition.options, TAG)
    return Play(
        "flyout", as_destinations(move_tagging_runners(situation, field, tagging, to, roll)), "PTF2", fielder=field
    )


def tagging_bases(situation: PlaySituation, field: str) -> tuple[int, ...]:
    """PTF1, PTF5: Return the bases of runners who may tag up, lead runner first."""
    if situation.outs == 2:
        return ()
    values = situation.setup.charts.tag[field]
    return tuple(base for base in (THIRD, SECOND) if is_on(situation.occupied, base) and base in values)


def move_tagging_runners(
    situation: PlaySituation, field: str, tagging: tuple[int, ...], to: list[int], roll: int
) -> list[int]:
    """PTF2, PTF3, PTF5, PTA12: Apply one roll to all runners. 77, 88 and 99 retire the lead runner."""
    values = situation.setup.charts.tag[field]
    for index, base in enumerate(tagging):
        if index == 0 and roll in THROWN_OUT_ROLLS:
            to[base] = OUT
        elif roll <= values[base] and (base == THIRD or to[THIRD] != THIRD):
            to[base] = HOME if base == THIRD else THIRD
    return to


def _tag_options(situation: PlaySituation, field: str, tagging: tuple[int, ...]) -> tuple[Option, ...]:
    values = situation.setup.charts.tag[field]
    chances = ", ".join(f"from {'third' if base == THIRD else 'second'} 0-{values[base]}" for base in tagging)
    return (
        Option(TAG_UP, "PTF2", f"tag up: {chances}; 77, 88 and 99 are out", safe=values[tagging[0]]),
        Option(HOLD, "PTF4", "the runners hold"),
    )
