"""Record every fact that people enter in the year, to detect anything entered twice."""

from collections import Counter
from collections.abc import Hashable
from typing import Final

PERSON: Final = "person"
RESULT: Final = "result of a game"
APPEARANCE: Final = "pitcher's appearance"
HOME_ROLL: Final = "roll for home"
PICK: Final = "pick"
CHOSEN: Final = "person chosen from a list"
SIGN_UP: Final = "sign-up"
TITLE: Final = "name of a tournament"
DRAFT: Final = "choice of a card set"


class Ledger:
    """Count how often each fact was entered."""

    def __init__(self) -> None:
        self._times: Counter[tuple[str, Hashable]] = Counter()

    def enter(self, kind: str, fact: Hashable) -> None:
        self._times[kind, fact] += 1

    def facts(self, kind: str) -> int:
        """Return the number of distinct facts of a kind."""
        return sum(entered_kind == kind for entered_kind, _ in self._times)

    def entries(self, kind: str) -> int:
        """Return how often facts of a kind were entered."""
        return sum(times for (entered_kind, _), times in self._times.items() if entered_kind == kind)

    @property
    def kinds(self) -> list[str]:
        return sorted({kind for kind, _ in self._times})

    @property
    def entered_twice(self) -> list[str]:
        """Return the facts that were entered more than once."""
        return [f"{kind} {fact}: entered {times} times" for (kind, fact), times in self._times.items() if times > 1]
