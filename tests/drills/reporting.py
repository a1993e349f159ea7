"""Print a drill's progress line by line."""

import sys


def report(*lines: str) -> None:
    """Print lines at once, for people who watch a long drill."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
