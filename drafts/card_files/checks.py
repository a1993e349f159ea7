"""Check a card file's values within each row and its codes across rows."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from drafts.card_files.columns import FileColumn
from rules_engine.names import name_key
from rules_engine.systems import load
from seasons.workbooks import CellFault

PARK_NUMBERS: Final = ("singles_left", "singles_right", "homeruns_left", "homeruns_right")


class FirstCodeRow(NamedTuple):
    """The first row with a given code, with the player's name key and a flag for pitcher's rows."""

    number: int
    name: tuple[str, str, str]
    pitches: bool


def row_faults(
    system: str,
    sheet: str,
    headings: Mapping[int, FileColumn],
    number: int,
    values: Mapping[str, Any],
    codes: dict[str, FirstCodeRow],
) -> list[CellFault]:
    """Return errors that concern a whole row.

    Args:
        values: The values by key, without invalid cells and missing columns.
        codes: Updated with each code's first row.
    """
    places = {column.key: place for place, column in headings.items()}
    problems = [*_repeated_code(values, number, codes), *_contradictions(system, values)]
    names = {column.key: column.heading for column in headings.values()}
    return [CellFault(text, sheet, number, places.get(key, 0), names.get(key, "")) for key, text in problems]


def _repeated_code(values: Mapping[str, Any], number: int, codes: dict[str, FirstCodeRow]) -> Iterator[tuple[str, str]]:
    """Yield an error for a repeated code, unless the rows are one player's hitter and pitcher rows."""
    code = values.get("code")
    if code is None:
        return
    row = FirstCodeRow(number, name_key(values.get("name", "")), bool(values.get("roles")))
    first = codes.setdefault(code, row)
    is_two_way = first.name == row.name and first.pitches != row.pitches
    if first.number != number and not is_two_way:
        yield "code", f"“{code}” is also the code of row {first.number}"


def _contradictions(system: str, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield contradictions between values as (key, error) pairs."""

    def has_values(*keys: str) -> bool:
        return all(key in values for key in keys)

    if has_values("hits", "at_bats") and values["hits"] > values["at_bats"]:
        yield "hits", f"{values['hits']} hits in {values['at_bats']} at bats"
    extra = ("doubles", "triples", "homeruns")
    if has_values("hits", *extra) and sum(values[key] for key in extra) > values["hits"]:
        yield "hits", f"{sum(values[key] for key in extra)} doubles, triples and home runs in {values['hits']} hits"
    if has_values("games_started", "pitching_games") and values["games_started"] > values["pitching_games"]:
        yield "games_started", f"{values['games_started']} starts in {values['pitching_games']} games pitched"
    if has_values("positions", "ratings.fielding"):
        yield from _fielding_contradiction(system, tuple(values["positions"]), values["ratings.fielding"])
    if has_values(*PARK_NUMBERS):
        yield from _park_contradiction([values[key] for key in PARK_NUMBERS])


def _fielding_contradiction(system: str, positions: tuple[str, ...], fielding: str) -> Iterator[tuple[str, str]]:
    rated = {position.upper() for position in load(system).rated_positions(fielding)}
    if fielding and positions and rated != set(positions):
        yield "ratings.fielding", f"rates {_listed(rated)}, but the Positions column has {_listed(positions)}"


def _listed(positions: Any) -> str:
    return ", ".join(sorted(positions)) or "none"


def _park_contradiction(numbers: list[int | None]) -> Iterator[tuple[str, str]]:
    if None in numbers and any(number is not None for number in numbers):
        key = PARK_NUMBERS[numbers.index(None)]
        yield key, "a park needs all four numbers or none"
