"""The words of a hitting column: what a batter roll can come to, and to whom the ball goes."""

from typing import Final, NamedTuple

from rules_engine.baseball.state import POSITIONS

HITS: Final = {"1B": 1, "2B": 2, "3B": 3, "HR": 4}
ERROR_CHECKS: Final = ("ROE/PO", "ROE/LO")
BALK_OR_WILD_PITCH: Final = "BK/WP"
OUTFIELD: Final = ("lf", "cf", "rf")
_GROUND = ("p", "1b", "2b", "3b", "ss")
_UPPER = (*reversed(HITS), "BB", "SO")
_LOWER = (*ERROR_CHECKS, BALK_OR_WILD_PITCH)
_TO: Final = {"GO": ("p", "c", *_GROUND[1:]), "FO": OUTFIELD, "LO": POSITIONS}


class Outcome(NamedTuple):
    """One line of a column. `fielder` is a position of the engine ("ss"), or "" where the line names nobody."""

    kind: str
    fielder: str = ""

    def __str__(self) -> str:
        return f"{self.kind}-{self.fielder.upper()}" if self.fielder else self.kind


OUTCOMES: Final = {
    str(outcome): outcome
    for outcome in (
        *(Outcome(kind) for kind in _UPPER),
        *(Outcome(kind, fielder) for kind, fielders in _TO.items() for fielder in fielders),
        *(Outcome(kind) for kind in _LOWER),
    )
}
PRINTED_ORDER: Final = tuple(OUTCOMES.values())
GROUND_OUT_TO_CATCHER: Final = OUTCOMES["GO-C"]  # it comes of the positive defence alone


def outcome(text: str) -> Outcome:
    """The outcome written like this. Raises ValueError with the words there are."""
    try:
        return OUTCOMES[text]
    except KeyError:
        raise ValueError(
            f"{text!r} is no outcome; they are {', '.join(_UPPER + _LOWER)}, GO-, FO- or LO- a position"
        ) from None
