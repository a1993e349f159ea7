"""Player cards: the ratings at the top and the columns below, parsed from documents and written to them.

A document contains plain values, such as those from TOML, JSON or a spreadsheet row. Its ratings are in the printed
notation. Each side ("basic", "left", "right") maps line labels, such as "1-7", to texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.strat_o_matic.cards.notation import NotationError, parse_line, write_line
from rules_engine.systems.strat_o_matic.cards.ratings import (
    Endurance,
    HittingCode,
    PositionRating,
    RatingError,
    StealRating,
    format_catcher_throw,
    format_fielding,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line

CardSide = Literal["basic", "left", "right"]
SIDES: tuple[CardSide, ...] = ("basic", "left", "right")
ROWS = range(2, 13)
BATTER_COLUMNS, PITCHER_COLUMNS = (1, 2, 3), (4, 5, 6)
GRADES = ("AAA", "AA", "A", "B", "C", "D", "E")
Columns = tuple[tuple[Line, ...], ...]  # three columns of eleven lines
Document = Mapping[str, Any]


class CardError(SystemFileError):
    """Raised for an invalid card.

    The message names the card, the field or the column and row, and the problem. `why` is only the problem. `line` is
    the label of the invalid line, such as "1-7", or "".
    """

    def __init__(self, message: str, why: str = "", line: str = "") -> None:
        super().__init__([message])
        self.why, self.line = why or message, line


@dataclass(frozen=True, slots=True)
class BatterCard:
    """A batter's card.

    `columns` contains its sides. `power` is keyed by the pitcher's throwing hand, "left" or "right".
    """

    name: str
    bats: Literal["L", "R", "S"]
    columns: Mapping[CardSide, Columns] = field(repr=False)
    power: Mapping[str, str]
    running: int
    grade: str = "E"
    steal: StealRating | None = None
    bunt: str = "D"
    hit_and_run: str = "D"
    fielding: tuple[PositionRating, ...] = ()
    catcher_throw: int = 0
    passed_ball: int = 0
    at_bats_and_walks: int = 0

    def line(self, side: CardSide, column: int, row: int) -> Line:
        """Return the line in column 1..3 and row 2..12 of a side."""
        return self.columns[side][column - 1][row - 2]

    def fielding_at(self, position: str) -> PositionRating | None:
        return next((fielding for fielding in self.fielding if fielding.position == position), None)


@dataclass(frozen=True, slots=True)
class PitcherCard:
    """A pitcher's card.

    A good `hold` is negative. `balk` and `wild_pitch` are 0..20. `outs` are his outs of the season.

    Running, grade, steal and asterisk are from the roster sheet (2.2, 22.1, 23.12, 10.2). `hitter` is a two-way
    player's hitter's card, with which he bats, runs and fields.
    """

    name: str
    throws: Literal["L", "R"]
    columns: Mapping[CardSide, Columns] = field(repr=False)
    fielding: PositionRating
    hitting: HittingCode
    endurance: Endurance
    hold: int = 0
    balk: int = 0
    wild_pitch: int = 0
    bunt: str = "D"
    running: int = 10
    grade: str = "E"
    steal: StealRating | None = None
    asterisk: bool = False
    outs: int = 0
    hitter: BatterCard | None = None

    @property
    def bats(self) -> Literal["L", "R", "S"]:
        return self.hitter.bats if self.hitter else self.hitting.bats

    def line(self, side: CardSide, column: int, row: int) -> Line:
        """Return the line in column 4..6 and row 2..12 of a side."""
        return self.columns[side][column - 4][row - 2]


Card = BatterCard | PitcherCard


def hitters_card(card: Card) -> BatterCard | None:
    """Return the card with which a player bats, runs and fields, or None for a pitcher without a hitter's card."""
    return card if isinstance(card, BatterCard) else card.hitter


def parse_card(document: Document) -> Card:
    """Parse a document whose `kind` is batter or pitcher. Raise CardError if it is invalid."""
    kind = document.get("kind")
    if kind not in ("batter", "pitcher"):
        raise CardError(
            f"{document.get('name', 'a card without a name')}: kind must be batter or pitcher, not {kind!r}"
        )
    reader = _FieldReader(document)
    return _batter(reader) if kind == "batter" else _pitcher(reader)


def _batter(reader: "_FieldReader") -> BatterCard:
    steal = reader.text("steal", "")
    return BatterCard(
        name=reader.text("name"),
        bats=reader.choice("bats", ("L", "R", "S")),
        columns=reader.sides(BATTER_COLUMNS),
        power={side: reader.choice(f"power_{side}", ("N", "W"), "N") for side in ("left", "right")},
        running=reader.top_of_range("running", 1, 20),
        grade=reader.choice("grade", GRADES, "E"),
        steal=reader.rated("steal", parse_steal_rating) if steal else None,
        bunt=reader.choice("bunt", "ABCD", "D"),
        hit_and_run=reader.choice("hit_and_run", "BCD", "D"),
        fielding=reader.rated("fielding", parse_fielding),
        catcher_throw=reader.rated("T", parse_catcher_throw),
        passed_ball=reader.chance("pb"),
        at_bats_and_walks=reader.number("at_bats_and_walks", 0, 999, 0),
    )


def _pitcher(reader: "_FieldReader") -> PitcherCard:
    steal = reader.text("steal", "")
    fielding = reader.rated("fielding", parse_fielding)
    if [rating.position for rating in fielding] != ["p"]:
        raise reader.invalid("fielding", "a pitcher's card lists the one position p, such as p-2e15")
    return PitcherCard(
        name=reader.text("name"),
        throws=reader.choice("throws", ("L", "R")),
        columns=reader.sides(PITCHER_COLUMNS),
        fielding=fielding[0],
        hitting=reader.rated("hitting", parse_hitting_code),
        endurance=reader.rated("endurance", parse_endurance),
        hold=reader.number("hold", -6, 9, 0),
        balk=reader.chance("bk"),
        wild_pitch=reader.chance("wp"),
        bunt=reader.choice("bunt", "ABCD", "D"),
        running=reader.top_of_range("running", 1, 20, "10"),
        grade=reader.choice("grade", GRADES, "E"),
        steal=reader.rated("steal", parse_steal_rating) if steal else None,
        asterisk=bool(reader.document.get("asterisk", False)),
        outs=reader.number("outs", 0, 2000, 0),
        hitter=_hitter(reader),
    )


def _hitter(reader: "_FieldReader") -> BatterCard | None:
    document = reader.document.get("hitter")
    if document is None:
        return None
    if not isinstance(document, Mapping) or document.get("kind") != "batter":
        raise reader.invalid("hitter", "must be a batter's card")
    return _batter(_FieldReader(document))


class _FieldReader:
    """Read and check the fields of a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.name = str(document.get("name") or "a card without a name")

    def invalid(self, field: str, problem: str, line: str = "") -> CardError:
        return CardError(f"{self.name}, {field}: {problem}", problem, line)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.document.get(key, default)
        if not isinstance(value, str | int) or (default is None and not str(value).strip()):
            raise self.invalid(key, f"must be text, not {value!r}")
        return str(value).strip()

    def choice(self, key: str, allowed: Any, default: str | None = None) -> Any:
        value = self.text(key, default).upper()
        if value not in tuple(allowed):
            raise self.invalid(key, f"“{value}” must be one of {', '.join(allowed)}")
        return value

    def number(self, key: str, low: int, high: int, default: int) -> int:
        value = self.document.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.invalid(key, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def top_of_range(self, key: str, low: int, high: int, default: str | None = None) -> int:
        """Return the top of a range, written as `1-15` or 15."""
        text = self.text(key, default).replace(" ", "").removeprefix("1-")
        if not text.isdecimal() or not low <= int(text) <= high:
            raise self.invalid(key, f"“{text}” must be 1-n with n from {low} to {high}")
        return int(text)

    def chance(self, key: str) -> int:
        return int(self.rated(key, lambda text: parse_chance_rating(key, text or "0")))

    def rated(self, key: str, parse: Any) -> Any:
        try:
            return parse(self.text(key, ""))
        except RatingError as error:
            raise self.invalid(key, str(error)) from None

    def sides(self, columns: tuple[int, ...]) -> dict[CardSide, Columns]:
        sides = {side: self._side(side, columns) for side in SIDES if side in self.document}
        if not sides:
            raise self.invalid("columns", "the card has neither a basic nor a left and right side")
        if ("left" in sides) != ("right" in sides):
            raise self.invalid("columns", "the card needs both a left and a right side, or neither")
        return sides

    def _side(self, side: CardSide, columns: tuple[int, ...]) -> Columns:
        lines = self.document[side]
        if not isinstance(lines, Mapping):
            raise self.invalid(f"side {side}", "must have one text for each line")
        expected = {f"{column}-{row}" for column in columns for row in ROWS}
        if unknown := sorted(set(lines) - expected):
            raise self.invalid(f"side {side}", f"this card has no line {unknown[0]}", unknown[0])
        return tuple(tuple(self._line(side, lines, column, row) for row in ROWS) for column in columns)

    def _line(self, side: CardSide, lines: Mapping[str, Any], column: int, row: int) -> Line:
        where, label = f"side {side}, column {column}, row {row}", f"{column}-{row}"
        if (text := lines.get(label)) is None:
            raise self.invalid(where, "this line is missing", label)
        try:
            line = parse_line(str(text))
        except NotationError as error:
            raise self.invalid(where, str(error), label) from None
        if why := _misplaced(line, side, batter=column in BATTER_COLUMNS):
            raise self.invalid(where, why, label)
        return line


def _misplaced(line: Line, side: CardSide, *, batter: bool) -> str:
    """Return why this kind of card can't have this line, or "" if it can."""
    for part in line.parts:
        reading = part.reading
        if batter and (reading.is_x or reading.needs_power):
            return "only pitchers' cards have X-chances and N home runs"
        if not batter and (reading.plus or reading.injury):
            return "only batters' cards have plus signs and injuries"
        if reading.kind is Kind.HOMERUN and not batter and side != "basic" and not reading.needs_power:
            return "a home run on a pitcher's Advanced side must have N (12.1)"
    return ""


def write_card(card: Card) -> dict[str, Any]:
    """Return a card's document, from which parse_card returns an equal card."""
    first = 1 if isinstance(card, BatterCard) else 4
    sides = {
        side: {
            f"{first + place}-{row}": write_line(line, "basic" if side == "basic" else "advanced")
            for place, column in enumerate(columns)
            for row, line in zip(ROWS, column, strict=True)
        }
        for side, columns in card.columns.items()
    }
    hitter = {} if isinstance(card, BatterCard) or card.hitter is None else {"hitter": write_card(card.hitter)}
    return rating_fields(card) | sides | hitter


def rating_fields(card: Card) -> dict[str, Any]:
    """Return a card's document without its columns."""
    return _batter_fields(card) if isinstance(card, BatterCard) else _pitcher_fields(card)


def _batter_fields(card: BatterCard) -> dict[str, Any]:
    return {
        "kind": "batter",
        "name": card.name,
        "bats": card.bats,
        "power_left": card.power["left"],
        "power_right": card.power["right"],
        "running": f"1-{card.running}",
        "grade": card.grade,
        "steal": str(card.steal) if card.steal else "",
        "bunt": card.bunt,
        "hit_and_run": card.hit_and_run,
        "fielding": format_fielding(card.fielding),
        "T": format_catcher_throw(card.catcher_throw),
        "pb": str(card.passed_ball),
        "at_bats_and_walks": card.at_bats_and_walks,
    }


def _pitcher_fields(card: PitcherCard) -> dict[str, Any]:
    return {
        "kind": "pitcher",
        "name": card.name,
        "throws": card.throws,
        "fielding": str(card.fielding),
        "hitting": str(card.hitting),
        "endurance": str(card.endurance),
        "hold": card.hold,
        "bk": str(card.balk),
        "wp": str(card.wild_pitch),
        "bunt": card.bunt,
        "running": f"1-{card.running}",
        "grade": card.grade,
        "steal": str(card.steal) if card.steal else "",
        "asterisk": card.asterisk,
        "outs": card.outs,
    }
