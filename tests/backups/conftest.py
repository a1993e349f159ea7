from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def reads_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read archives from other installations in this process, because a child process takes seconds to start."""

    def read_here(reader: Callable[[], Any], **options: Any) -> Any:
        return reader()

    monkeypatch.setattr("backups.foreign_archives.read_in_child", read_here)
