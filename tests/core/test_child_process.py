"""Test parsers of untrusted files in a child process: results, rejected files and limits."""

import os
import signal
import sys
from functools import partial

import pytest

from core import child_process
from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.errors import Refused
from core.refusals import FileRefusal


def double(number: int) -> int:
    sys.stdout.write("This is no part of the answer.")
    return 2 * number


def raise_error(error: Exception) -> None:
    raise error


def loop() -> None:
    while True:
        pass


def fill_memory() -> int:
    return len([bytearray(1 << 20) for _ in range(4000)])


def take_lack_of_memory_for_damage() -> None:
    try:
        fill_memory()
    except Exception as error:
        raise Refused(FileRefusal.UNREADABLE, file="a.txt", cause="damaged") from error


def end_at_once() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def count_models() -> int:
    from django.apps import apps  # noqa: PLC0415

    return len(apps.get_models())


def refusal_of(reader, **options) -> UnreadableFile:
    with pytest.raises(UnreadableFile) as caught:
        read_in_child(reader, file_name="cards.xlsx", **options)
    return caught.value


def test_reader_result_is_returned() -> None:
    assert read_in_child(partial(double, 21), file_name="cards.xlsx") == 42


def test_refusal_preserves_its_code_and_facts() -> None:
    refusal = Refused(FileRefusal.UNREADABLE, field="file", file="a.txt", cause="no")
    with pytest.raises(Refused) as caught:
        read_in_child(partial(raise_error, refusal), file_name="cards.xlsx")
    assert (caught.value.code, caught.value.field) == ("UNREADABLE", "file")
    assert str(caught.value) == "a.txt can't be read (no)."


def test_other_exceptions_make_the_file_unreadable() -> None:
    refusal = refusal_of(partial(raise_error, RecursionError("too deep")))
    assert refusal.code == "UNREADABLE"
    assert str(refusal) == "cards.xlsx can't be read (RecursionError: too deep)."


def test_reader_that_takes_too_long_is_stopped() -> None:
    assert refusal_of(loop, limits=ReadLimits(seconds=0.2)).code == "TOO_SLOW"


def test_reader_that_waits_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "_START_SECONDS", 0.0)
    assert refusal_of(loop, limits=ReadLimits(seconds=0.05)).code == "TOO_SLOW"


@pytest.mark.parametrize("has_limit", [True, False], ids=["by the system", "by a watchdog"])
def test_reader_that_needs_too_much_memory_is_stopped(monkeypatch: pytest.MonkeyPatch, has_limit: bool) -> None:
    monkeypatch.setattr(child_process, "HAS_MEMORY_LIMIT", has_limit)
    assert refusal_of(fill_memory, limits=ReadLimits(megabytes=200)).code == "TOO_MUCH_MEMORY"


def test_memory_error_is_not_reported_as_damage() -> None:
    refusal = refusal_of(take_lack_of_memory_for_damage, limits=ReadLimits(megabytes=200))
    assert refusal.code == "TOO_MUCH_MEMORY"


def test_crashing_reader_makes_only_its_file_unreadable() -> None:
    assert refusal_of(end_at_once).code == "UNREADABLE"


def test_reader_can_use_models() -> None:
    assert read_in_child(count_models, file_name="x", needs_django=True) > 20
