"""Standing orders at the terminal, in every ruleset."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.long_run import ALL, new_long_game

TEAMS = ("Chicago", "Cleveland")


def type_lines(game: Game[Any, Any], *lines: str, enters: int = 0, people: tuple[bool, bool] = (True, True)) -> str:
    """Return the output, including prompts, after a user types these lines and then Enter this many times."""
    waiting: Iterator[str] = iter([*lines, *[""] * enters])
    written: list[str] = []

    def read(prompt: str) -> str:
        written.append(prompt)
        if (line := next(waiting, None)) is None:
            raise UserQuit
        return line

    play_at_terminal(game, TEAMS, {}, read, written.append, SeededDice(11), people=people)
    return "\n".join(written)


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_plate_appearance_with_orders_needs_a_single_enter(system: str, edition: str) -> None:
    game = new_long_game(system, edition, 4)
    text = type_lines(game, "ask never until I say", enters=40)
    assert "which?" not in text.partition("questions: never")[2]
    assert text.count("Press Enter to continue") >= 40
    assert game.log.number >= 40


def test_every_order_answers_its_question() -> None:
    game = new_long_game("strat_o_matic", "som_super_advanced", 4)
    text = type_lines(game, "walk", "infield back until I say", "hold first until I say", "swing until I say", enters=1)
    assert "Cleveland: infield: back; runners held: hold only a runner on first" in text
    assert "Chicago: at bat: swing away: no steals, bunts or hit and run" in text
    record = dict(game.log.events[1].record)
    assert (record["infield"], record["hold"], record["play"]) == ("back", "1", "swing")


def test_as_before_repeats_the_last_answer() -> None:
    game = new_long_game("strat_o_matic", "som_super_advanced", 4)
    text = type_lines(game, "hold as before", "walk", "back", "2", "hold as before", "orders")
    assert "this team hasn't answered that question yet; give an order such as hold first until I say" in text
    assert "Cleveland: runners held: hold only a runner on first" in text.rpartition("orders")[0]


def test_orders_can_be_shown_and_withdrawn() -> None:
    game = new_long_game("strat_o_matic", "star", 4)
    lines = ("orders", "infield in until I say", "swing until I say", "orders off infield", "orders off", "orders x")
    text = type_lines(game, *lines)
    assert text.count("Chicago: no standing orders") >= 2
    assert "Cleveland: infield: in" in text
    assert text.rpartition("Cleveland: no standing orders")[2].count("orders off: withdraw them") == 1


def test_impossible_order_is_rejected_with_a_reason() -> None:
    text = type_lines(new_long_game("strat_o_matic", "star", 4), "bunt until I say", "pickoff as before")
    assert "“bunt” can't be a standing order." in text
    assert "“pickoff” can't be a standing order." in text
    text = type_lines(new_long_game("strat_o_matic", "star", 4), "infield back until I say", people=(True, False))
    assert "the computer manages Cleveland; type person home first" in text


def test_every_automatic_answer_is_echoed() -> None:
    game = new_long_game("strat_o_matic", "som_super_advanced", 4)
    text = type_lines(game, "walk", "", "hold first until I say", "swing until I say", enters=1)
    assert "which? (Enter: back) \n    infield: back" in text
    assert "    hold: 1, by standing order" in text
    assert "    play: swing, by standing order" in text
    game, written, lines = (
        new_long_game("strat_o_matic", "som_super_advanced", 4),
        list[str](),
        iter(["walk", "4 2 6 7"]),
    )

    def read(prompt: str) -> str:
        if (line := next(lines, None)) is None:
            raise UserQuit
        return line

    play_at_terminal(game, TEAMS, {}, read, written.append)
    echoed = [line for line in written if line in ("    infield: back", "    hold: none", "    play: swing")]
    assert echoed == ["    infield: back", "    hold: none", "    play: swing"]
