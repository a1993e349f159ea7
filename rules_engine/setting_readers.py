"""Readers of settings outside the engine. Each app registers the functions that read its settings."""

from collections.abc import Callable, Mapping
from typing import Any, Final

Readers = Mapping[str, Callable[..., Any] | property]  # "section.line" -> the function that reads it

SETTING_READERS: Final[list[Callable[[], Readers]]] = []


def register_setting_readers(find_readers: Callable[[], Readers]) -> None:
    """Add an app's readers. `find_readers` imports them only when needed, so that programs start quickly."""
    SETTING_READERS.append(find_readers)
