"""The printed notation of card lines: text to Reading or Line and back, with the fault named when it cannot be read.

`HOMERUN 1-10 / DOUBLE 11-20`, `SINGLE**(lf)`, `gb(ss)A+`, `fly(cf)B?`, `lomax`, `N HOMERUN`, `gb(2b)X plus injury`;
on the Basic side `GROUNDBALL(ss)A++`, `FLYBALL(cf)B`. A line may begin with marks, printed or in words: • [dot],
◆ [park homerun], ▲ [park single], ∪ [clutch], _ [underline], △ [second], the last with its second reading after //.
Case and spaces within a reading do not matter: `GB (ss) A +` is `gb(ss)A+`.
"""

import re
from functools import lru_cache
from typing import Final, Literal

from rules_engine.systems.strat_o_matic.cards.reading import (
    INFIELD,
    OUTFIELD,
    POSITIONS,
    Kind,
    Line,
    Mark,
    Part,
    Reading,
)

Style = Literal["basic", "advanced"]
LINES_KEPT: Final = 8_192  # a season of cards says the same few thousand over and over

MARKS = {
    Mark.FATIGUE_DOT: ("•", "[dot]"),
    Mark.PARK_HOMERUN: ("◆", "[park homerun]"),
    Mark.PARK_SINGLE: ("▲", "[park single]"),
    Mark.SECOND_READING: ("△", "[second]"),
    Mark.CLUTCH: ("∪", "[clutch]"),
    Mark.UNDERLINE: ("_", "[underline]"),
}
_INJURY = re.compile(r"\s*,?\s*plus injury$", re.IGNORECASE)
_INNER_SPACE = re.compile(r" (?=[()*+?])|(?<=\() |(?<=\)) (?=[abcx]\b)", re.IGNORECASE)
_AT = r"(?:\((?P<fielder>[a-z0-9]{1,2})\))?"
_HIT = re.compile(rf"(?P<word>homerun|triple|double|single)(?P<stars>\**){_AT}(?P<late>\**)", re.IGNORECASE)
_FLY = re.compile(r"(?:fly|flyball|flyout)\((?P<fielder>[a-z]{2})\)(?P<letter>[ABCX])(?P<query>\??)", re.IGNORECASE)
_GROUND = re.compile(
    r"(?:gb|groundball)\((?P<fielder>[a-z0-9]{1,2})\)(?P<letter>[ABCX])(?P<plus>\+{0,2})", re.IGNORECASE
)
_OUT = re.compile(rf"(?P<word>strikeout|popout|foulout|lineout|lomax){_AT}(?P<most>.*)", re.IGNORECASE)
_AS_MANY = "into as many outs as possible"
_PLAIN = {
    "walk": Kind.WALK,
    "base on balls": Kind.WALK,
    "hbp": Kind.HIT_BY_PITCH,
    "hit by pitch": Kind.HIT_BY_PITCH,
    "catch-x": Kind.CATCHER_X,
    "catcher's card x": Kind.CATCHER_X,
}
_STARS_ALLOWED = {
    Kind.SINGLE: (0, 1, 2),
    Kind.DOUBLE: (0, 2),
    Kind.TRIPLE: (0,),
    Kind.HOMERUN: (0,),
}
_RANGE = re.compile(r"(?P<text>.+?)\s+(?P<low>\d{1,2})(?:\s*-\s*(?P<high>\d{1,2}))?")
_BASIC_WORDS = {
    Kind.FLYBALL: "FLYBALL",
    Kind.GROUNDBALL: "GROUNDBALL",
    Kind.CATCHER_X: "CATCHER'S CARD X",
}


class NotationError(ValueError):
    """A card text cannot be read; the message quotes it and says what is wrong."""


def parse_reading(text: str) -> Reading:
    """One reading without its range. Raises NotationError."""
    words = _INNER_SPACE.sub("", " ".join(text.split()))
    injury = _INJURY.search(words) is not None
    body = _INJURY.sub("", words)
    needs_power = body.upper().startswith("N ")
    body = body[2:] if needs_power else body
    for parse in (_plain_word, _hit, _fly, _groundball, _out):
        found = parse(text, body)
        if found is not None:
            return _finished(text, found, needs_power, injury)
    raise NotationError(f"“{text}” is no reading; such are SINGLE**(lf), gb(ss)A+, fly(cf)B?, lomax, HOMERUN 1-10")


def _finished(text: str, reading: Reading, needs_power: bool, injury: bool) -> Reading:
    if needs_power and reading.kind is not Kind.HOMERUN:
        raise NotationError(f"“{text}”: only a homerun carries N")
    return Reading(
        reading.kind,
        reading.fielder,
        reading.letter,
        reading.stars,
        reading.query,
        reading.plus,
        needs_power,
        injury,
    )


def _plain_word(text: str, body: str) -> Reading | None:
    kind = _PLAIN.get(body.lower())
    return Reading(kind) if kind else None


def _hit(text: str, body: str) -> Reading | None:
    found = _HIT.fullmatch(body)
    if found is None:
        return None
    kind = Kind(found["word"].upper())
    stars = len(found["stars"] + found["late"])
    if stars not in _STARS_ALLOWED[kind]:
        raise NotationError(f"“{text}”: {found['word']} does not come with {stars} asterisks")
    return Reading(kind, _position(text, found["fielder"], OUTFIELD), stars=stars)


def _fly(text: str, body: str) -> Reading | None:
    found = _FLY.fullmatch(body)
    if found is None:
        return None
    letter = found["letter"].upper()
    if found["query"] and letter != "B":
        raise NotationError(f"“{text}”: only fly()B carries a question mark")
    return Reading(Kind.FLYBALL, _position(text, found["fielder"], OUTFIELD), letter, query=bool(found["query"]))


def _groundball(text: str, body: str) -> Reading | None:
    found = _GROUND.fullmatch(body)
    if found is None:
        return None
    letter = found["letter"].upper()
    if found["plus"] and letter == "X":
        raise NotationError(f"“{text}”: an X chance carries no plus")
    return Reading(Kind.GROUNDBALL, _position(text, found["fielder"], INFIELD), letter, plus=bool(found["plus"]))


def _out(text: str, body: str) -> Reading | None:
    found = _OUT.fullmatch(body)
    if found is None:
        return None
    kind, most = Kind(found["word"].lower()), found["most"].strip().lower()
    if most == _AS_MANY and kind is Kind.LINEOUT:
        kind = Kind.LOMAX
    elif most:
        raise NotationError(f"“{text}”: “{found['most'].strip()}” does not belong behind {found['word']}")
    if kind is Kind.STRIKEOUT and found["fielder"]:
        raise NotationError(f"“{text}”: a strikeout goes to nobody")
    return Reading(kind, _position(text, found["fielder"], POSITIONS))


def _position(text: str, written: str | None, allowed: tuple[str, ...]) -> str:
    position = (written or "").lower()
    if position and position not in allowed:
        raise NotationError(f"“{text}”: ({position}) must be one of {', '.join(allowed)}")
    return position


def write_reading(reading: Reading, style: Style = "advanced") -> str:
    """The canonical text of a reading; parse_reading reads it back to the same reading."""
    at = f"({reading.fielder})" if reading.fielder else ""
    word = _word(reading.kind, style)
    body = f"{word}{'*' * reading.stars}{at}{reading.letter}{'?' * reading.query}"
    body += ("++" if style == "basic" else "+") * reading.plus
    if style == "basic" and reading.kind is Kind.LOMAX:
        body += f" {_AS_MANY}"
    return f"{'N ' * reading.needs_power}{body}{' plus injury' * reading.injury}"


def _word(kind: Kind, style: Style) -> str:
    if style == "advanced":
        return str(kind.value)
    if kind is Kind.LOMAX:
        return "LINEOUT"
    return _BASIC_WORDS.get(kind, str(kind.value).upper())


@lru_cache(LINES_KEPT)
def parse_line(text: str) -> Line:
    """One line of a card: marks, reading or split, second reading. Raises NotationError."""
    body, marks = _without_marks(" ".join(text.split()))
    first, _, second = body.partition("//")
    if bool(second.strip()) != bool(marks & Mark.SECOND_READING):
        raise NotationError(f"“{text}”: △ and a second reading after // belong together")
    return Line(_parts(text, first.strip()), marks, parse_line(second) if second.strip() else None)


def _without_marks(body: str) -> tuple[str, Mark]:
    marks, left = Mark.NONE, ""
    while body != left:
        left = body
        for mark, symbols in MARKS.items():
            for symbol in symbols:
                if body.lower().startswith(symbol):
                    body, marks = body[len(symbol) :].lstrip(), marks | mark
    return body, marks


def _parts(text: str, body: str) -> tuple[Part, ...]:
    pieces = [piece.strip() for piece in body.split("/")]
    if len(pieces) == 1 and _RANGE.fullmatch(body) is None:
        return (Part(1, 20, parse_reading(body)),)
    parts = tuple(_part(text, piece) for piece in pieces)
    return checked_split(text, parts)


def _part(text: str, piece: str) -> Part:
    found = _RANGE.fullmatch(piece)
    if found is None:
        raise NotationError(f"“{text}”: “{piece}” lacks its range, such as 1-10")
    return Part(int(found["low"]), int(found["high"] or found["low"]), parse_reading(found["text"]))


def checked_split(text: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """1.0: the ranges of a split must cover 1 to 20 in order, without gap or overlap."""
    expected = 1
    for part in parts:
        if part.low != expected or part.high < part.low:
            raise NotationError(f"“{text}”: a range {part.low}-{part.high} where one from {expected} is wanted")
        expected = part.high + 1
    if expected != 21:
        raise NotationError(f"“{text}”: the ranges end at {expected - 1}, not at 20")
    return parts


def write_line(line: Line, style: Style = "advanced") -> str:
    """The canonical text of a line; parse_line reads it back to the same line."""
    marks = "".join(symbols[0] for mark, symbols in MARKS.items() if line.marks & mark)
    parts = " / ".join(_written_part(line, part, style) for part in line.parts)
    second = f" // {write_line(line.second, style)}" if line.second else ""
    return f"{marks} {parts}{second}".strip()


def _written_part(line: Line, part: Part, style: Style) -> str:
    text = write_reading(part.reading, style)
    if not line.is_split:
        return text
    return f"{text} {part.low}" if part.low == part.high else f"{text} {part.low}-{part.high}"
