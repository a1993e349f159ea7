"""Run management commands quickly, by forking a process that has already loaded the program.

A command then costs only its own work, and not the two seconds of loading Django and the program. Like a new process,
it knows nothing of earlier commands.
"""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


class Answer(NamedTuple):
    code: int
    message: str
    complained: str


class Prompt:
    """Run management commands in one environment, until it is closed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.prompt"],
            cwd=ROOT,
            env=self.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self, words: Sequence[str]) -> Answer:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(words)}\n")
        self._process.stdin.flush()
        return Answer(*json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate()


def _listen() -> None:
    import django  # noqa: PLC0415 - read here, not by the tests that start this
    from django.urls import get_resolver  # noqa: PLC0415

    django.setup()
    get_resolver().url_patterns  # noqa: B018
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(_split_off(json.loads(line)))}\n")
        sys.stdout.flush()


def _split_off(words: Sequence[str]) -> Answer:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complained:
        child = os.fork()
        if not child:
            os.dup2(output.fileno(), 1)
            os.dup2(complained.fileno(), 2)
            os._exit(_run(words))
        _, state = os.waitpid(child, 0)
        return Answer(os.waitstatus_to_exitcode(state), _text(output), _text(complained))


def _run(words: Sequence[str]) -> int:
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    code = 0
    try:
        execute_from_command_line(["manage.py", *words])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


if __name__ == "__main__":
    _listen()
