"""Every numbered rule is on the rules page, in force in an edition, and covered by a test or rulebook example."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.in_force import InForceError, books, conditions, holds, in_force, is_profile
from rules_engine.profile import line_named
from rules_engine.rule_index import PAGE, in_order, keepers, page, where_in_force, written_in_code
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

TESTS = Path(__file__).parents[1]
IN_TEXT = re.compile(r"(?<![\w.])(?:SS|[ST])?\d{1,2}\.\d{1,3}[A-F]?\d?(?![\w%]|\.\d)")
IN_A_NAME = re.compile(r"(?<![a-z0-9])((?:ss_?|[st])?\d{1,2})_(\d{1,3}[a-f]?)(?=_|\()")


def numbers_in_tests() -> set[str]:
    """Return every rule number in a test's name or text or in a rulebook example."""
    numbers: set[str] = set()
    for path in (
        *TESTS.glob("rules_engine/**/*.py"),
        *TESTS.glob("conformance/**/*.py"),
        *TESTS.glob("*/cases/s*.jsonl"),
    ):
        text = path.read_text(encoding="utf-8")
        numbers |= {number.upper() for number in IN_TEXT.findall(text)}
        numbers |= {f"{section}.{rest}".upper() for section, rest in IN_A_NAME.findall(text)}
    return {number.replace("_", "") for number in numbers}


def test_rules_page_is_up_to_date() -> None:
    """After a docstring change, run python -m rules_engine.rule_index."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_rule_number_in_code_has_a_test_or_rulebook_example() -> None:
    """S18.1 and 18.1 are the same rule in two rulebooks, so a test of either number is enough."""
    tested = {number.lstrip("ST") for number in numbers_in_tests()}
    numbers = {number for keeper in keepers() for number in keeper.numbers}
    assert sorted((n for n in numbers if n.lstrip("ST") not in tested), key=in_order) == []


def test_every_rule_function_has_a_description() -> None:
    assert [f"{keeper.path} {keeper.name}" for keeper in keepers() if not keeper.sentence.strip()] == []


def test_every_played_rulebook_section_has_a_function() -> None:
    """Sections 1 to 30 are covered. Sections 10 and 26 are about rest, 12 about power and 17.3 about injuries."""
    sections = {int(n.lstrip("ST").split(".")[0]) for keeper in keepers() for n in keeper.numbers if n[0] != "T"}
    assert set(range(1, 31)) - sections == set()


def test_rule_numbers_sort_in_book_order() -> None:
    assert sorted(["13.1", "2.21", "T0.18", "2.2", "S18.1"], key=in_order) == ["2.2", "2.21", "13.1", "S18.1", "T0.18"]


def test_every_cited_rule_number_has_a_row_on_the_page() -> None:
    numbers = {number for keeper in keepers() for number in keeper.numbers}
    assert {number: place for number, place in written_in_code().items() if number not in numbers} == {}


def test_every_rule_is_in_force_in_some_edition_or_profile() -> None:
    """2.1 ignores the asterisks. Every edition uses 2.2 instead, so no edition has 2.1 in force."""
    numbers = {number for keeper in keepers() for number in keeper.numbers}
    assert set(conditions()) == numbers
    assert [number for number in sorted(numbers, key=in_order) if not in_force(number)] == ["2.1"]
    assert holds(load_ruleset("som_basic").with_options("hits", stars=False), "2.1", *conditions()["2.1"])


@pytest.mark.parametrize(
    ("number", "where"),
    [
        ("1.0", "all editions"),
        ("2.1", "no edition as shipped"),
        ("5.11", "Basic, Advanced, Super Advanced, STAR of 2024, Senior Seminar"),
        ("10.2", "Basic, Advanced"),
        ("SS2.3", "Senior Seminar"),
        ("SS10.1A", "Senior Seminar"),
        ("25.1", "Advanced, Super Advanced, Senior Seminar"),
        ("26.1", "Advanced"),
        ("27.52", "Super Advanced"),
        ("27.54", "Super Advanced"),
        ("T27.54", "STAR; tournament"),
        ("5.1", "Basic, Senior Seminar"),
        ("20.12", "Advanced"),
        ("13.63", "Super Advanced, STAR, Senior Seminar"),
        ("14.5", "Super Advanced"),
        ("S19.9", "STAR"),
        ("T0.05", "tournament"),
        ("T0.17", "tournament: purestrat_internet, purestrat_online"),
        ("T25.1", "STAR; tournament"),
    ],
)
def test_page_shows_where_a_rule_is_in_force(number: str, where: str) -> None:
    assert where_in_force(number) == where
    assert f"| {number} | {where} | " in PAGE.read_text(encoding="utf-8")


def test_rule_is_not_in_force_if_its_setting_is_disabled() -> None:
    star = load_ruleset("star")
    assert holds(star, "13.63", "hits.block_the_plate")
    assert not holds(star.with_options("hits", block_the_plate=False), "13.63", "hits.block_the_plate")
    assert not holds(star, "22.21", "stealing.catcher_arm and not stealing.ratings")
    assert holds(star, "20.5", "grounders.battery_position = 20.5 or grounders.battery_position = T20.5")
    assert not holds(star, "T0.04", "profile.game.mercy")


def test_tournament_rule_is_in_force_by_a_setting_with_its_number() -> None:
    """T0.17 once depended on the bullpen's starting state, which is part of T10.2.

    Any edition with that setting then had T0.17 too.
    """
    by_lines = {number: text for number, (text, *_) in conditions().items() if text.startswith("profile.")}
    carried = {number: line_named(text.removeprefix("profile.")).rule for number, text in by_lines.items()}
    assert len(carried) > 5
    assert carried == {number: number for number in carried}


@pytest.mark.parametrize("text", ["hits.no_such_line", "nothing.at_all", "hits.stars is true"])
def test_condition_with_an_unknown_setting_raises_with_its_rule(text: str) -> None:
    with pytest.raises(InForceError, match=r"^9\.99: "):
        holds(load_ruleset("star"), "9.99", text)


def test_rejects_a_rule_missing_from_the_list() -> None:
    with pytest.raises(InForceError, match=r"99\.9 is not in rules_in_force\.toml"):
        in_force("99.9")


@pytest.mark.parametrize("edition", [key for key, book in books().items() if not is_profile(book)])
def test_games_cite_only_rules_in_force_in_their_edition(edition: str) -> None:
    """Play fifteen games with random managers, which use most of an edition's rules."""
    carried: dict[str, str] = {}
    for seed in range(15):
        game, chance = new_game(edition, "CLE", "SDN", starter=seed % 5), random.Random(seed)

        def choose(side: str, question: str, options: Sequence[Option]) -> str:
            carried.update({option.rule: f"option {question}" for option in options})
            mostly_pitch = question == "pitch" and chance.random() < 0.95  # noqa: B023 - used at once
            return options[0].key if mostly_pitch else chance.choice(options).key  # noqa: B023

        pilot, table = ComputerManager(game), RandomInput(seed, choose)
        while not game.state.over and game.state.inning < 15:
            pilot.changes()
            game.play(table)
        plays = (event.play for _, event in game.log.in_force() if isinstance(event, PlayMade))
        carried.update({play.rule: f"play {play.kind}" for play in plays})
    assert {rule: line0 for rule, line0 in carried.items() if edition not in in_force(rule)} == {}
    assert len(carried) > 12
