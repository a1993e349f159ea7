"""Test manage.py rules: the code that applies a printed rule number, and its tests."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def output_of(*words: str) -> str:
    out = StringIO()
    call_command("rules", *words, stdout=out)
    return out.getvalue()


def test_lists_rulebooks_with_their_rule_counts() -> None:
    lines = output_of().splitlines()
    assert any(line.startswith("Pine Tar Baseball (PT): ") and line.endswith("not played") for line in lines)
    assert len(lines) > 4


def test_rule_number_shows_its_function_and_tests() -> None:
    text = output_of("PTIN3")
    assert text.startswith("Pine Tar")
    assert "implemented by pitchers/injuries.py" in text
    assert "tested by " in text


def test_unknown_rule_number_is_reported() -> None:
    with pytest.raises(CommandError, match=r"No rulebook has number 99\.99"):
        output_of("99.99")
