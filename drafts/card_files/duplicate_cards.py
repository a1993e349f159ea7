"""Reduce a card file to a single card per player: totals, interleague cards (T31.9), two-way players."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, groupby
from typing import Final, NamedTuple

from drafts.card_files.same_player import could_be_same_player
from drafts.card_files.two_way_rows import join_two_way
from drafts.models import PlayerCard
from rules_engine.eligibility.cards import SeasonLine, interleague_card
from rules_engine.names import name_key

Rows = dict[int, PlayerCard]  # by row number in the file

_TOTAL: Final = re.compile(r"TOT(ALS?)?|\d\s*-?\s*(TMS?|TEAMS)", re.IGNORECASE)
_SUMMED: Final = ("at_bats", "hits", "homeruns", "walks", "outs_pitched", "strikeouts_made")
_MOST_PARTS: Final = 8
_MOST_NAMESAKES: Final = 40


class CountedCards(NamedTuple):
    """The cards that count, the excluded cards, and errors as (row, column, message).

    `joined` lists two-way players merged from two rows.
    """

    cards: list[PlayerCard]
    left_out: list[PlayerCard]
    faults: list[tuple[int, str, str]]
    joined: list[PlayerCard]


def select_counted_cards(cards: Mapping[int, PlayerCard]) -> CountedCards:
    """Return a single card per player from cards by row. Ambiguous rows are reported as errors."""
    settled = CountedCards([], [], [], [])
    used: Rows = {}
    for _, group in groupby(sorted(cards.items(), key=_name), key=_name):
        namesakes = dict(group)
        if len(namesakes) > 1:
            _settle(namesakes, settled)
        used |= namesakes
    settled.cards.extend(used[row] for row in sorted(used))
    settled.faults.extend(_codes_used_twice(used))
    return settled


def _name(numbered: tuple[int, PlayerCard]) -> tuple[str, str, str]:
    return name_key(numbered[1].name)


def _settle(namesakes: Rows, settled: CountedCards) -> None:
    """Remove cards that don't count from `namesakes`."""
    if len(namesakes) > _MOST_NAMESAKES:
        row, card = next(iter(namesakes.items()))
        settled.faults.append((row, "name", f"{len(namesakes)} rows have the name {card.name}"))
        return
    _keep_totals(namesakes, settled)
    settled.joined.extend(join_two_way(namesakes))
    settled.faults.extend(_doubtful(namesakes))
    for cards in _several_of_a_player(namesakes):
        _keep_interleague_card(cards, namesakes, settled)


def _keep_totals(namesakes: Rows, settled: CountedCards) -> None:
    """Remove single-club rows if there is a total, which is marked as a total or equals their sum."""
    for row, card in list(namesakes.items()):
        namesakes_by_row = {
            n: namesake for n, namesake in namesakes.items() if n != row and could_be_same_player(card, namesake)
        }
        if row not in namesakes or not namesakes_by_row:
            continue
        is_marked = _TOTAL.fullmatch(card.clubs.strip()) is not None
        parts = _parts_of(card, namesakes_by_row, fewest=1 if is_marked else 2)
        if not parts and is_marked:
            rows = ", ".join(map(str, namesakes_by_row))
            text = f"the total is not the sum of the rows with the same name ({rows}): correct the numbers"
            settled.faults.append((row, "clubs", text))
            parts = namesakes_by_row
        if parts and is_marked:
            card.clubs = "-".join(dict.fromkeys(part.clubs for part in parts.values() if part.clubs))[:60]
        for part in parts:
            settled.left_out.append(namesakes.pop(part))


def _parts_of(total: PlayerCard, namesakes: Rows, fewest: int) -> Rows:
    """Return the largest set of rows that adds up to the total."""
    counts = _counts(total)
    if not any(counts) or len(namesakes) > _MOST_PARTS:
        return {}
    for size in range(len(namesakes), fewest - 1, -1):
        for rows in combinations(namesakes, size):
            lines = [_counts(namesakes[row]) for row in rows]
            if [sum(counts) for counts in zip(*lines, strict=True)] == counts:
                return {row: namesakes[row] for row in rows}
    return {}


def _counts(card: PlayerCard) -> list[int]:
    return [getattr(card, name) for name in _SUMMED]


def _several_of_a_player(namesakes: Rows) -> Iterator[Rows]:
    """Yield the cards of each player who has several cards and a birth year."""
    for year in sorted({card.birth_year for card in namesakes.values() if card.birth_year is not None}):
        cards = {row: card for row, card in namesakes.items() if card.birth_year == year}
        if len(cards) > 1:
            yield cards


def _keep_interleague_card(cards: Rows, namesakes: Rows, settled: CountedCards) -> None:
    rows = list(cards)
    used = interleague_card([SeasonLine(card.at_bats, card.outs_pitched) for card in cards.values()])
    if used is None:
        numbers = " and ".join(map(str, rows))
        text = f"rows {numbers} are cards of one player, but no single card has the most at-bats and innings (T31.9)"
        settled.faults.append((rows[-1], "birth_year", text))
        return
    for row in rows:
        if row != rows[used]:
            settled.left_out.append(namesakes.pop(row))


def _doubtful(namesakes: Rows) -> Iterator[tuple[int, str, str]]:
    """Yield errors for cards that might belong to the same player.

    These cards share a name, at least one lacks a birth year, and the clubs or throwing hand match.
    """
    for (first, card), (second, second_card) in combinations(namesakes.items(), 2):
        if None not in (card.birth_year, second_card.birth_year) or not could_be_same_player(card, second_card):
            continue
        if _clubs_overlap(card, second_card) or (card.throws and card.throws == second_card.throws):
            text = (
                f"row {first} has the same name: enter the year of birth in both. With the same year they are cards of "
                "one player, and only the interleague card counts (T31.9)"
            )
            yield second, "birth_year", text


def _clubs_overlap(card: PlayerCard, namesake: PlayerCard) -> bool:
    """Return whether one card's clubs all appear on the other card."""
    clubs, namesake_clubs = (set(player.clubs.upper().split("-")) - {""} for player in (card, namesake))
    return clubs <= namesake_clubs or namesake_clubs <= clubs


def _codes_used_twice(cards: Rows) -> Iterator[tuple[int, str, str]]:
    """Yield errors for a hitter's row and a pitcher's row that share a code but weren't joined."""
    rows: dict[str, int] = {}
    for row, card in sorted(cards.items()):
        if card.code in rows:
            yield row, "code", f"“{card.code}” is also the code of row {rows[card.code]}"
        rows.setdefault(card.code, row)
