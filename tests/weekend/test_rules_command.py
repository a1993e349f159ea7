"""manage.py rules: where a printed number is kept, and what tests it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def output_of(*words: str) -> str:
    out = StringIO()
    call_command("rules", *words, stdout=out)
    return out.getvalue()


def test_the_rulebooks_are_listed_with_how_many_numbers_each_has() -> None:
    lines = output_of().splitlines()
    assert any(line.startswith("Pine Tar Baseball (PT): ") and line.endswith("not played") for line in lines)
    assert len(lines) > 4


def test_a_number_leads_to_its_function_and_its_tests() -> None:
    text = output_of("PTIN3")
    assert text.startswith("Pine Tar")
    assert "implemented by pitchers/injuries.py" in text
    assert "tested by " in text


def test_a_number_that_no_rulebook_has_is_reported() -> None:
    with pytest.raises(CommandError, match=r"No rulebook has number 99\.99"):
        output_of("99.99")
