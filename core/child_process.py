"""Read files from strangers in a child process with limits of time and memory.

No file can slow down or stop this process. The child is a new process, because a fork of a process with threads may
hang.
"""

import errno
import importlib
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar

from core.errors import Refused
from core.refusals import FileRefusal

T = TypeVar("T")
_WALL_FACTOR: Final = 4  # a busy machine may take so many times the processor time
_START_SECONDS: Final = 30.0
_MEMORY_EXIT: Final = 77
_WATCH_SECONDS: Final = 0.05
HAS_MEMORY_LIMIT = sys.platform == "linux"  # elsewhere the child watches itself


class UnreadableFile(Refused):
    """A file could not be read within the limits, or its reader failed."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What a reader may use.

    Attributes:
        seconds: Processor time.
        megabytes: Memory of the child, with the program itself.
    """

    seconds: float = 10.0
    megabytes: int = 640


class _Start(NamedTuple):
    """What the child needs to know before it can load its reader."""

    needs_django: bool
    seconds: float
    megabytes: int
    watches_memory: bool


def read_in_child(
    reader: Callable[[], T],
    *,
    file_name: str,
    limits: ReadLimits | None = None,
    needs_django: bool = False,
    environment: Mapping[str, str] | None = None,
    raises: tuple[type[Exception], ...] = (Refused,),
) -> T:
    """Return what `reader` returns in a child process.

    Args:
        reader: A function that can be pickled, such as a partial one. So can its result and its exceptions.
        file_name: The name of the file in refusals.
        needs_django: Whether the reader needs the models. The start then takes a second longer.
        environment: Settings of the child that differ from those of this process.
        raises: Exceptions of the reader that are raised here too.

    Raises:
        UnreadableFile: The reader ran into a limit, or failed in another way.
    """
    limits = limits or ReadLimits()
    start = _Start(needs_django, limits.seconds, limits.megabytes, not HAS_MEMORY_LIMIT)
    request = pickle.dumps(tuple(start)) + pickle.dumps(reader)
    command = [sys.executable, "-m", "core.child_process"]
    paths = os.pathsep.join(filter(None, sys.path))
    variables = {**os.environ, **(environment or {}), "PYTHONPATH": paths}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables) as child:
        try:
            answer, _ = child.communicate(request, timeout=_START_SECONDS + limits.seconds * _WALL_FACTOR)
        except subprocess.TimeoutExpired:
            child.kill()
            raise UnreadableFile(FileRefusal.TOO_SLOW, file=file_name) from None
    if child.returncode:
        raise _death(child.returncode, file_name)
    result, error = pickle.loads(answer)
    if error is None:
        return result  # type: ignore[no-any-return]
    if isinstance(error, raises):
        raise error
    if isinstance(error, MemoryError):
        raise UnreadableFile(FileRefusal.TOO_MUCH_MEMORY, file=file_name)
    raise UnreadableFile(FileRefusal.UNREADABLE, file=file_name, cause=f"{type(error).__name__}: {error}"[:200])


def _death(code: int, file_name: str) -> UnreadableFile:
    """Return the refusal for a child that ended without an answer."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return UnreadableFile(FileRefusal.TOO_SLOW, file=file_name)
    # the system kills a process when memory runs out, and libraries in Rust end it
    if code in (_MEMORY_EXIT, -getattr(signal, "SIGKILL", 0), -getattr(signal, "SIGABRT", 0)):
        return UnreadableFile(FileRefusal.TOO_MUCH_MEMORY, file=file_name)
    return UnreadableFile(FileRefusal.UNREADABLE, file=file_name, cause=f"its reader ended with {code}")


def main() -> None:
    """Answer the request on standard input. What a reader prints goes to the log instead of the answer."""
    request, answer = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answer.write(_answer(request))
    answer.close()
    os._exit(0)  # nothing of the file is needed any more


def _answer(request: BinaryIO) -> bytes:
    start = _Start(*pickle.load(request))
    try:
        if start.needs_django:
            importlib.import_module("django").setup()
        reader: Callable[[], Any] = pickle.load(request)
        _limit(start)
        return pickle.dumps((reader(), None))
    except Exception as error:
        if _has_memory_error(error):
            return pickle.dumps((None, MemoryError()))
        with suppress(Exception):
            return pickle.dumps((None, error))
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}"[:200])))


def _has_memory_error(error: BaseException | None) -> bool:
    """Return whether memory ran out. A reader may have taken that for a damaged file."""
    while error is not None and not _is_memory_error(error):
        error = error.__cause__ or error.__context__
    return error is not None


def _is_memory_error(error: BaseException) -> bool:
    """Return whether this error says so in any of the ways in which a full process does."""
    is_refused_by_system = isinstance(error, OSError) and error.errno == errno.ENOMEM
    # a library that is loaded late finds no room, and SQLite has no error of its own
    return isinstance(error, MemoryError | ImportError) or is_refused_by_system or "out of memory" in str(error)


def _limit(start: _Start) -> None:
    """Set the limits, from now on."""
    if start.watches_memory:
        threading.Thread(target=_watch_memory, args=(start.megabytes,), daemon=True).start()
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    end = math.ceil(time.process_time() + start.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (end, end + 1))
    if not start.watches_memory:
        most = start.megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _watch_memory(megabytes: int) -> None:
    """End this process when it needs too much memory."""
    import psutil  # noqa: PLC0415 - installed where the system has no limit

    process = psutil.Process()
    while process.memory_info().rss <= megabytes << 20:
        time.sleep(_WATCH_SECONDS)
    os._exit(_MEMORY_EXIT)


if __name__ == "__main__":
    main()
