"""Of a man with several cards in a file only the interleague card is taken (T31.9)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from core.names import folded
from drafts.models import PlayerCard
from rules_engine.eligibility.cards import SeasonLine, interleague_card

Numbered = tuple[int, PlayerCard]  # with the row of the file


class CardsThatCount(NamedTuple):
    """The cards that a draft may use, those that are left out, and what is wrong, as (row, column, fault)."""

    kept: list[PlayerCard]
    left_out: list[PlayerCard]
    faults: list[tuple[int, str, str]]


def cards_that_count(cards: Mapping[int, PlayerCard]) -> CardsThatCount:
    """T31.9. Rows of one name and one year of birth are cards of one man; `cards`: by row."""
    found = CardsThatCount([], [], [])
    used = set(cards)
    for _, group in groupby(sorted(cards.items(), key=_name), key=_name):
        namesakes = list(group)
        found.faults.extend(_doubtful(namesakes))
        for man in _several_of_a_man(namesakes):
            used -= _not_used(man, found.faults)
    found.kept.extend(card for row, card in cards.items() if row in used)
    found.left_out.extend(card for row, card in cards.items() if row not in used)
    return found


def _name(numbered: Numbered) -> str:
    return folded(numbered[1].name)


def _several_of_a_man(namesakes: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """The cards of each man who has more than one."""
    born = {card.birth_year for _, card in namesakes if card.birth_year is not None}
    for year in sorted(born):
        cards = [(row, card) for row, card in namesakes if card.birth_year == year]
        if len(cards) > 1:
            yield cards


def _not_used(man: Sequence[Numbered], faults: list[tuple[int, str, str]]) -> set[int]:
    """The rows of his cards that nobody uses."""
    rows = [row for row, _ in man]
    used = interleague_card([SeasonLine(card.at_bats, card.outs_pitched) for _, card in man])
    if used is None:
        told = " and ".join(map(str, rows))
        text = f"rows {told} are cards of one man, and not one alone has his most at-bats and innings (T31.9)"
        faults.append((rows[-1], "birth_year", text))
        return set()
    return {*rows} - {rows[used]}


def _doubtful(namesakes: Sequence[Numbered]) -> Iterator[tuple[int, str, str]]:
    """Namesakes who may be one man: a year of birth is missing, and the clubs of one are among the other's."""
    for (first, one), (second, other) in combinations(namesakes, 2):
        clubs = [set(card.clubs.upper().split("-")) - {""} for card in (one, other)]
        if None in (one.birth_year, other.birth_year) and (clubs[0] <= clubs[1] or clubs[1] <= clubs[0]):
            text = (
                f"row {first} has the same name: write the year of birth in both. With the same year they are cards of "
                "one man, and only the interleague card counts (T31.9)"
            )
            yield second, "birth_year", text
