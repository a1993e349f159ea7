"""A card as plain values, under the words that stand on it: read with every field checked, and written back."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.cards.cards import Card, Hand, PitchersHalf
from rules_engine.systems.pine_tar.cards.columns import CELLS, CardError, Column, read_column, written_column

_WRITTEN = {position.upper(): position for position in POSITIONS}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bats": ("R", "L", "S"),
    "throws": ("R", "L"),
    "br": ("S", "M", "F"),
    "sbo": ("AA", "A", "B", "C", "D", "E", "N"),
    "rg": ("Pos", "Neu", "Neg"),
    "arm": ("", "W", "A", "E"),
}
_USUAL: Final[Mapping[str, Any]] = {"sbo": "N", "rg": "Neu", "arm": ""}
_COLUMNS = ("vs_lhp", "vs_rhp")
_SINGLE = "single"
_NEEDED = ("name", "bats", "throws", "br")
_OTHERS = ("sbc", "sbo", "shc", "inj", "rg", "ec", "arm", "ar", "positions")
_PITCHERS = ("role", "gs", "home", "away", "mip", "bk_wp", "so_bb")
_PITCHERS_NEEDED = ("role", "home", "away", "mip")
ROLES: Final = ("S", "R", "C", "S R", "R C", "S C", "S R C")


def read_card(document: Mapping[str, Any]) -> Card:
    """Raises CardError with the man, the field and what is wrong with it."""
    place = str(document.get("name") or "a card without a name")
    _only(place, document)
    word = {key: _word(place, document, key) for key in _WORDS}
    columns, split = _columns(place, document)
    return Card(
        name=place,
        bats=cast(Any, word["bats"]),
        throws=cast(Any, word["throws"]),
        speed=cast(Any, word["br"]),
        columns=columns,
        split=split,
        steal=_read(place, document, "sbc", lambda value: notation.whole(value, 0, CELLS - 1), 0),
        opportunity=cast(Any, word["sbo"]),
        bunt=_read(place, document, "shc", notation.bunt, "N"),
        injury=_read(place, document, "inj", lambda value: notation.injury(str(value)), "--"),
        reach=cast(Any, word["rg"]),
        error=_read(place, document, "ec", lambda value: notation.whole(value, 0, 9), 0),
        positions=_positions(place, document),
        arm=cast(Any, word["arm"]),
        throwing=_read(place, document, "ar", lambda value: notation.whole(value, 1 - CELLS, CELLS - 1), 0),
        pitching=_pitching(place, document) if "role" in document else None,
    )


def _only(place: str, document: Mapping[str, Any]) -> None:
    known = (*_NEEDED, *_OTHERS, *_COLUMNS, _SINGLE, *_PITCHERS)
    if unknown := [key for key in document if key not in known]:
        raise CardError(f"{place}: {unknown[0]}: there is no such field; there are {', '.join(known)}")
    needed = (*_NEEDED, *(_PITCHERS_NEEDED if "role" in document else ()))
    if missing := [key for key in needed if document.get(key) in (None, "")]:
        raise CardError(f"{place}: {missing[0]}: this field is missing")
    if "role" not in document and (strange := [key for key in _PITCHERS if key in document]):
        raise CardError(f"{place}: {strange[0]}: is for pitchers, and this card has no role")


def _word(place: str, document: Mapping[str, Any], key: str) -> str:
    word = document.get(key, _USUAL.get(key))
    if not isinstance(word, str) or word not in _WORDS[key]:
        raise CardError(f"{place}: {key}: must be {', '.join(filter(None, _WORDS[key]))}, not {word!r}")
    return word


def _read(place: str, document: Mapping[str, Any], key: str, reader: Callable[[Any], Any], usual: Any) -> Any:
    try:
        return reader(document.get(key, usual))
    except ValueError as fault:
        raise CardError(f"{place}: {key}: {fault}") from None


def _columns(place: str, document: Mapping[str, Any]) -> tuple[Mapping[Hand, Column], bool]:
    """PTM1: a column against each hand, or a single one."""
    if _SINGLE in document:
        if strange := [key for key in _COLUMNS if key in document]:
            raise CardError(f"{place}: {strange[0]}: a card has a single column, or one against each hand")
        column = read_column(f"{place}: {_SINGLE}", document[_SINGLE])
        return {"L": column, "R": column}, False
    if "role" in document:
        raise CardError(f"{place}: {_SINGLE}: this column is missing; pitchers bat from a single one")
    if missing := [key for key in _COLUMNS if key not in document]:
        raise CardError(f"{place}: {missing[0]}: this column is missing")
    left, right = (read_column(f"{place}: {key}", document[key]) for key in _COLUMNS)
    return {"L": left, "R": right}, True


def _positions(place: str, document: Mapping[str, Any]) -> tuple[str, ...]:
    written = document.get("positions", [])
    if not isinstance(written, list):
        raise CardError(f"{place}: positions: must be a list such as ['3B', '2B'], not {written!r}")
    for position in written:
        if position not in _WRITTEN or position == "P":
            raise CardError(f"{place}: positions: {position!r} is none of {', '.join(list(_WRITTEN)[1:])}")
    return tuple(dict.fromkeys(_WRITTEN[position] for position in written))


def _pitching(place: str, document: Mapping[str, Any]) -> PitchersHalf:
    if document["role"] not in ROLES:
        raise CardError(f"{place}: role: must be {', '.join(ROLES)}, not {document['role']!r}")

    def read(key: str, reader: Callable[[str], Any], usual: str) -> Any:
        return _read(place, document, key, lambda value: reader(str(value)), usual)

    starts = document.get("gs")
    return PitchersHalf(
        role=document["role"],
        home=read("home", notation.grades, ""),
        away=read("away", notation.grades, ""),
        innings=read("mip", notation.innings, ""),
        wildness=read("bk_wp", notation.wildness, "--/--"),
        corrected=read("so_bb", notation.corrected, notation.NO_CHANGE),
        starts=None if starts is None else _read(place, document, "gs", lambda v: notation.whole(v, 0, 99), 0),
    )


def write_card(card: Card) -> dict[str, Any]:
    """The values from which read_card gives an equal card."""
    document: dict[str, Any] = {"name": card.name, "bats": card.bats, "throws": card.throws, "br": card.speed}
    document |= {"sbc": card.steal, "sbo": card.opportunity, "shc": "N" if card.bunt is None else card.bunt}
    document |= {"inj": str(card.injury) if card.injury else "--", "rg": card.reach, "ec": card.error}
    if card.positions:
        document["positions"] = [position.upper() for position in card.positions]
    if card.arm:
        document["arm"] = card.arm
    if "c" in card.positions or card.throwing:
        document["ar"] = card.throwing
    if card.pitching:
        document |= _write_pitching(card.pitching)
    hands: tuple[tuple[str, Hand], ...] = (("vs_lhp", "L"), ("vs_rhp", "R"))
    written = {key: written_column(card.columns[hand]) for key, hand in hands}
    return document | (written if card.split else {_SINGLE: written["vs_rhp"]})


def _write_pitching(pitching: PitchersHalf) -> dict[str, Any]:
    return {
        "role": pitching.role,
        **({} if pitching.starts is None else {"gs": pitching.starts}),
        "home": str(pitching.home),
        "away": str(pitching.away),
        "mip": str(pitching.innings),
        "bk_wp": str(pitching.wildness),
        "so_bb": pitching.corrected.written if pitching.corrected else notation.NO_CHANGE,
    }
