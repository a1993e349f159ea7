"""Test that the index of decisions lists every record."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "decisions"


def test_index_lists_every_decision_once():
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[\d{4}\]\((.+?)\)", index, re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in FOLDER.glob("0*.md"))
