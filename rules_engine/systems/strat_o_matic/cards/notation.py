"""The printed notation of card lines: parse lines and write them.

Readings look like `HOMERUN 1-10 / DOUBLE 11-20`, `SINGLE**(lf)`, `gb(ss)A+`, `fly(cf)B?`, `lomax`, `N HOMERUN` and
`gb(2b)X plus injury`, or on the Basic side like `GROUNDBALL(ss)A++` and `FLYBALL(cf)B`. A line may begin with marks, as
symbols or in words: • [dot], ◆ [park homerun], ▲ [park single], ∪ [clutch], _ [underline], △ [second]. A line with △
has its second reading after //. Case and spaces within a reading don't matter: `GB (ss) A +` is `gb(ss)A+`.
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
CACHED_LINES: Final = 8_192  # A season's cards repeat a few thousand lines.

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
_OUT = re.compile(rf"(?P<word>strikeout|popout|foulout|lineout|lomax){_AT}(?P<suffix>.*)", re.IGNORECASE)
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
    """Raised when a card text can't be parsed. The message quotes the text and names the problem."""


def parse_reading(text: str) -> Reading:
    """Parse a reading without its range. Raise NotationError if it is invalid."""
    words = _INNER_SPACE.sub("", " ".join(text.split()))
    injury = _INJURY.search(words) is not None
    body = _INJURY.sub("", words)
    needs_power = body.upper().startswith("N ")
    body = body[2:] if needs_power else body
    for parse in (_plain_word, _hit, _fly, _groundball, _out):
        reading = parse(text, body)
        if reading is not None:
            return _finished(text, reading, needs_power, injury)
    examples = "SINGLE**(lf), gb(ss)A+, fly(cf)B?, lomax or HOMERUN 1-10"
    raise NotationError(f"“{text}” is not a reading, such as {examples}")


def _finished(text: str, reading: Reading, needs_power: bool, injury: bool) -> Reading:
    if needs_power and reading.kind is not Kind.HOMERUN:
        raise NotationError(f"“{text}”: only a homerun can have N")
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
    match = _HIT.fullmatch(body)
    if match is None:
        return None
    kind = Kind(match["word"].upper())
    stars = len(match["stars"] + match["late"])
    if stars not in _STARS_ALLOWED[kind]:
        raise NotationError(f"“{text}”: {match['word']} can't have {stars} asterisks")
    return Reading(kind, _position(text, match["fielder"], OUTFIELD), stars=stars)


def _fly(text: str, body: str) -> Reading | None:
    match = _FLY.fullmatch(body)
    if match is None:
        return None
    letter = match["letter"].upper()
    if match["query"] and letter != "B":
        raise NotationError(f"“{text}”: only fly()B can have a question mark")
    return Reading(Kind.FLYBALL, _position(text, match["fielder"], OUTFIELD), letter, query=bool(match["query"]))


def _groundball(text: str, body: str) -> Reading | None:
    match = _GROUND.fullmatch(body)
    if match is None:
        return None
    letter = match["letter"].upper()
    if match["plus"] and letter == "X":
        raise NotationError(f"“{text}”: an X chance can't have a plus")
    return Reading(Kind.GROUNDBALL, _position(text, match["fielder"], INFIELD), letter, plus=bool(match["plus"]))


def _out(text: str, body: str) -> Reading | None:
    match = _OUT.fullmatch(body)
    if match is None:
        return None
    kind, suffix = Kind(match["word"].lower()), match["suffix"].strip().lower()
    if suffix == _AS_MANY and kind is Kind.LINEOUT:
        kind = Kind.LOMAX
    elif suffix:
        raise NotationError(f"“{text}”: “{match['suffix'].strip()}” can't follow {match['word']}")
    if kind is Kind.STRIKEOUT and match["fielder"]:
        raise NotationError(f"“{text}”: a strikeout has no fielder")
    return Reading(kind, _position(text, match["fielder"], POSITIONS))


def _position(text: str, written: str | None, allowed: tuple[str, ...]) -> str:
    position = (written or "").lower()
    if position and position not in allowed:
        raise NotationError(f"“{text}”: ({position}) must be one of {', '.join(allowed)}")
    return position


def write_reading(reading: Reading, style: Style = "advanced") -> str:
    """Return the canonical text of a reading, from which parse_reading returns an equal one."""
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


@lru_cache(CACHED_LINES)
def parse_line(text: str) -> Line:
    """Parse a card line: its marks, its reading or split, and its second reading.

    Raise NotationError if it is invalid.
    """
    body, marks = _without_marks(" ".join(text.split()))
    first, _, second = body.partition("//")
    if bool(second.strip()) != bool(marks & Mark.SECOND_READING):
        raise NotationError(f"“{text}”: △ needs a second reading after //, and a second reading needs △")
    return Line(_parts(text, first.strip()), marks, parse_line(second) if second.strip() else None)


def _without_marks(body: str) -> tuple[str, Mark]:
    marks, previous = Mark.NONE, ""
    while body != previous:
        previous = body
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
    match = _RANGE.fullmatch(piece)
    if match is None:
        raise NotationError(f"“{text}”: “{piece}” needs a range, such as 1-10")
    return Part(int(match["low"]), int(match["high"] or match["low"]), parse_reading(match["text"]))


def checked_split(text: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """1.0: require that the ranges of a split cover 1 to 20 in order, without gaps or overlaps."""
    expected = 1
    for part in parts:
        if part.low != expected or part.high < part.low:
            raise NotationError(f"“{text}”: the range {part.low}-{part.high} must begin at {expected}")
        expected = part.high + 1
    if expected != 21:
        raise NotationError(f"“{text}”: the ranges end at {expected - 1}, not at 20")
    return parts


def write_line(line: Line, style: Style = "advanced") -> str:
    """Return the canonical text of a line, from which parse_line returns an equal one."""
    marks = "".join(symbols[0] for mark, symbols in MARKS.items() if line.marks & mark)
    parts = " / ".join(_written_part(line, part, style) for part in line.parts)
    second = f" // {write_line(line.second, style)}" if line.second else ""
    return f"{marks} {parts}{second}".strip()


def _written_part(line: Line, part: Part, style: Style) -> str:
    text = write_reading(part.reading, style)
    if not line.is_split:
        return text
    return f"{text} {part.low}" if part.low == part.high else f"{text} {part.low}-{part.high}"
