"""Test templates as source code: short lines, and decisions made before the template renders."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
WIDTH = 120
WRITTEN_OUT = (
    re.compile(r'<span\s+class="state[^"{]*"\s*>(?:[^<{]*|\{\{[^}]*\}\})</span>'),  # {% state %}
    re.compile(r'<div\s+class="note[\w ]*"(?:\s+role="\w+")?>'),  # {% note %}, {% refusal %}, {% panel %}
    re.compile(r'<p class="help" id="\{\{ \w+\.auto_id'),  # {% field %}
)
CONDITION = re.compile(r"\{% (?:el)?if (.*?) %\}", re.DOTALL)


def lines() -> Iterator[tuple[str, str]]:
    for path in sorted(TEMPLATES.rglob("*.*")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield f"{path.relative_to(TEMPLATES)}:{number}", line


def conditions() -> Iterator[tuple[str, str]]:
    for path in sorted(TEMPLATES.rglob("*.*")):
        for condition in CONDITION.findall(path.read_text()):
            yield str(path.relative_to(TEMPLATES)), condition


def test_template_lines_fit_on_a_screen() -> None:
    assert [place for place, line in lines() if len(line) > WIDTH] == []


def test_templates_contain_no_mixed_and_or_conditions() -> None:
    mixed = [(place, condition) for place, condition in conditions() if {"and", "or"} <= set(condition.split())]
    assert mixed == [], "compute it in the queries of the page"


def test_templates_use_parts_instead_of_repeating_their_markup() -> None:
    pages = [path for path in sorted(TEMPLATES.rglob("*.*")) if path.parent.name != "parts"]
    assert [
        (path.name, match[0])
        for path in pages
        for pattern in WRITTEN_OUT
        if (match := pattern.search(path.read_text()))
    ] == []
