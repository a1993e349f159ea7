"""The folder that carries tasks on a laptop: whoever looks into it finds whole messages or none."""

import json
from pathlib import Path
from queue import Empty

import pytest
from django.conf import settings
from kombu import Connection
from kombu.exceptions import ChannelError

from config.celery import app
from config.folder_broker import Channel, Transport


@pytest.fixture
def channel(tmp_path: Path):
    (tmp_path / "queue").mkdir()
    folders = dict.fromkeys(("data_folder_in", "data_folder_out"), str(tmp_path / "queue"))
    options = {**folders, "control_folder": str(tmp_path / "control")}
    with Connection("filesystem://localhost", transport=Transport, transport_options=options) as connection:
        yield connection.default_channel


def test_a_laptop_without_redis_uses_it() -> None:
    if settings.REDIS_URL:
        pytest.skip("Redis carries the tasks here")
    assert isinstance(app.connection_for_write().transport, Transport)


def test_a_message_is_not_there_before_it_is_whole(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, write = [], Path.write_text

    def written_in_two_steps(file: Path, content: str, encoding: str) -> int:
        write(file, "")
        with pytest.raises(Empty):
            channel._get("sheets")
        looked.append(file)
        return write(file, content, encoding)

    monkeypatch.setattr(Path, "write_text", written_in_two_steps)
    channel._put("sheets", {"round": 7})
    assert looked
    assert channel._get("sheets") == {"round": 7}
    with pytest.raises(Empty):
        channel._get("sheets")


def test_messages_come_in_their_order_and_to_their_own_queue(channel: Channel) -> None:
    for number in range(5):
        channel._put("sheets", {"number": number})
    channel._put("others", {"number": 99})
    assert [channel._get("sheets")["number"] for _ in range(5)] == list(range(5))
    assert channel._get("others")["number"] == 99


def test_a_table_of_queues_that_another_process_begins_meanwhile_is_kept(
    channel: Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, write = tmp_path / "control" / "tasks.exchange", Path.write_text

    def overtaken(file: Path, content: str, encoding: str) -> int:
        write(table, json.dumps([["theirs", "", "theirs"]]))
        return write(file, content, encoding)

    monkeypatch.setattr(Path, "write_text", overtaken)
    channel._queue_bind("tasks", "ours", "", "ours")
    assert {bound.queue for bound in channel.get_table("tasks")} == {"ours", "theirs"}
    assert [file.name for file in table.parent.iterdir()] == ["tasks.exchange"]


def test_a_folder_that_is_gone_is_told(channel: Channel, tmp_path: Path) -> None:
    (tmp_path / "queue").rmdir()
    with pytest.raises(ChannelError, match="the task could not be put into .*queue: No such file"):
        channel._put("sheets", {})
