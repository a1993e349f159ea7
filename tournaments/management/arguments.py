"""Argument types for commands. Each error is a single sentence."""

import os
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from django.core.management.base import CommandError


def file_to_write(text: str) -> Path:
    """Return the path to a writable file.

    Raise ArgumentTypeError if the file can't be written, before the command does any work.
    """
    path = Path(text)
    if not text.strip() or "\0" in text:
        raise ArgumentTypeError("enter a name for the output file")
    if path.is_dir():
        raise ArgumentTypeError(f"{path} is a folder: include a file name")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"there is no such folder: {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ArgumentTypeError(f"you don't have permission to write {path}")
    return path


def file_of_kind(ending: str) -> Callable[[str], Path]:
    """Return an argument type for a writable file with this extension, such as ".pdf"."""

    def check_ending(text: str) -> Path:
        path = file_to_write(text)
        if path.suffix.lower() != ending:
            raise ArgumentTypeError(f"{path} must end in {ending}")
        return path

    return check_ending


def positive_number(text: str) -> int:
    """Parse a positive whole number."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"enter 1 or more games, not {text}")
    return number


def write_file(path: Path, content: bytes) -> None:
    """Write a file. Raise CommandError for an error such as a full disk."""
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise CommandError(f"{path} can't be written: {fault.strerror}.") from None
