"""Base hits: runner advancement and the throw home."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.bases import HOME, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import PLATE, is_doubled, roll_two_dice
from rules_engine.systems.pine_tar.cards.cards import Arm, Speed
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.charts.charts import INFIELD, Charts
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

PLAY_KINDS: Final = {"1B": "single", "2B": "double", "3B": "triple", "HR": "homerun"}
INFIELD_HIT: Final = "I-Hit"  # the code for a hit that stays in the infield
INFIELD_ROLL: Final = 19
THROWN_OUT_MAX: Final[dict[Arm, int]] = {"W": 5, "A": 10, "E": 20}  # PTPP1: the highest roll
_AVERAGE_ARM: Final[Arm] = "A"


def base_hit(
    game_input: GameInput, situation: PlaySituation, kind: str, field: str, roll: int, rule: str = "PTH1"
) -> Play:
    """PTH1, PTH3, PTA26: Advance runners by the kind of hit, their speed and the roll."""
    to = runners_on_hit(situation, HITS[kind], roll)
    return _resolve_throw_home(game_input, situation, _hit_play(kind, field, to, rule))


def hit_past_fielder(situation: PlaySituation, field: str) -> Play:
    """PTND1: Return a single past a fielder with negative range. Runners take one base, or two with two outs."""
    bases = situation.setup.charts.negative_range.advance[situation.outs]
    to = [1, ABSENT, ABSENT, ABSENT]
    for base in runners(situation.occupied):
        to[base] = min(base + bases, HOME)
    return _hit_play("1B", field, to, "PTND1")


def _hit_play(kind: str, field: str, to: list[int], rule: str) -> Play:
    if field == INFIELD:
        return Play(PLAY_KINDS[kind], as_destinations(to), rule, code=INFIELD_HIT)
    return Play(PLAY_KINDS[kind], as_destinations(to), rule, fielder=field)


def runners_on_hit(situation: PlaySituation, bases: int, roll: int) -> list[int]:
    """PTH3, PTH5, PTH6, PTA4: Return destinations. No runner passes or joins the one ahead."""
    to, limit = [bases, ABSENT, ABSENT, ABSENT], HOME
    by_speed = extra_bases(situation.setup.charts, roll)
    for base in runners(situation.occupied):
        reached = base + bases + by_speed[situation.speed_on_hit(base)] - 1
        to[base] = HOME if reached >= HOME else min(reached, limit - 1)
        if to[base] < HOME:
            limit = to[base]
    return to


def extra_bases(charts: Charts, roll: int) -> Mapping[Speed, int]:
    """PTH3, PTH4: Return the advancement row for odd, even or doubled dice."""
    return charts.base_advancement["doubled" if is_doubled(roll) else "even" if roll % 2 == 0 else "odd"]


def _resolve_throw_home(game_input: GameInput, situation: PlaySituation, play: Play) -> Play:
    """PTPP1, PTA23: Roll the throw home on a runner from first on a double or from second on a single.

    The throw is mandatory. Infield hits draw no throw.
    """
    start = throw_at_runner(play)
    if start is None or not play.fielder or not situation.setup.edition.options.plays_at_plate:
        return play
    roll = roll_two_dice(game_input, situation.setup.edition.options, PLATE)
    if not is_out_on_throw(situation.fielder(play.fielder).arm, roll):
        return play
    to = list(play.to)
    to[start] = OUT
    return Play(play.kind, as_destinations(to), "PTPP1", fielder=play.fielder)


def throw_at_runner(play: Play) -> int | None:
    """PTPP1: Return the starting base of the runner who draws a throw home, or None."""
    start = {"single": 2, "double": 1}.get(play.kind)
    return start if start is not None and play.to[start] == HOME else None


def is_out_on_throw(arm: Arm, roll: int) -> bool:
    """PTPP1: Return whether the throw gets him: on 0-5 with a weak arm, 0-10 if average, 0-20 if elite."""
    return roll <= THROWN_OUT_MAX[arm or _AVERAGE_ARM]
