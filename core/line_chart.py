"""Lay out line charts with a name at the end of each line, such as pennant races, drafts and win probabilities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, NamedTuple

# in SVG units
_WIDTH = 640
_HEIGHT = 300
# margins for the axis labels
_LEFT_MARGIN = 34
_TOP_MARGIN = 14
_BOTTOM_MARGIN = 26
# letters in the name at the end of a line
_FEWEST_LETTERS = 14
_MOST_LETTERS = 34
_LONGEST_NUMBER = 5
_LETTER_WIDTH = 8.8  # a bold letter in a wide screen font
_NAME_HEIGHT = 15  # minimum distance between two names
_LEVELS: Final = 6  # approximate number of labels on the left axis


class ChartLine(NamedTuple):
    """A line in a chart. The tone "ahead" makes it stand out from the others."""

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
    """An axis label, left of the chart or below it."""

    text: str
    x: int
    y: int


@dataclass(frozen=True)
class LineChart:
    """A chart that is ready to draw. `cut` is a dashed dividing line, or empty if there is none."""

    lines: list[DrawnLine]
    cut: str
    levels: list[AxisLabel]
    marks: list[AxisLabel]
    right: int  # x position where the lines end and the names start

    width = _WIDTH
    height = _HEIGHT
    left = _LEFT_MARGIN


def line_chart(
    runs: Sequence[ChartLine], below: Sequence[str], levels: dict[int, str] | None = None, cut: Sequence[float] = ()
) -> LineChart:
    """Lay out a line chart. Names keep the order of `runs`, from the top.

    Args:
        runs: The chart's lines.
        below: A label for each value on the x-axis. An empty string omits the label.
        levels: Labels for the left axis by value. By default, they are based on the values.
        cut: The dashed dividing line's values.
    """
    values = [value for run in runs for value in run.values]
    highest = ceil(max(values))
    lowest = floor(min(values))
    if levels:
        highest = max(highest, *levels)
        lowest = min(lowest, *levels)
    step = (_HEIGHT - _TOP_MARGIN - _BOTTOM_MARGIN) / max(1, highest - lowest)

    longest_label = max(len(run.label) for run in runs)
    letters = min(_MOST_LETTERS, max(_FEWEST_LETTERS, longest_label))
    right = _WIDTH - round(_LETTER_WIDTH * letters) - 8
    spacing = (right - _LEFT_MARGIN) / max(1, len(below) - 1)
    x_positions = [round(_LEFT_MARGIN + index * spacing) for index in range(len(below))]

    def y(value: float) -> int:
        return round(_TOP_MARGIN + (highest - value) * step)

    def points(values: Iterable[float]) -> str:
        pairs = zip(x_positions, values, strict=False)  # a line can end before the others
        return " ".join([f"{x},{y(value)}" for x, value in pairs])

    name_heights = _spread_heights([y(run.values[-1]) for run in runs])
    lines = [
        DrawnLine(_fit_label(run.label), points(run.values), name_y, run.tone)
        for run, name_y in zip(runs, name_heights, strict=True)
    ]
    labels = levels or {value: signed_number(value) for value in _levels(lowest, highest)}
    left_labels = [AxisLabel(text, _LEFT_MARGIN - 6, y(value)) for value, text in labels.items()]
    bottom_labels = [AxisLabel(text, x, _HEIGHT - 6) for x, text in zip(x_positions, below, strict=True) if text]
    return LineChart(lines, points(cut), left_labels, bottom_labels, right)


def _fit_label(label: str) -> str:
    """Return the label, or its first letters and its trailing number if it is too long to fit."""
    if len(label) <= _MOST_LETTERS:
        return label
    name, space, number = label.rpartition(" ")
    if len(number) > _LONGEST_NUMBER:
        name, space, number = label, "", ""
    return f"{name[: _MOST_LETTERS - len(number) - 2].rstrip()}…{space}{number}"


def signed_number(value: float) -> str:
    """Format a number with its sign, such as +6 or −2."""
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if round(value) else "0"


def _levels(lowest: int, highest: int) -> list[int]:
    interval = max(1, round((highest - lowest) / _LEVELS))
    return [value for value in range(lowest, highest + 1) if value % interval == 0]


def _spread_heights(preferred: Sequence[int]) -> list[int]:
    """Return heights near the preferred ones, at least a letter's height apart and above the bottom edge."""
    heights: list[int] = []
    for height in preferred:
        heights.append(max(height, heights[-1] + _NAME_HEIGHT) if heights else max(height, _NAME_HEIGHT))
    lowest = _HEIGHT - 4
    for index in reversed(range(len(heights))):
        heights[index] = min(heights[index], lowest)
        lowest = heights[index] - _NAME_HEIGHT
    return heights
