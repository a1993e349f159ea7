"""Readers of settings outside the engine: each app registers the functions that read the settings it applies."""

from collections.abc import Callable, Mapping
from typing import Any, Final

Readers = Mapping[str, Callable[..., Any] | property]  # "section.line" -> the function that reads it

SETTING_READERS: Final[list[Callable[[], Readers]]] = []


def register_setting_readers(find_readers: Callable[[], Readers]) -> None:
    """Add an app's readers. `find_readers` imports them, so that no start of a program waits for it."""
    SETTING_READERS.append(find_readers)
