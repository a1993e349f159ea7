"""The folder that carries tasks on a laptop: kombu's file-system transport, with files that appear whole.

Kombu opens a message under its own name and then writes it. A worker that looks in between reads an empty file, dies of
it, and the message is gone. Here a file is written beside and takes its name when it is complete.
"""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Puts messages and new tables of queues into the folder in one step."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]
        file = Path(self.data_folder_out, f"{monotonic_ns():020}_{uuid4()}.{queue}.msg")  # taken in this order
        try:
            _written_beside(file, payload).replace(file)
        except OSError as fault:
            raise ChannelError(f"the task could not be put into {self.data_folder_out}: {fault.strerror}") from fault

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """A new table begins empty, unless another process was quicker; kombu adds to it under a lock."""
        table = self._exchange_file(exchange)  # type: ignore[no-untyped-call]
        if not table.exists():
            self.control_folder.mkdir(exist_ok=True)
            whole = _written_beside(table, [])
            with suppress(OSError):  # it is there by now, or this disk knows no links and kombu begins the table
                os.link(whole, table)
            whole.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)  # type: ignore[no-untyped-call]


class Transport(filesystem.Transport):
    """A broker that is a folder."""

    Channel = Channel


def _written_beside(file: Path, content: Any) -> Path:
    """The complete content under a name that nobody looks for."""
    beside = file.with_name(f"{file.name}.{uuid4()}.part")
    beside.write_text(dumps(content), encoding="utf-8")  # type: ignore[no-untyped-call]
    return beside
