"""The names of drafted men as sentences, sheets and boards write them: namesakes of a team are told apart."""

from collections.abc import Iterable

from rules_engine.namesakes import Named, distinct_names

Row = tuple[int, str, str, str]  # number of the card, name, clubs, throwing hand


def names_of_cards(rows: Iterable[Row]) -> dict[int, str]:
    """By number of the card; namesakes with club, hand or number, whichever tells them apart first."""
    return distinct_names(
        {number: Named(name, (clubs, throws, f"card {number}")) for number, name, clubs, throws in rows}
    )
