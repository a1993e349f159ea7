"""Lines that run from left to right, each with its name where it ends: a race, a draft, the chances in a game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, NamedTuple

_WIDTH, _HEIGHT = 640, 300  # of the picture, in its own units
_LEFT, _TOP, _BOTTOM = 34, 14, 26  # room for figures and what stands below
_FEWEST, _MOST = 14, 34  # letters of a name for which there is room beside its line; longer ones are cut
_LONGEST_FIGURE = 5
_WIDE = 8.8  # a bold letter, as wide as letters of screens are
_LETTER = 15  # the height of a name: two of them never stand closer
_LEVELS: Final = 6  # about so many figures stand at the left


class LineToDraw(NamedTuple):
    """What a line shows. `tone`: ahead for one that is to be seen among the others."""

    label: str
    values: Sequence[float]
    tone: str = ""


@dataclass(frozen=True, slots=True)
class DrawnLine:
    label: str
    points: str
    name_y: int
    tone: str


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """A figure beside the picture, or a word below it."""

    text: str
    x: int
    y: int


@dataclass(frozen=True)
class LinePicture:
    """`cut`: a dashed line that divides the others, "" where there is none."""

    lines: list[DrawnLine]
    cut: str
    levels: list[AxisLabel]
    marks: list[AxisLabel]
    right: int  # where the lines end and the names begin

    width, height, left = _WIDTH, _HEIGHT, _LEFT


def line_picture(
    runs: Sequence[LineToDraw], below: Sequence[str], levels: dict[int, str] | None = None, cut: Sequence[float] = ()
) -> LinePicture:
    """`below`: a word under each value, "" where none stands. The names keep the order of the runs, from the top.

    `levels`: the figures at the left where they are given, with how they are written.
    """
    every = [value for run in runs for value in run.values]
    highest, lowest = ceil(max(every)), floor(min(every))
    if levels:
        highest, lowest = max(highest, *levels), min(lowest, *levels)
    step = (_HEIGHT - _TOP - _BOTTOM) / max(1, highest - lowest)

    right = _WIDTH - round(_WIDE * min(_MOST, max(_FEWEST, *(len(run.label) for run in runs)))) - 8
    across = [round(_LEFT + place * (right - _LEFT) / max(1, len(below) - 1)) for place in range(len(below))]

    def y(value: float) -> int:
        return round(_TOP + (highest - value) * step)

    def points(values: Iterable[float]) -> str:
        placed = zip(across, values, strict=False)  # a line may end before the others
        return " ".join([f"{x},{round(_TOP + (highest - value) * step)}" for x, value in placed])

    names = _apart([y(run.values[-1]) for run in runs])
    lines = [
        DrawnLine(_fitting(run.label), points(run.values), at, run.tone) for run, at in zip(runs, names, strict=True)
    ]
    figures = levels or {value: signed(value) for value in _levels(lowest, highest)}
    beside = [AxisLabel(text, _LEFT - 6, y(value)) for value, text in figures.items()]
    words = [AxisLabel(text, x, _HEIGHT - 6) for x, text in zip(across, below, strict=True) if text]
    return LinePicture(lines, points(cut), beside, words, right)


def _fitting(label: str) -> str:
    """Whole where there is room; else its beginning with the figure at its end."""
    if len(label) <= _MOST:
        return label
    name, space, figure = label.rpartition(" ")
    if len(figure) > _LONGEST_FIGURE:
        name, space, figure = label, "", ""
    return f"{name[: _MOST - len(figure) - 2].rstrip()}…{space}{figure}"


def signed(value: float) -> str:
    """A number over or under nothing, as people write it."""
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if round(value) else "0"


def _levels(lowest: int, highest: int) -> list[int]:
    apart = max(1, round((highest - lowest) / _LEVELS))
    return [value for value in range(lowest, highest + 1) if value % apart == 0]


def _apart(wanted: Sequence[int]) -> list[int]:
    """Heights near those wanted, from the top down, none closer than a letter to the next and none below the foot."""
    placed: list[int] = []
    for height in wanted:
        placed.append(max(height, placed[-1] + _LETTER) if placed else max(height, _LETTER))
    lowest = _HEIGHT - 4
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - _LETTER
    return placed
