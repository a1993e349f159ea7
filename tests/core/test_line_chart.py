"""Test that line charts show every name in full or visibly shortened."""

import pytest

from core.line_chart import ChartLine, line_chart

BOLD_LETTER = 8.8  # in picture units, for the widest letters on common screens


@pytest.mark.parametrize("name", ["Cats", "Chattanooga Blue Herons", "The Very Long Winded Company of Nine"])
def test_longest_label_fits_next_to_its_line(name):
    picture = line_chart([ChartLine(f"{name} +6", [0, 6], "ahead"), ChartLine("Dogs 0", [0, 0])], ["1", "2"])
    label = picture.lines[0].label
    assert picture.right + len(label) * BOLD_LETTER <= picture.width
    assert picture.right > picture.width / 2 or len(label) > 30, "the lines have the most of it"
    assert label.endswith(" +6")
    assert label == f"{name} +6" or "… +6" in label


def test_label_without_a_number_is_truncated_too():
    label = line_chart([ChartLine("W" * 60, [1, 2])], ["1", "2"]).lines[0].label
    assert label.startswith("WWW")
    assert label.endswith("…")
