"""Arguments of commands: a file that can be written, a number that counts something. A fault is one clear sentence."""

import os
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from django.core.management.base import CommandError


def file_to_write(text: str) -> Path:
    """The path of a file that can be written, found out before the work begins."""
    path = Path(text)
    if not text.strip() or "\0" in text:
        raise ArgumentTypeError("name the file to write")
    if path.is_dir():
        raise ArgumentTypeError(f"{path} is a folder: name the file to write in it")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ArgumentTypeError(f"{path} may not be written by this user")
    return path


def file_of_kind(ending: str) -> Callable[[str], Path]:
    """The same of a file whose name must end so, such as ".pdf": under another, nothing would open it."""

    def checked(text: str) -> Path:
        path = file_to_write(text)
        if path.suffix.lower() != ending:
            raise ArgumentTypeError(f"{path} is no name for such a file: let it end in {ending}")
        return path

    return checked


def positive_number(text: str) -> int:
    """A whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text} is no number of games: 1 or more")
    return number


def write_file(path: Path, content: bytes) -> None:
    """Write it whole; what goes wrong after all, such as a full disk, is told in a sentence."""
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}.") from None
