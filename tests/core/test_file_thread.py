"""Test that files are built one at a time and wait for pages, but not forever."""

import asyncio
import threading

import pytest

from config import file_thread
from config.file_thread import FileThread, is_file


def test_files_are_built_in_turn_on_a_single_thread():
    building, threads = [], set()

    def build() -> None:
        building.append(1)
        threads.add(threading.get_ident())
        assert len(building) == 1
        building.pop()

    async def build_many() -> None:
        files = FileThread()
        await asyncio.gather(*(files.run(build) for _ in range(20)))

    asyncio.run(build_many())
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_file_waits_for_pages():
    order: list[str] = []

    async def build_both() -> None:
        files = FileThread()
        with files.is_paused(), files.is_paused():
            file = asyncio.create_task(files.run(lambda: order.append("file")))
            await asyncio.sleep(0.05)
            order.append("page")
        await file

    asyncio.run(build_both())
    assert order == ["page", "file"]


def test_file_does_not_wait_forever(monkeypatch):
    monkeypatch.setattr(file_thread, "_MAX_WAIT_SECONDS", 0.01)
    order: list[str] = []

    async def build_both() -> None:
        files = FileThread()
        with files.is_paused():
            await files.run(lambda: order.append("file"))
            order.append("page")

    asyncio.run(build_both())
    assert order == ["file", "page"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/t/hall/standings.pdf", True),
        ("/t/hall/export/log.xlsx", True),
        ("/cards/template.xlsx", True),
        ("/t/hall/standings/", False),
        ("/static/paper.pdf", False),
    ],
)
def test_file_paths_are_recognized(path, expected):
    assert is_file(path) is expected
