"""Message broker for laptops: a folder with one file per message, claimed by renaming it.

Kombu's own folder transport needs locks that differ by system and an extra package on Windows, and a reader can see a
half-written message. Here a file gets its final name when it is complete, and renaming is the only lock. A claimed file
stays until the worker acknowledges the task, so a task outlives a worker that was killed.
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

_CLAIMED = ".taken"


def release_claims(folder: Path) -> None:
    """Put the tasks of workers that were killed back into their queues.

    A task that another worker is still doing is put back too. Tasks claim their rows, so it does nothing twice.
    """
    with suppress(FileNotFoundError):  # no message was ever sent
        for file in folder.glob(f"*{_CLAIMED}"):
            _release(file)


def _release(claimed: Path) -> None:
    name, _, _ = claimed.name.rpartition(".msg.")
    with suppress(OSError):  # another worker has just released it
        claimed.rename(claimed.with_name(f"{name}.msg"))


class Channel(virtual.Channel):
    """Add messages to the folder and claim them, each in one step."""

    do_restore = False  # `close` puts claimed files back

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]
        self._claimed: dict[str, Path] = {}  # by delivery tag

    @property
    def folder(self) -> Path:
        return Path(self.connection.client.transport_options["folder"])

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        file = self.folder / f"{time_ns():020}_{uuid4()}.{queue}.msg"  # names sort by age
        temporary_file = file.with_name(f"{file.name}.part")
        try:
            temporary_file.write_text(dumps(message), encoding="utf-8")  # type: ignore[no-untyped-call]
            temporary_file.replace(file)
        except OSError as error:
            raise ChannelError(f"the task could not be written to {self.folder}: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for file in self._waiting(queue):
            claimed = file.with_name(f"{file.name}.{uuid4()}{_CLAIMED}")
            try:
                file.rename(claimed)
            except OSError:  # another worker claimed it first
                continue
            message: dict[str, Any] = loads(claimed.read_text(encoding="utf-8"))  # type: ignore[no-untyped-call]
            self._claimed[message["properties"]["delivery_tag"]] = claimed
            return message
        raise Empty

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        super().basic_ack(delivery_tag, multiple)  # type: ignore[no-untyped-call]
        self._forget(delivery_tag)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        super().basic_reject(delivery_tag, requeue)  # type: ignore[no-untyped-call]
        self._forget(delivery_tag)

    def _forget(self, delivery_tag: str) -> None:
        claimed = self._claimed.pop(delivery_tag, None)
        if claimed is not None:
            self._remove(claimed)

    def close(self) -> None:
        while self._claimed:
            _release(self._claimed.popitem()[1])
        super().close()  # type: ignore[no-untyped-call]

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        return sum(self._remove(file) for file in self._waiting(queue))

    def _remove(self, file: Path) -> bool:
        with suppress(OSError):  # a worker has just claimed it
            file.unlink()
            return True
        return False

    def _waiting(self, queue: str) -> list[Path]:
        return sorted(self._messages(queue))

    def _messages(self, queue: str) -> Iterator[Path]:
        with suppress(FileNotFoundError):  # no message was ever sent
            # no glob pattern, because a queue's name may contain its special characters
            yield from (file for file in self.folder.iterdir() if file.name.endswith(f".{queue}.msg"))


class Transport(virtual.Transport):
    """Kombu transport over a folder."""

    Channel = Channel
    # every process declares its own queues and exchanges
    global_state = virtual.BrokerState()  # type: ignore[no-untyped-call]
    driver_type = "filesystem"
    driver_name = "folder"

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)  # type: ignore[no-untyped-call]
        self.state = self.global_state

    def driver_version(self) -> str:
        return "1"
