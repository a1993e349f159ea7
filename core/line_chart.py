"""Lay out line charts with a name at the end of each line: a pennant race, a draft, win probability."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, NamedTuple

_WIDTH, _HEIGHT = 640, 300  # of the chart, in its own units
_LEFT, _TOP, _BOTTOM = 34, 14, 26  # margins for the axis labels
_FEWEST, _MOST = 14, 34  # letters of a name beside its line; longer names are cut
_LONGEST_FIGURE = 5
_WIDE = 8.8  # width of a bold letter in a wide screen font
_LETTER = 15  # height of a name, and the least distance between two names
_LEVELS: Final = 6  # approximate number of labels on the left axis


class ChartLine(NamedTuple):
    """One line of a chart. Tone "ahead" makes it stand out from the others."""

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
    """A number left of the chart or a word below it."""

    text: str
    x: int
    y: int


@dataclass(frozen=True)
class LineChart:
    """A chart ready to draw. `cut` is a dashed dividing line, empty if there is none."""

    lines: list[DrawnLine]
    cut: str
    levels: list[AxisLabel]
    marks: list[AxisLabel]
    right: int  # where the lines end and the names start

    width, height, left = _WIDTH, _HEIGHT, _LEFT


def line_chart(
    runs: Sequence[ChartLine], below: Sequence[str], levels: dict[int, str] | None = None, cut: Sequence[float] = ()
) -> LineChart:
    """Lay out a line chart. Names keep the order of `runs`, from the top.

    Args:
        runs: The lines.
        below: A label under each value; an empty string leaves it out.
        levels: Labels of the left axis by value. By default they are chosen from the values.
        cut: Values of a dashed dividing line.
    """
    values = [value for run in runs for value in run.values]
    highest, lowest = ceil(max(values)), floor(min(values))
    if levels:
        highest, lowest = max(highest, *levels), min(lowest, *levels)
    step = (_HEIGHT - _TOP - _BOTTOM) / max(1, highest - lowest)

    longest_label = max(len(run.label) for run in runs)
    letters = min(_MOST, max(_FEWEST, longest_label))
    right = _WIDTH - round(_WIDE * letters) - 8
    spacing = (right - _LEFT) / max(1, len(below) - 1)
    x_positions = [round(_LEFT + index * spacing) for index in range(len(below))]

    def y(value: float) -> int:
        return round(_TOP + (highest - value) * step)

    def points(values: Iterable[float]) -> str:
        pairs = zip(x_positions, values, strict=False)  # a line may end before the others
        return " ".join([f"{x},{y(value)}" for x, value in pairs])

    name_heights = _spread_heights([y(run.values[-1]) for run in runs])
    lines = [
        DrawnLine(_fit_label(run.label), points(run.values), name_y, run.tone)
        for run, name_y in zip(runs, name_heights, strict=True)
    ]
    labels = levels or {value: signed_number(value) for value in _levels(lowest, highest)}
    left_labels = [AxisLabel(text, _LEFT - 6, y(value)) for value, text in labels.items()]
    bottom_labels = [AxisLabel(text, x, _HEIGHT - 6) for x, text in zip(x_positions, below, strict=True) if text]
    return LineChart(lines, points(cut), left_labels, bottom_labels, right)


def _fit_label(label: str) -> str:
    """Return the label, or its first letters and its trailing number if it is too long."""
    if len(label) <= _MOST:
        return label
    name, space, figure = label.rpartition(" ")
    if len(figure) > _LONGEST_FIGURE:
        name, space, figure = label, "", ""
    return f"{name[: _MOST - len(figure) - 2].rstrip()}…{space}{figure}"


def signed_number(value: float) -> str:
    """Write a number with its sign, such as +6 or −2."""
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if round(value) else "0"


def _levels(lowest: int, highest: int) -> list[int]:
    interval = max(1, round((highest - lowest) / _LEVELS))
    return [value for value in range(lowest, highest + 1) if value % interval == 0]


def _spread_heights(wanted: Sequence[int]) -> list[int]:
    """Return heights near `wanted`, from the top down, at least one letter apart and above the bottom edge."""
    heights: list[int] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + _LETTER) if heights else max(height, _LETTER))
    lowest = _HEIGHT - 4
    for index in reversed(range(len(heights))):
        heights[index] = min(heights[index], lowest)
        lowest = heights[index] - _LETTER
    return heights
