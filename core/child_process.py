"""Parse untrusted files in a child process with time and memory limits.

No file can slow down or stop this process. The child is a new process, because forking a process with threads can make
it hang.
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
_WALL_FACTOR: Final = 4  # a busy machine can take this many times the processor time
_START_SECONDS: Final = 30.0
_MEMORY_EXIT: Final = 77
_WATCH_SECONDS: Final = 0.05
HAS_MEMORY_LIMIT = sys.platform == "linux"  # elsewhere, the child monitors its own memory


class UnreadableFile(Refused):
    """A file couldn't be parsed within the limits, or its reader failed."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """The time and memory limits for a reader.

    Attributes:
        seconds: Processor time in seconds.
        megabytes: The child's memory in megabytes, including the program itself.
    """

    seconds: float = 10.0
    megabytes: int = 640


class _Start(NamedTuple):
    """The child's settings, needed before it can load its reader."""

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
    """Call `reader` in a child process and return its result.

    Args:
        reader: A function that can be pickled, such as a partial. Its result and exceptions must be picklable too.
        file_name: The file's name for error messages.
        needs_django: Whether the reader needs the models, which adds a second to the startup.
        environment: Environment variables for the child that differ from this process.
        raises: Reader exceptions to raise in this process too.

    Raises:
        UnreadableFile: The reader exceeded a limit or failed in some other way.
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
    """Return the error for a child that exited without sending a result."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return UnreadableFile(FileRefusal.TOO_SLOW, file=file_name)
    # the system kills a process that runs out of memory, and Rust libraries abort it
    if code in (_MEMORY_EXIT, -getattr(signal, "SIGKILL", 0), -getattr(signal, "SIGABRT", 0)):
        return UnreadableFile(FileRefusal.TOO_MUCH_MEMORY, file=file_name)
    return UnreadableFile(FileRefusal.UNREADABLE, file=file_name, cause=f"its reader ended with {code}")


def main() -> None:
    """Handle the request on standard input. Anything that a reader prints goes to the log, not into the response."""
    request, answer = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answer.write(_answer(request))
    answer.close()
    os._exit(0)  # skip the cleanup, because nothing from the file is needed any more


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
    """Return whether memory ran out. A reader may have reported that as a damaged file."""
    while error is not None and not _is_memory_error(error):
        error = error.__cause__ or error.__context__
    return error is not None


def _is_memory_error(error: BaseException) -> bool:
    """Return whether this error means that memory ran out, in any of its forms."""
    is_refused_by_system = isinstance(error, OSError) and error.errno == errno.ENOMEM
    # a library imported late can't be loaded, and SQLite has no error class for this
    return isinstance(error, MemoryError | ImportError) or is_refused_by_system or "out of memory" in str(error)


def _limit(start: _Start) -> None:
    """Set the limits, effective immediately."""
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
    """Kill this process when it uses too much memory."""
    import psutil  # noqa: PLC0415 - installed where the system has no limit

    process = psutil.Process()
    while process.memory_info().rss <= megabytes << 20:
        time.sleep(_WATCH_SECONDS)
    os._exit(_MEMORY_EXIT)


if __name__ == "__main__":
    main()
