"""Message broker for laptops: a directory with one file per message. Workers claim a message by renaming its file.

Kombu's own filesystem transport needs locks that differ by operating system and an extra package on Windows, and a
reader can see a half-written message. Here, a file gets its final name once it is complete, and renaming is the only
lock. A claimed file stays in place until the worker acknowledges the task, so the task survives if the worker is
killed.
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
    """Return the tasks of killed workers to their queues.

    This also requeues tasks that another worker is still running. Tasks claim their database rows, so no work is done
    twice.
    """
    with suppress(FileNotFoundError):  # The directory doesn't exist until the first message is sent.
        for file in folder.glob(f"*{_CLAIMED}"):
            _release(file)


def _release(claimed: Path) -> None:
    name, _, _ = claimed.name.rpartition(".msg.")
    with suppress(OSError):  # Another worker has just released it.
        claimed.rename(claimed.with_name(f"{name}.msg"))


class Channel(virtual.Channel):
    """Channel that adds messages to the directory and claims them, each in one step."""

    do_restore = False  # `close` releases claimed files.

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]
        self._claimed: dict[str, Path] = {}  # Keys are delivery tags.

    @property
    def folder(self) -> Path:
        return Path(self.connection.client.transport_options["folder"])

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        file = self.folder / f"{time_ns():020}_{uuid4()}.{queue}.msg"  # File names sort by age.
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
            except OSError:  # Another worker claimed it first.
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
        with suppress(OSError):  # A worker has just claimed it.
            file.unlink()
            return True
        return False

    def _waiting(self, queue: str) -> list[Path]:
        return sorted(self._messages(queue))

    def _messages(self, queue: str) -> Iterator[Path]:
        with suppress(FileNotFoundError):  # The directory doesn't exist until the first message is sent.
            # Don't use a glob pattern, because a queue name may contain glob characters.
            yield from (file for file in self.folder.iterdir() if file.name.endswith(f".{queue}.msg"))


class Transport(virtual.Transport):
    """Kombu transport that stores messages in a directory."""

    Channel = Channel
    # Each process declares its own queues and exchanges.
    global_state = virtual.BrokerState()  # type: ignore[no-untyped-call]
    driver_type = "filesystem"
    driver_name = "folder"

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)  # type: ignore[no-untyped-call]
        self.state = self.global_state

    def driver_version(self) -> str:
        return "1"
