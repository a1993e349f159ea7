"""Outcomes in a hitting column."""

from typing import Final, NamedTuple

from rules_engine.baseball.state import POSITIONS

HITS: Final = {"1B": 1, "2B": 2, "3B": 3, "HR": 4}
ERROR_CHECKS: Final = ("ROE/PO", "ROE/LO")
BALK_OR_WILD_PITCH: Final = "BK/WP"
OUTFIELD: Final = ("lf", "cf", "rf")
_GROUND_BALL_FIELDERS = ("p", "1b", "2b", "3b", "ss")
_FIRST_KINDS = (*reversed(HITS), "BB", "SO")
_LAST_KINDS = (*ERROR_CHECKS, BALK_OR_WILD_PITCH)
_FIELDERS_BY_KIND: Final = {"GO": ("p", "c", *_GROUND_BALL_FIELDERS[1:]), "FO": OUTFIELD, "LO": POSITIONS}


class Outcome(NamedTuple):
    """An outcome. `fielder` is a position such as "ss", or "" for none."""

    kind: str
    fielder: str = ""

    def __str__(self) -> str:
        return f"{self.kind}-{self.fielder.upper()}" if self.fielder else self.kind


OUTCOMES: Final = {
    str(outcome): outcome
    for outcome in (
        *(Outcome(kind) for kind in _FIRST_KINDS),
        *(Outcome(kind, fielder) for kind, fielders in _FIELDERS_BY_KIND.items() for fielder in fielders),
        *(Outcome(kind) for kind in _LAST_KINDS),
    )
}
PRINTED_ORDER: Final = tuple(OUTCOMES.values())
GROUND_OUT_TO_CATCHER: Final = OUTCOMES["GO-C"]  # only a positive-range check produces it


def read_outcome(text: str) -> Outcome:
    """Parse an outcome such as "GO-SS". Raise ValueError for invalid text."""
    try:
        return OUTCOMES[text]
    except KeyError:
        kinds = ", ".join(_FIRST_KINDS + _LAST_KINDS)
        raise ValueError(
            f"{text!r} is not an outcome; choose from {kinds}, or GO-, FO- or LO- with a position"
        ) from None
