"""The folder that carries tasks on a laptop, on every system: one file a message, taken by whoever moves it first.

Kombu has such a transport too. It needs locks that differ by system, a package of its own on Windows, and opens a
message under its own name before it is written. Here a file is written beside and takes its name when it is complete,
and a move is the only lock.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import virtual
from kombu.utils.json import dumps, loads


class Channel(virtual.Channel):
    """Puts messages into the folder and takes them out, each in one step."""

    @property
    def folder(self) -> Path:
        return Path(self.connection.client.transport_options["folder"])

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        file = self.folder / f"{time_ns():020}_{uuid4()}.{queue}.msg"  # taken in this order
        beside = file.with_name(f"{file.name}.part")
        try:
            beside.write_text(dumps(message), encoding="utf-8")  # type: ignore[no-untyped-call]
            beside.replace(file)
        except OSError as fault:
            raise ChannelError(f"the task could not be put into {self.folder}: {fault.strerror}") from fault

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for file in self._waiting(queue):
            taken = file.with_name(f"{file.name}.{uuid4()}.taken")
            try:
                file.rename(taken)
            except OSError:  # another worker was quicker
                continue
            message: dict[str, Any] = loads(taken.read_text(encoding="utf-8"))  # type: ignore[no-untyped-call]
            taken.unlink()
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        gone = [self._remove(file) for file in self._waiting(queue)]
        return sum(gone)

    def _remove(self, file: Path) -> bool:
        with suppress(OSError):  # a worker has just taken it
            file.unlink()
            return True
        return False

    def _waiting(self, queue: str) -> list[Path]:
        return sorted(self._messages(queue))

    def _messages(self, queue: str) -> Iterator[Path]:
        with suppress(FileNotFoundError):  # nothing was ever put there
            # names are compared, not matched: a queue may be called what a pattern would read
            yield from (file for file in self.folder.iterdir() if file.name.endswith(f".{queue}.msg"))


class Transport(virtual.Transport):
    """A broker that is a folder."""

    Channel = Channel
    # which queue belongs to which exchange is told by whoever puts or takes, so each process keeps it for itself
    global_state = virtual.BrokerState()  # type: ignore[no-untyped-call]
    driver_type = "filesystem"
    driver_name = "folder"

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)  # type: ignore[no-untyped-call]
        self.state = self.global_state

    def driver_version(self) -> str:
        return "1"
