"""Show the progress of a long command on one line of standard error."""

from collections.abc import Callable

from django.core.management.base import OutputWrapper


def progress_line(stderr: OutputWrapper, games: int, task: str = "") -> Callable[[int], None]:
    """Return a callback that shows how many of the games are done."""
    prefix = f"{task}: " if task else ""

    def show(done: int) -> None:
        ending = "\n" if done >= games else "\r"
        stderr.write(f"{prefix}{done} of {games} games", ending=ending)
        stderr.flush()

    return show
