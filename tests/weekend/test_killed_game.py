"""Test a game typed roll by roll at a terminal, killed in the 7th inning, and resumed."""

import os
import pty
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from config.settings import BASE_DIR
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.invariants import broken_invariants
from tabletop.prepared_games import resume_game

GAMES = (("strat_o_matic", "senior_seminar"), ("pine_tar", "full"), ("inside_pitch", "suggest"))
DIE = re.compile(r"die of (\d+)(?: from (\d+))?: $")
KILLED = "Top of the 7th,"


def _shown_on(screen: int) -> str:
    """Return the screen's text including typed input, or "" once the process has left the terminal."""
    try:
        return os.read(screen, 65536).decode("utf-8")
    except OSError:  # EIO: the other end is closed
        return ""


@dataclass
class AtTheKeyboard:
    """Type a fixed series of numbers for dice, choose the first eligible player, and press Enter at other prompts."""

    words: list[str]
    dice: Random = field(default_factory=lambda: Random(77))
    rolls: int = 0

    def play(self, stop: str = "") -> str:
        """Return the output up to the end, or up to this text, where the process is killed before a response."""
        # the run's shared directory, which caches the season's cards
        environment = os.environ | {"PENNANT_DATA": str(settings.DATA_DIR), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, str(BASE_DIR / "manage.py"), "play", *self.words]
        screen, theirs = pty.openpty()
        try:
            with subprocess.Popen(
                command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=BASE_DIR
            ) as process:
                os.close(theirs)
                written = ""
                while part := _shown_on(screen):
                    written += part
                    if not written.endswith((": ", ") ", "? ", ". ")):
                        continue
                    if stop and stop in written:
                        process.kill()
                        break
                    os.write(screen, f"{self._answer(written)}\n".encode())
        finally:
            os.close(screen)
        return written

    def _answer(self, written: str) -> str:
        die = DIE.search(written)
        if die is None:
            return "1" if written.endswith("who? ") else ""
        self.rolls += 1
        lowest = int(die[2] or 1)
        return str(self.dice.randrange(lowest, lowest + int(die[1])))


@pytest.mark.parametrize(("system", "edition"), GAMES)
def test_game_killed_in_the_7th_resumes_unchanged(tmp_path: Path, system: str, edition: str) -> None:
    words = ["--system", system, "--edition", edition, "--season", "1998", "--typed-dice"]
    full_path, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    at_once = AtTheKeyboard([*words, "--save", str(full_path)])
    at_once.play()

    in_two = AtTheKeyboard([*words, "--save", str(broken)])
    assert KILLED in in_two.play(stop=KILLED)
    resumed = resume_game(broken, None).game
    assert (resumed.state.inning, resumed.state.bottom, resumed.state.outs) == (7, False, 0)
    in_two.words = ["--resume", str(broken)]
    in_two.play()

    first_game, two = (resume_game(path, None).game for path in (full_path, broken))
    assert first_game.state.over
    assert two.log.events == first_game.log.events
    assert in_two.rolls == at_once.rolls
    assert broken_invariants(two.log) == []
    assert sum(isinstance(event, PlayMade) for event in two.log.events) > 50
