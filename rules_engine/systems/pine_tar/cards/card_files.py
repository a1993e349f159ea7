"""Load cards from plain values with full validation, and write them back."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.cards.cards import Card, Hand, PitcherRatings
from rules_engine.systems.pine_tar.cards.columns import CELLS, CardError, Column, format_column, read_column

_POSITION_BY_LABEL = {position.upper(): position for position in POSITIONS}
_ALLOWED_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bats": ("R", "L", "S"),
    "throws": ("R", "L"),
    "br": ("S", "M", "F"),
    "sbo": ("AA", "A", "B", "C", "D", "E", "N"),
    "rg": ("Pos", "Neu", "Neg"),
    "arm": ("", "W", "A", "E"),
}
_DEFAULTS: Final[Mapping[str, Any]] = {"sbo": "N", "rg": "Neu", "arm": ""}
_COLUMNS = ("vs_lhp", "vs_rhp")
_SINGLE_COLUMN = "single"
_REQUIRED_FIELDS = ("name", "bats", "throws", "br")
_OPTIONAL_FIELDS = ("sbc", "sbo", "shc", "inj", "rg", "ec", "arm", "ar", "positions")
_PITCHER_FIELDS = ("role", "gs", "home", "away", "mip", "bk_wp", "so_bb", "also_hits")
_REQUIRED_PITCHER_FIELDS = ("role", "home", "away", "mip")
ROLES: Final = ("S", "R", "C", "S R", "R C", "S C", "S R C")


def read_card(document: Mapping[str, Any]) -> Card:
    """Return a card. Raise CardError with the player, field and problem."""
    location = str(document.get("name") or "a card without a name")
    _check_field_names(location, document)
    word = {key: _read_word(location, document, key) for key in _ALLOWED_WORDS}
    columns, split = _read_columns(location, document)
    return Card(
        name=location,
        bats=cast(Any, word["bats"]),
        throws=cast(Any, word["throws"]),
        speed=cast(Any, word["br"]),
        columns=columns,
        split=split,
        steal=_read_field(location, document, "sbc", lambda value: notation.read_whole_number(value, 0, CELLS - 1), 0),
        steal_opportunity=cast(Any, word["sbo"]),
        bunt=_read_field(location, document, "shc", notation.read_bunt, "N"),
        injury=_read_field(location, document, "inj", lambda value: notation.read_injury(str(value)), "--"),
        fielding_range=cast(Any, word["rg"]),
        error=_read_field(location, document, "ec", lambda value: notation.read_whole_number(value, 0, 9), 0),
        positions=_read_positions(location, document),
        arm=cast(Any, word["arm"]),
        throwing=_read_field(
            location, document, "ar", lambda value: notation.read_whole_number(value, 1 - CELLS, CELLS - 1), 0
        ),
        pitching=_read_pitching(location, document) if "role" in document else None,
        also_hits=_read_field(location, document, "also_hits", _read_yes, False),
    )


def _read_yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _check_field_names(location: str, document: Mapping[str, Any]) -> None:
    allowed = (*_REQUIRED_FIELDS, *_OPTIONAL_FIELDS, *_COLUMNS, _SINGLE_COLUMN, *_PITCHER_FIELDS)
    if unknown := [key for key in document if key not in allowed]:
        raise CardError(f"{location}: {unknown[0]}: unknown field; choose from {', '.join(allowed)}")
    required = (*_REQUIRED_FIELDS, *(_REQUIRED_PITCHER_FIELDS if "role" in document else ()))
    if missing := [key for key in required if document.get(key) in (None, "")]:
        raise CardError(f"{location}: {missing[0]}: this field is missing")
    if "role" not in document and (unexpected := [key for key in _PITCHER_FIELDS if key in document]):
        raise CardError(f"{location}: {unexpected[0]}: is only for pitchers, but this card has no role")


def _read_word(location: str, document: Mapping[str, Any], key: str) -> str:
    word = document.get(key, _DEFAULTS.get(key))
    if not isinstance(word, str) or word not in _ALLOWED_WORDS[key]:
        raise CardError(f"{location}: {key}: must be {', '.join(filter(None, _ALLOWED_WORDS[key]))}, not {word!r}")
    return word


def _read_field(
    location: str, document: Mapping[str, Any], key: str, reader: Callable[[Any], Any], default: Any
) -> Any:
    try:
        return reader(document.get(key, default))
    except ValueError as error:
        raise CardError(f"{location}: {key}: {error}") from None


def _read_columns(location: str, document: Mapping[str, Any]) -> tuple[Mapping[Hand, Column], bool]:
    """PTM1: Parse a column against each hand, or a single column."""
    if _SINGLE_COLUMN in document:
        if unexpected := [key for key in _COLUMNS if key in document]:
            raise CardError(f"{location}: {unexpected[0]}: a card has a single column, or one against each hand")
        column = read_column(f"{location}: {_SINGLE_COLUMN}", document[_SINGLE_COLUMN])
        return {"L": column, "R": column}, False
    if "role" in document:
        raise CardError(f"{location}: {_SINGLE_COLUMN}: this column is missing; pitchers bat from a single one")
    if missing := [key for key in _COLUMNS if key not in document]:
        raise CardError(f"{location}: {missing[0]}: this column is missing")
    left, right = (read_column(f"{location}: {key}", document[key]) for key in _COLUMNS)
    return {"L": left, "R": right}, True


def _read_positions(location: str, document: Mapping[str, Any]) -> tuple[str, ...]:
    written = document.get("positions", [])
    if not isinstance(written, list):
        raise CardError(f"{location}: positions: must be a list such as ['3B', '2B'], not {written!r}")
    for position in written:
        if position not in _POSITION_BY_LABEL or position == "P":
            raise CardError(
                f"{location}: positions: {position!r} is not one of {', '.join(list(_POSITION_BY_LABEL)[1:])}"
            )
    return tuple(dict.fromkeys(_POSITION_BY_LABEL[position] for position in written))


def _read_pitching(location: str, document: Mapping[str, Any]) -> PitcherRatings:
    if document["role"] not in ROLES:
        raise CardError(f"{location}: role: must be {', '.join(ROLES)}, not {document['role']!r}")

    def read(key: str, reader: Callable[[str], Any], default: str) -> Any:
        return _read_field(location, document, key, lambda value: reader(str(value)), default)

    starts = document.get("gs")
    return PitcherRatings(
        role=document["role"],
        home=read("home", notation.read_grades, ""),
        away=read("away", notation.read_grades, ""),
        innings=read("mip", notation.read_innings, ""),
        wildness=read("bk_wp", notation.read_wildness, "--/--"),
        so_bb_rating=read("so_bb", notation.read_so_bb_rating, notation.NO_CHANGE),
        starts=None
        if starts is None
        else _read_field(location, document, "gs", lambda value: notation.read_whole_number(value, 0, 99), 0),
    )


def write_card(card: Card) -> dict[str, Any]:
    """Return plain values from which `read_card` restores an equal card."""
    document: dict[str, Any] = {"name": card.name, "bats": card.bats, "throws": card.throws, "br": card.speed}
    document |= {"sbc": card.steal, "sbo": card.steal_opportunity, "shc": "N" if card.bunt is None else card.bunt}
    document |= {"inj": str(card.injury) if card.injury else "--", "rg": card.fielding_range, "ec": card.error}
    if card.positions:
        document["positions"] = [position.upper() for position in card.positions]
    if card.arm:
        document["arm"] = card.arm
    if "c" in card.positions or card.throwing:
        document["ar"] = card.throwing
    if card.pitching:
        document |= _write_pitching(card.pitching) | ({"also_hits": True} if card.also_hits else {})
    hands: tuple[tuple[str, Hand], ...] = (("vs_lhp", "L"), ("vs_rhp", "R"))
    written = {key: format_column(card.columns[hand]) for key, hand in hands}
    return document | (written if card.split else {_SINGLE_COLUMN: written["vs_rhp"]})


def _write_pitching(pitching: PitcherRatings) -> dict[str, Any]:
    return {
        "role": pitching.role,
        **({} if pitching.starts is None else {"gs": pitching.starts}),
        "home": str(pitching.home),
        "away": str(pitching.away),
        "mip": str(pitching.innings),
        "bk_wp": str(pitching.wildness),
        "so_bb": pitching.so_bb_rating.written if pitching.so_bb_rating else notation.NO_CHANGE,
    }
