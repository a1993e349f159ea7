"""Test that readers of the directory broker, which carries tasks on a laptop, find complete messages or none."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from kombu import Connection
from kombu.exceptions import ChannelError

from config.celery import app
from config.folder_broker import Channel, Transport, release_claims


@pytest.fixture
def channel(tmp_path: Path):
    (tmp_path / "queue").mkdir()
    with connected(tmp_path) as connection:
        yield connection.default_channel


def connected(folder: Path) -> Connection:
    options = {"folder": str(folder / "queue")}
    return Connection("filesystem://localhost", transport=Transport, transport_options=options)


def test_laptop_without_redis_uses_the_folder_broker() -> None:
    if settings.REDIS_URL:
        pytest.skip("Redis carries the tasks here")
    assert isinstance(app.connection_for_write().transport, Transport)


def message(**body: object) -> dict[str, Any]:
    return {"properties": {"delivery_tag": str(uuid4())}, **body}


def test_partially_written_message_is_not_delivered(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, write = [], Path.write_text

    def written_in_two_steps(file: Path, content: str, encoding: str) -> int:
        write(file, "")
        with pytest.raises(Empty):
            channel._get("sheets")
        looked.append(file)
        return write(file, content, encoding)

    monkeypatch.setattr(Path, "write_text", written_in_two_steps)
    channel._put("sheets", message(round=7))
    assert looked
    assert channel._get("sheets")["round"] == 7
    with pytest.raises(Empty):
        channel._get("sheets")


def test_messages_arrive_in_order_in_their_own_queue(channel: Channel) -> None:
    for number in range(5):
        channel._put("sheets", message(number=number))
    channel._put("others", message(number=99))
    assert [channel._get("sheets")["number"] for _ in range(5)] == list(range(5))
    assert channel._get("others")["number"] == 99


def test_concurrent_consumers_never_get_the_same_message(channel: Channel, tmp_path: Path) -> None:
    for number in range(200):
        channel._put("sheets", message(number=number))

    def take_all() -> list[int]:
        messages = []
        with connected(tmp_path) as connection, suppress(Empty):
            while True:
                message = connection.default_channel._get("sheets")
                connection.default_channel.basic_ack(message["properties"]["delivery_tag"])
                messages.append(message["number"])
        return messages

    with ThreadPoolExecutor(4) as threads:
        lists = [future.result() for future in [threads.submit(take_all) for _ in range(4)]]
    assert sorted(number for numbers in lists for number in numbers) == list(range(200))
    assert list((tmp_path / "queue").iterdir()) == []


def test_task_survives_a_worker_killed_before_acknowledging(channel: Channel, tmp_path: Path) -> None:
    queue = channel.connection.client.SimpleQueue("celery")
    queue.put({"task": "weekend.make_print_pack"})
    assert queue.get(timeout=5).payload == {"task": "weekend.make_print_pack"}
    assert channel._size("celery") == 0
    release_claims(tmp_path / "queue")  # as the next worker does
    second_message = queue.get(timeout=5)
    assert second_message.payload == {"task": "weekend.make_print_pack"}
    second_message.ack()
    release_claims(tmp_path / "queue")
    assert list((tmp_path / "queue").iterdir()) == []


def test_stopping_worker_requeues_its_tasks_once(channel: Channel, tmp_path: Path) -> None:
    with connected(tmp_path) as connection:
        queue = connection.SimpleQueue("celery")
        queue.put({"task": "weekend.make_print_pack"})
        queue.get(timeout=5)
    assert channel._size("celery") == 1


def test_rejected_task_is_requeued_or_discarded(channel: Channel) -> None:
    queue = channel.connection.client.SimpleQueue("celery")
    queue.put({"task": "weekend.make_print_pack"})
    queue.get(timeout=5).requeue()
    assert channel._size("celery") == 1
    queue.get(timeout=5).reject()
    assert list(channel.folder.iterdir()) == []


def test_sent_task_arrives_in_the_workers_queue(channel: Channel) -> None:
    queue = channel.connection.client.SimpleQueue("celery")
    queue.put({"task": "weekend.make_print_pack"})
    assert channel._size("celery") == 1
    assert queue.get(timeout=5).payload == {"task": "weekend.make_print_pack"}
    queue.put({"task": "never"})
    assert channel._purge("celery") == 1


def test_does_not_import_kombus_filesystem_transport() -> None:
    program = "import sys, config.folder_broker; print('kombu.transport.filesystem' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_missing_queue_folder_is_reported(channel: Channel, tmp_path: Path) -> None:
    (tmp_path / "queue").rmdir()
    with pytest.raises(ChannelError, match="the task could not be written to .*queue: No such file"):
        channel._put("sheets", message())
