"""Where a game begins that begins in the middle, in the words of a command line: inning=7 half=bottom first=raines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.situations import BASES, LAST_INNING, Midgame, SituationError, begun_at
from rules_engine.baseball.state import State
from rules_engine.terminal.keyboard import NoSuchMan, find_man, number_from, quoted

HALVES: Final = {"top": False, "t": False, "bottom": True, "b": True}
AT_BAT: Final = "bats"
OTHERS: Final = "next"
WORDS: Final = ("inning", "half", "outs", "score", *BASES, AT_BAT, OTHERS)
MOST_RUNS: Final = 99


def begun_by_words(words: Sequence[str], start: State, names: Names) -> State:
    """The state before the first pitch, moved to what the words say; what they do not say is as at the first pitch.

    Raises SituationError with every fault.
    """
    reader = _WordReader(start, names)
    situation = reader.read(words)
    try:
        return begun_at(start, situation)
    except SituationError as fault:
        named = [(said, _with_names(why, names)) for said, why in fault.faults]
        raise SituationError(named) from None


def _with_names(why: str, names: Names) -> str:
    return " ".join(names.get(word, word) for word in why.split())


@dataclass(slots=True)
class _WordReader:
    """Reads the words and keeps every fault."""

    start: State
    names: Names
    faults: list[tuple[str, str]] = field(default_factory=list)

    def read(self, words: Sequence[str]) -> Midgame:
        said = self._said(words)
        bottom = HALVES[self._read(said, "half", "top", _half)]
        inning = int(self._read(said, "inning", "1", _inning))
        outs = int(self._read(said, "outs", "0", _outs))
        away, home = self._read(said, "score", "0-0", _score).split("-")
        order, others = self.start.sides[bottom].order, self.start.sides[not bottom].order
        first, second, third = (self._man(said, base, order) for base in BASES)
        last = next((man for man in (first, second, third) if man), "")
        after_him = (order.index(last) + 1) % len(order) if last else 0
        places = [self._place(said, AT_BAT, order, after_him), self._place(said, OTHERS, others, 0)]
        up = (places[bottom], places[not bottom])
        if self.faults:
            raise SituationError(self.faults)
        return Midgame(inning, bottom, outs, (first, second, third), (int(away), int(home)), up)

    def _said(self, words: Sequence[str]) -> dict[str, str]:
        said: dict[str, str] = {}
        for typed in words:
            word, mark, value = typed.partition("=")
            word = word.strip().lower()
            if word not in WORDS or not mark:
                self.faults.append((quoted(typed), f"WORD=VALUE is wanted; the words are {', '.join(WORDS)}"))
            elif word in said:
                self.faults.append((word, "is said twice"))
            else:
                said[word] = value.strip()
        return said

    def _read(self, said: Mapping[str, str], word: str, usual: str, reads: Callable[[str], str]) -> str:
        """The value if it can be read, and else the usual one, with the fault."""
        if word not in said:
            return usual
        value = said[word].lower()
        if fault := reads(value):
            self.faults.append((word, f"{quoted(said[word])} is not understood; {fault} is wanted"))
            return usual
        return value

    def _man(self, said: Mapping[str, str], word: str, order: Sequence[str]) -> str:
        if word not in said:
            return ""
        try:
            return find_man(said[word], order, self.names)
        except NoSuchMan as fault:
            self.faults.append((word, f"{fault}; a man of the batting order is wanted"))
            return ""

    def _place(self, said: Mapping[str, str], word: str, order: Sequence[str], usual: int) -> int:
        """A man of the order, or his place in it."""
        if (number := number_from(said.get(word, ""), len(order))) is not None:
            return number - 1
        man = self._man(said, word, order)
        return order.index(man) if man else usual


def _half(value: str) -> str:
    return "" if value in HALVES else "top or bottom"


def _inning(value: str) -> str:
    return "" if number_from(value, LAST_INNING) else f"1 to {LAST_INNING}"


def _outs(value: str) -> str:
    return "" if value in ("0", "1", "2") else "0, 1 or 2"


def _score(value: str) -> str:
    away, mark, home = value.partition("-")
    runs = [number_from(one, MOST_RUNS) is not None or one == "0" for one in (away, home)]
    return "" if mark and all(runs) else "the visitors' runs and the home team's, as in 2-3,"
