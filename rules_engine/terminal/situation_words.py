"""Parse the situation of a game that begins midway from command-line words: inning=7 half=bottom first=raines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.situations import BASES, LAST_INNING, Midgame, SituationError, start_midgame
from rules_engine.baseball.state import State
from rules_engine.terminal.keyboard import PlayerLookupError, find_player, parse_number, quote_input

HALF_NAMES: Final = {"top": False, "t": False, "bottom": True, "b": True}
BATS: Final = "bats"
NEXT: Final = "next"
WORDS: Final = ("inning", "half", "outs", "score", *BASES, BATS, NEXT)
MAX_RUNS: Final = 99


def parse_situation(words: Sequence[str], start: State, names: Names) -> State:
    """Return the starting state changed by the words. Raise SituationError with every error."""
    reader = _WordReader(start, names)
    situation = reader.read(words)
    try:
        return start_midgame(start, situation)
    except SituationError as error:
        faults = [(word, _name_players(reason, names)) for word, reason in error.faults]
        raise SituationError(faults) from None


def _name_players(reason: str, names: Names) -> str:
    return " ".join(names.get(word, word) for word in reason.split())


@dataclass(slots=True)
class _WordReader:
    """A word parser that collects errors."""

    start: State
    names: Names
    faults: list[tuple[str, str]] = field(default_factory=list)

    def read(self, words: Sequence[str]) -> Midgame:
        values = self._split_words(words)
        is_bottom = HALF_NAMES[self._read_value(values, "half", "top", _expected_half)]
        inning = int(self._read_value(values, "inning", "1", _expected_inning))
        outs = int(self._read_value(values, "outs", "0", _expected_outs))
        away, home = self._read_value(values, "score", "0-0", _expected_score).split("-")
        order, other_order = self.start.sides[is_bottom].order, self.start.sides[not is_bottom].order
        first, second, third = (self._read_player(values, base, order) for base in BASES)
        last_batter = first or second or third
        default_batter = (order.index(last_batter) + 1) % len(order) if last_batter else 0
        batter = self._read_batter(values, BATS, order, default_batter)
        other_batter = self._read_batter(values, NEXT, other_order, 0)
        next_batters = (other_batter, batter) if is_bottom else (batter, other_batter)
        if self.faults:
            raise SituationError(self.faults)
        return Midgame(inning, is_bottom, outs, (first, second, third), (int(away), int(home)), next_batters)

    def _split_words(self, words: Sequence[str]) -> dict[str, str]:
        values: dict[str, str] = {}
        for typed in words:
            word, separator, value = typed.partition("=")
            word = word.strip().lower()
            if word not in WORDS or not separator:
                self.faults.append((quote_input(typed), f"use WORD=VALUE with one of the words {', '.join(WORDS)}"))
            elif word in values:
                self.faults.append((word, "appears twice"))
            else:
                values[word] = value.strip()
        return values

    def _read_value(
        self, values: Mapping[str, str], word: str, default: str, expected_for: Callable[[str], str]
    ) -> str:
        """Return a word's value, or the default if it is missing or invalid."""
        if word not in values:
            return default
        value = values[word].lower()
        if expected := expected_for(value):
            self.faults.append((word, f"{quote_input(values[word])} is not valid; enter {expected}"))
            return default
        return value

    def _read_player(self, values: Mapping[str, str], word: str, order: Sequence[str]) -> str:
        if word not in values:
            return ""
        try:
            return find_player(values[word], order, self.names)
        except PlayerLookupError as error:
            self.faults.append((word, f"{error}; enter a player in the batting order"))
            return ""

    def _read_batter(self, values: Mapping[str, str], word: str, order: Sequence[str], default: int) -> int:
        """Return the batting order index of a player, entered by name or number."""
        number = parse_number(values.get(word, ""), len(order))
        if number is not None:
            return number - 1
        player = self._read_player(values, word, order)
        return order.index(player) if player else default


# Each function returns a description of the expected value if the value is invalid, or "".


def _expected_half(value: str) -> str:
    return "" if value in HALF_NAMES else "top or bottom"


def _expected_inning(value: str) -> str:
    return "" if parse_number(value, LAST_INNING) else f"1 to {LAST_INNING}"


def _expected_outs(value: str) -> str:
    return "" if value in ("0", "1", "2") else "0, 1 or 2"


def _expected_score(value: str) -> str:
    away, separator, home = value.partition("-")
    is_valid = bool(separator)
    for runs in (away, home):
        is_valid = is_valid and (runs == "0" or parse_number(runs, MAX_RUNS) is not None)
    return "" if is_valid else "visitors' and home team's runs, such as 2-3"
