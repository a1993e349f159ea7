"""Inside Pitch at the terminal: an intentional walk is a typed command that works even after the strategy roll."""

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.inside_pitch.players import new_game


def at_the_terminal(game: Game, *typed: str) -> str:
    waiting, written = iter(typed), list[str]()

    def read(prompt: str) -> str:
        written.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise UserQuit
        return line

    play_at_terminal(game, ("Chicago", "Cleveland"), {}, read, written.append)
    return "\n".join(written)


def plays_of(game: Game) -> list[str]:
    return [event.play.kind for event in game.log.events if isinstance(event, PlayMade)]


def test_intentional_walk_is_a_command_and_never_asked() -> None:
    game = new_game("off", 4)
    assert "defense, pitch" not in at_the_terminal(game, "walk", "walk")
    assert plays_of(game) == ["walk", "walk"]


def test_walk_can_be_announced_after_a_strategy_roll_that_advises_otherwise() -> None:
    for rolled in range(1, 21):
        game = new_game("suggest", 4)
        written = at_the_terminal(game, "walk", str(rolled), "walk")
        assert plays_of(game) == ["walk", "walk"], written
        assert ("defense, pitch" in written) == ("throw over (advised by the roll)" in written)


@pytest.mark.parametrize(
    ("typed", "question", "key"),
    [
        ("steal", "play", "steal_1"),
        ("steal 1", "play", "steal_1"),
        ("bunt", "play", "bunt"),
        ("bunt hit", "play", "bunt_hit"),
        ("hit and run", "play", "hit_and_run"),
        ("Hit  and run", "play", "hit_and_run"),
        ("hold", "infield_1b", "hold"),
    ],
)
def test_announcement_with_a_runner_on_first_takes_effect(typed: str, question: str, key: str) -> None:
    game = new_game("off", 4)
    written = at_the_terminal(game, "walk", typed)
    assert {name: value for name, value, _ in game.under_way}.get(question) == key, written


def test_impossible_announcement_changes_nothing() -> None:
    game = new_game("off", 4)
    written = at_the_terminal(game, "walk", "steal 2", "bunt squeeze")
    assert "steal: steal 2 is not possible now" in written
    assert "bunt: bunt squeeze is not possible now" in written
    assert {name for name, _, _ in game.under_way} == {"pitch"}
