"""Translate a case's notation into the adapters' notation, with one table per system.

A table (`tables/SYSTEM.toml`) defines each key's kind of fact and its synonyms. A synonym for a known fact becomes the
adapters' word. Everything else stays as it is in the case, and its reader rejects it. Keys and words are compared
without regard to case, spaces, hyphens and underscores.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.conformance.words.reading import NUMBERS, ORDINALS, UnknownWords

FOLDER: Final = Path(__file__).parent / "tables"
NOTHING: Final = frozenset(("", "none", "null", "nil", "nobody", "nothing", "no_one", "n/a", "na", "empty", "_", "–"))
TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "y", "t", "on"), True),
    **dict.fromkeys(("false", "no", "n", "f", "off"), False),
}
FRACTIONS: Final = {"⅓": " 1/3", "⅔": " 2/3"}
SEPARATORS: Final = re.compile(r"\s*(?:[,;&+/]|\band\b)\s*")
MINUS: Final = str.maketrans("−–", "--")
COUNTED: Final = r"(?:outs?|runs?|innings?|games?|players?|pitchers?|batters?|away|down)"

WordMap = Mapping[str, str]  # normalized word -> the adapters' word


@dataclass(frozen=True)
class TranslationTable:
    """The kinds of facts in a system's keys. `maps`: objects whose own keys are words; `phrases`: words for whole
    lists.

    capitals: codes printed in capitals. free: numbers or booleans that can also be words. closed: keys whose words are
    all in the table.
    """

    numbers: frozenset[str] = frozenset()
    truths: frozenset[str] = frozenset()
    innings: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    nothing: frozenset[str] = frozenset()
    words: Mapping[str, WordMap] = field(default_factory=dict)
    maps: Mapping[str, WordMap] = field(default_factory=dict)
    phrases: Mapping[str, WordMap] = field(default_factory=dict)
    capitals: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    readings: Mapping[str, "Reading"] = field(default_factory=dict)

    def translated(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Translate all of a case's facts, or all of its expected results, into the adapters' notation."""
        return {key: self.value(key, value) for key, value in facts.items()}

    def value(self, key: str, value: Any) -> Any:
        """Translate a fact, or a list or object of facts."""
        if isinstance(value, Mapping):
            return self._object(key, value)
        if isinstance(value, list):
            return [
                self.value(key, part) if isinstance(part, Mapping | list) else self.word(key, part) for part in value
            ]
        if value is None or is_nothing(value):
            return self._empty(key, value)
        if isinstance(value, str) and (phrase := self.phrases.get(key, {}).get(folded(value))) is not None:
            return [self.word(key, part) for part in phrase.split(",") if part]
        if isinstance(value, str) and key in self.lists:
            return self._listed(key, value)
        return self.word(key, value)

    def _object(self, key: str, value: Mapping[str, Any]) -> dict[str, Any]:
        """Translate an object. If its keys are words, drop the empty ones."""
        if key not in self.maps:
            return self.translated(value)
        names = {self.maps[key].get(folded(name), name): part for name, part in value.items()}
        return {name: self.value(name, part) for name, part in names.items() if not _holds_nothing(part)}

    def _empty(self, key: str, value: Any) -> Any:
        if key in self.nothing:
            return None
        if key in self.maps:
            return [] if key in self.lists else {}
        return [] if key in self.lists else self.word(key, "" if value is None and key in self.words else value)

    def _listed(self, key: str, value: str) -> Any:
        if key in self.numbers and (span := re.fullmatch(r"\s*(\d+)\s*[-–]\s*(\d+)\s*", value)):
            return [int(span[1]), int(span[2])]
        is_known = folded(value) in self.words.get(key, {})
        return [self.word(key, part) for part in ([value] if is_known else SEPARATORS.split(value.strip())) if part]

    def check(self, facts: Mapping[str, Any]) -> None:
        """Reject a word that should be a number, a boolean or a word in a closed vocabulary. Raise UnknownWords."""
        for key, value in facts.items():
            self._check_value(key, value)

    def _check_value(self, key: str, value: Any) -> None:
        if isinstance(value, Mapping):
            self.check(value)
        elif isinstance(value, list):
            for part in value:
                self._check_value(key, part)
        elif isinstance(value, str):
            self._check_word(key, value)

    def _check_word(self, key: str, word: str) -> None:
        meanings = set(self.words.get(key, {}).values())
        if key in self.closed and word not in meanings:
            raise UnknownWords(key, word, ", ".join(sorted(meanings)))
        if key in self.numbers | self.truths and key not in self.free and word not in meanings:
            raise UnknownWords(key, word, "numbers" if key in self.numbers else "true and false")

    def word(self, key: str, value: Any) -> Any:
        """Translate a single fact: by its key's words, then as a number, a boolean, innings or a reading."""
        meaning = self.words.get(key, {}).get(folded(value)) if isinstance(value, str) else None
        return self.scalar(key, value if meaning is None else meaning)

    def scalar(self, key: str, value: Any) -> Any:
        readers: tuple[tuple[frozenset[str], Callable[[Any], Any]], ...] = (
            (self.nothing, nothing_of),
            (self.truths, truth_of),
            (self.innings, innings_of),
            (self.numbers, number_of),
            (self.texts, text_of),
        )
        for keys, read in readers:
            if key in keys and ((value_read := read(value)) != value or type(value_read) is not type(value)):
                return value_read
        if key in self.readings and isinstance(value, str):
            return self.readings[key].translated(value)
        if not isinstance(value, str):
            return value
        return value.strip().upper() if key in self.capitals and not self._is_word(key, value) else value.strip()

    def _is_word(self, key: str, value: str) -> bool:
        return value in self.words.get(key, {}).values()


@dataclass(frozen=True)
class Reading:
    """A card reading such as gb(ss)A, whose prefixes and positions are translated into the system's spelling."""

    prefixes: WordMap
    positions: WordMap
    shape: str  # for example "{prefix}({position}){rest}"

    def translated(self, text: str) -> str:
        position = "|".join(sorted(map(re.escape, self.positions), key=len, reverse=True))
        spoken = "|".join(sorted((re.escape(word) for word in self.prefixes), key=len, reverse=True))
        words = re.sub(r"[\s_]+", "_", text.strip().casefold())
        named = rf"(?:_?\(_?({position})_?\)|[_-]+(?:to_)?({position})(?![a-z0-9]))"
        match = re.fullmatch(rf"({spoken}){named}(.*)", words)
        if match is None:
            return text.strip().replace("_", " ")
        rest = match[4].replace("_", " ").strip()
        parts = {"prefix": self.prefixes[match[1]], "position": self.positions[match[2] or match[3]]}
        return self.shape.format(**parts, rest=rest.upper() if len(rest) < 5 else rest)


def folded(word: object) -> str:
    """Return a word without case, apostrophes, or differences in spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "_", str(word).strip().casefold().replace("'", "").replace("’", ""))


def is_nothing(value: Any) -> bool:
    return isinstance(value, str) and folded(value) in NOTHING


def _holds_nothing(value: Any) -> bool:
    return value is None or value is False or is_nothing(value)


def nothing_of(value: Any) -> Any:
    return None if is_nothing(value) else value


def truth_of(value: Any) -> Any:
    return TRUTHS.get(folded(value), value) if isinstance(value, str) else value


def text_of(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def number_of(value: Any) -> Any:
    """Return 7 for 7.0, "7", "+7", "seven" and "7 outs", and 0 for "no outs" and "none out"."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    words = value.strip().casefold().translate(MINUS)
    counted = re.sub(rf"[\s-]+{COUNTED}$", "", words)
    if re.fullmatch(r"[+-]?\d+(\.0)?", counted):
        return int(float(counted))
    if counted in ("no", "none", "nobody") and counted != words:
        return 0
    if ordinal := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", counted):
        return int(ordinal[1])
    return next((names.index(counted) for names in (NUMBERS, ORDINALS) if counted in names), value)


def innings_of(value: Any) -> Any:
    """Return innings as "4.1", from 4, 4.1, "4", "4 1/3", "4⅓", "1/3", "4 innings" or "4.1 IP"."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return value
    words = str(value).strip().casefold()
    for sign, fraction in FRACTIONS.items():
        words = words.replace(sign, fraction)
    words = re.sub(r"\s*(innings?|ip)$", "", words).replace(" and ", " ").strip()
    if thirds := re.fullmatch(r"(?:(\d+)[\s-]+)?([12])/3", words):
        return f"{thirds[1] or 0}.{thirds[2]}"
    if full := re.fullmatch(r"(\d*)(?:\.([012])0*)?", words):
        return f"{full[1] or 0}.{full[2] or 0}" if words else value
    return value


@cache
def table_of(system: str) -> TranslationTable:
    """Return a system's table. Raise KeyError for a concept that is missing from `common.toml`."""
    data = tomllib.loads((FOLDER / f"{system}.toml").read_text(encoding="utf-8"))
    kinds = {kind: frozenset(data.get(kind, ())) for kind in KINDS}
    words = {kind: _words(data.get(kind, ())) for kind in ("words", "maps", "phrases")}
    marks = {mark: _marked(data, mark) for mark in ("capitals", "closed")}
    return TranslationTable(**kinds, **words, **marks, readings=_readings(data))


KINDS: Final = ("numbers", "truths", "innings", "texts", "lists", "nothing", "free")


def _marked(data: Mapping[str, Any], mark: str) -> frozenset[str]:
    return frozenset(key for entry in data.get("words", ()) if entry.get(mark) for key in entry["keys"])


def _words(entries: Iterable[Mapping[str, Any]]) -> dict[str, WordMap]:
    spellings: dict[str, dict[str, str]] = {}
    for entry in entries:
        for key in entry["keys"]:
            spellings.setdefault(key, {}).update(_word_map(entry))
    return spellings


def _word_map(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return every spelling of an entry -> its word: the concept's synonyms and the entry's additional ones."""
    spelled = entry.get("spelled", {})
    synonyms: dict[str, list[str]] = {
        spelled.get(name, name): [name, *synonyms] for name, synonyms in _concept(entry.get("concept", "")).items()
    }
    for word, forms in entry.get("meaning", {}).items():
        synonyms.setdefault(word, []).extend(forms)
    return {folded(word_form): word for word, synonyms in synonyms.items() for word_form in (word, *synonyms)}


@cache
def _common() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((FOLDER / "common.toml").read_text(encoding="utf-8"))


def _concept(name: str) -> dict[str, list[str]]:
    return _common()[name] if name else {}


def _readings(data: Mapping[str, Any]) -> dict[str, Reading]:
    readings: dict[str, Reading] = {}
    for entry in data.get("readings", ()):
        prefixes = {
            folded(word_form): word for word, synonyms in entry["prefixes"].items() for word_form in (word, *synonyms)
        }
        positions = _word_map({"concept": "positions", "spelled": entry.get("spelled", {})})
        readings |= dict.fromkeys(entry["keys"], Reading(prefixes, positions, entry["shape"]))
    return readings
