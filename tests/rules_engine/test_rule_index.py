"""Every rule by its number: on the page of rules, and with a test or a worked case."""

import re
from pathlib import Path

from rules_engine.rule_index import PAGE, in_order, keepers, page

TESTS = Path(__file__).parents[1]
IN_TEXT = re.compile(r"(?<![\w.])[ST]?\d{1,2}\.\d{1,3}[A-F]?\d?(?![\w%]|\.\d)")
IN_A_NAME = re.compile(r"(?<![a-z0-9])([st]?\d{1,2})_(\d{1,3}[a-f]?)(?=_|\()")


def numbers_in_tests() -> set[str]:
    """Every number that a test's name or text, or a worked case, gives."""
    found: set[str] = set()
    for path in (
        *TESTS.glob("rules_engine/**/*.py"),
        *TESTS.glob("conformance/**/*.py"),
        *TESTS.glob("*/cases/s*.jsonl"),
    ):
        text = path.read_text(encoding="utf-8")
        found |= {number.upper() for number in IN_TEXT.findall(text)}
        found |= {f"{section}.{rest}".upper() for section, rest in IN_A_NAME.findall(text)}
    return found


def test_the_page_of_rules_says_what_the_code_says() -> None:
    """After a change of a docstring: python -m rules_engine.rule_index."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_rule_number_in_the_code_has_a_test_or_a_worked_case() -> None:
    """S18.1 and 18.1 are one rule in two books, and either number will do."""
    tested = {number.lstrip("ST") for number in numbers_in_tests()}
    numbers = {number for keeper in keepers() for number in keeper.numbers}
    assert sorted((n for n in numbers if n.lstrip("ST") not in tested), key=in_order) == []


def test_every_keeper_of_a_rule_says_in_words_what_it_does() -> None:
    assert [f"{keeper.path} {keeper.name}" for keeper in keepers() if not keeper.sentence.strip()] == []


def test_every_section_of_the_rulebook_that_is_played_has_a_keeper() -> None:
    """Sections 1 to 30; 10 and 26 are about rest, 12 about power, 17.3 about injuries."""
    sections = {int(n.lstrip("ST").split(".")[0]) for keeper in keepers() for n in keeper.numbers if n[0] != "T"}
    assert set(range(1, 31)) - sections == set()


def test_numbers_stand_in_the_order_of_the_book() -> None:
    assert sorted(["13.1", "2.21", "T0.18", "2.2", "S18.1"], key=in_order) == ["2.2", "2.21", "13.1", "S18.1", "T0.18"]
