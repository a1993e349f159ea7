"""The home team's win probability at every moment, as a lookup table that doesn't need numpy.

Computing the table in win_chances.py takes seconds. A page only looks up values.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules_engine.baseball.events import GameHalted, PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import Note, play_in_words
from rules_engine.baseball.state import State

MOST_LEAD: Final = 15  # largest lead that makes a difference
_LEADS: Final = 2 * MOST_LEAD + 1
_MOMENTS: Final = 25  # outs * 8 + occupied bases, and the end of the half-inning
_HALVES: Final = 2
_FLOAT: Final = "f"


class ChanceAfter(NamedTuple):
    """The home team's win probability (0 to 1) after a play. `half` counts the half-innings before it."""

    half: int
    home: float
    score: tuple[int, int]  # score after it, (visitors, home team)
    title: str

    def to_document(self) -> dict[str, Any]:
        """Return the play as stored with games and shown by the API."""
        return {"half": self.half, "home": round(self.home, 4), "score": list(self.score), "what": self.title}


@dataclass(frozen=True, slots=True)
class WinTable:
    """Win probabilities by innings to go, half, lead and base-out state.

    `values` has the regulation innings, starting with the last, and then one extra inning.
    """

    values: Sequence[float]

    @property
    def innings(self) -> int:
        return len(self.values) // (_HALVES * _LEADS * _MOMENTS) - 1

    def at(self, state: State) -> float:
        """Return the home team's win probability, which is 0 or 1 if the game is over and a half if it is tied."""
        away, home = state.score
        if state.over:
            return (1 + (home > away) - (away > home)) / 2
        to_go = state.rules.innings - state.inning
        inning = to_go if to_go >= 0 else self.innings
        place = (inning * _HALVES + int(state.bottom)) * _LEADS + place_of_lead(state.score)
        return self.values[place * _MOMENTS + 8 * state.outs + state.occupied]

    def to_bytes(self) -> bytes:
        return array(_FLOAT, self.values).tobytes()


def read_win_table(content: bytes) -> WinTable:
    """Return the table that `to_bytes` wrote on a computer with the same byte order."""
    return WinTable(array(_FLOAT, content))


def place_of_lead(score: tuple[int, int]) -> int:
    """Return the table index for the home team's lead, from (visitors, home) runs."""
    return min(max(-MOST_LEAD, score[1] - score[0]), MOST_LEAD) + MOST_LEAD


def half_of(state: State) -> int:
    """Return the number of half-innings before this one."""
    return 2 * (state.inning - 1) + int(state.bottom)


def chances_after_plays(log: GameLog, chances: WinTable, names: Mapping[str, str], note: Note) -> list[ChanceAfter]:
    """Return the win probability after every play in force, and after a concession.

    `note` is the `play_note` of the game's system.
    """
    history = list(log.in_force())
    states_after = [*(before for before, _ in history), log.state][1:]
    moments = []
    for (before, event), after in zip(history, states_after, strict=True):
        half = half_of(before)
        if isinstance(event, PlayMade):
            play_text = play_in_words(before, event, names, note)
            moments.append(ChanceAfter(half, chances.at(after), after.score, play_text))
        elif isinstance(event, GameHalted) and event.ending == "conceded":
            moments.append(ChanceAfter(half, chances.at(after), after.score, "The game is conceded"))
    return moments
