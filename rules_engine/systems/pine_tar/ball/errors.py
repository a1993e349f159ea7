"""Error checks: the fielder of the ball, and whether he commits an error."""

from rules_engine.baseball.bases import HOME, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Play, stay
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import ERROR, roll_three_dice
from rules_engine.systems.pine_tar.charts.charts import ErrorRow
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

_OUT_KINDS = {"ROE/PO": "popout", "ROE/LO": "lineout"}


def error_check(game_input: GameInput, situation: PlaySituation, kind: str) -> Play:
    """PTE1, PTE3: Roll three dice for the fielder, then charge an error or an out."""
    number, blue = roll_three_dice(game_input, ERROR)
    row = situation.setup.charts.error.at(number)
    if is_error(situation.fielder(row.fielder).error, blue):
        return _error_play(situation, row)
    return Play(_OUT_KINDS[kind], as_destinations(stay(situation.occupied, OUT)), "PTE3", fielder=row.fielder)


def is_error(chance: int, blue: int) -> bool:
    """PTE1: Return whether the blue die is at most the fielder's EC."""
    return blue <= chance


def _error_play(situation: PlaySituation, row: ErrorRow) -> Play:
    """PTE2, PTA16: Advance everyone by the row's bases. With a star and two outs, runners take one more."""
    bases = row.bases + (row.star and situation.outs == 2)
    to = stay(situation.occupied, row.bases)
    for base in runners(situation.occupied):
        to[base] = min(base + bases, HOME)
    errors = (Charge(row.fielder, row.bases),)
    return Play("error", as_destinations(to), "PTE2", fielder=row.fielder, errors=errors, code=row.written)
