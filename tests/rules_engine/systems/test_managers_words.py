"""Announcements that a manager types before the dice, in every system, either work or are reported as unknown."""

import re
from typing import Any

import pytest

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.system_types import MANAGERS_WORDS
from rules_engine.profile import load_profile
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.long_run import ALL, new_long_game, played

SAID = {
    "strat_o_matic": {"walk", "steal", "bunt", "hit and run", "hold"},
    "pine_tar": {"bunt"},
    "inside_pitch": {"walk", "steal", "bunt", "hit and run", "hold", "pickoff"},
}


def typed(system: str, edition: str, *lines: str) -> str:
    game, waiting, written = new_long_game(system, edition, 4), iter(lines), list[str]()

    def read(prompt: str) -> str:
        if (line := next(waiting, None)) is None:
            raise UserQuit
        return line

    play_at_terminal(game, ("Chicago", "Cleveland"), {}, read, written.append)
    return "\n".join(written)


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_every_announcement_is_accepted_or_reported_unknown(system: str, edition: str) -> None:
    module = systems.load(system)
    announcements = module.announcements(module.edition(edition))
    assert set(announcements) <= set(MANAGERS_WORDS)
    for word in MANAGERS_WORDS:
        answer = typed(system, edition, word)
        assert (f"{word}: not known in {module.title}" in answer) == (word not in announcements), answer
        assert "help lists the commands" not in answer


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_help_lists_only_announcements_of_the_edition(system: str, edition: str) -> None:
    module = systems.load(system)
    answer = typed(system, edition, "help").partition("At any question:")[2].splitlines()
    number = next((number for number, line in enumerate(answer) if "before the dice" in line), 0)
    line = " ".join(answer[number - 1 : number + 1]) if number else ""
    listed = {word for word in MANAGERS_WORDS if re.search(rf"\b{word}\b", line)}
    assert listed == set(module.announcements(module.edition(edition)))
    assert max(map(len, answer)) <= 80


def help_words(game: Game[Any, Any], *, odds: bool = False, **options: Any) -> set[str]:
    """Return the first word of each line of the help."""
    written, lines = list[str](), iter(["help"])

    def read(prompt: str) -> str:
        if (line := next(lines, None)) is None:
            raise UserQuit
        return line

    texts = {"": lambda game, names: "odds"} if odds else None
    play_at_terminal(game, ("Chicago", "Cleveland"), {}, read, written.append, odds=texts, **options)
    text = "\n".join(written).partition("At any question:")[2]
    return {line.split()[0] for line in text.splitlines() if re.match(r" {4}\w", line)}


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_help_lists_commands_only_when_usable(system: str, edition: str) -> None:
    usable_somewhere = {"dh", "odds", "save", "suspend", "concede"}
    plain = help_words(new_long_game(system, edition, 2))
    assert "quit" in plain
    assert not plain & usable_somewhere
    star = load_profile("purestrat@1")
    tournament_game = help_words(new_long_game(system, edition, 2), profile=star, save_game=lambda: None)
    assert tournament_game & usable_somewhere == {"save", "suspend", "concede"}
    friendly = help_words(
        new_long_game(system, edition, 2), odds=True, save_game=lambda: None, not_suspended="not this one"
    )
    assert friendly & usable_somewhere == {"odds", "save"}


def test_help_lists_dh_in_dh_games_and_no_changes_after_the_end() -> None:
    game = new_long_game("pine_tar", "full", 1)
    assert any(side.pitcher not in side.order for side in game.state.sides)
    assert "dh" in help_words(game)
    game = played("pine_tar", "full", 1)
    assert not {"ph", "dh", "odds", "back"} & help_words(game, odds=True)


def test_announcements_follow_edition_options() -> None:
    pine_tar, inside_pitch, usual = (systems.load(key) for key in ("pine_tar", "inside_pitch", "strat_o_matic"))
    assert set(pine_tar.announcements(pine_tar.edition("standard"))) == SAID["pine_tar"]
    stealing = pine_tar.edition("standard+base_stealing+hit_and_run")
    assert set(pine_tar.announcements(stealing)) == {"bunt", "steal", "hit and run"}
    assert set(inside_pitch.announcements(inside_pitch.edition("off"))) == SAID["inside_pitch"]
    assert inside_pitch.announcements(inside_pitch.edition("roll")) == {}
    assert set(usual.announcements(usual.edition("star"))) == SAID["strat_o_matic"]
