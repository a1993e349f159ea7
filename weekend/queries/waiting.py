"""One thing that waits for somebody: a word for its kind, a sentence, and where to act."""

from collections.abc import Sequence
from dataclasses import dataclass

MANY = 6  # more of one kind than this are summed up in one line


@dataclass(frozen=True, slots=True)
class Waiting:
    """`for_director`: assistants are told of it, but the page opens for directors only."""

    kind: str
    sentence: str
    address: str
    act: str
    for_director: bool = False


def summed_up(found: Sequence[Waiting], sentence: str, address: str) -> Sequence[Waiting]:
    """Things of one kind, or one line in their place where they would push everything else off the screen."""
    if len(found) <= MANY:
        return found
    return [Waiting(found[0].kind, sentence, address, found[0].act, found[0].for_director)]
