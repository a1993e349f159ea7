"""A legal starting line-up: nine different men, each at a position on his card, a pitcher who may start."""

from collections.abc import Iterator, Mapping

from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import lineup_ruling
from rules_engine.rulings import Ruling, allow, first_refusal, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.pitchers.fatigue import pow_for
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.covering import NOT_THE_MOUND, by_card, positions_on_card


def starting_ruling(book: Book, side: Side) -> Ruling:
    """5.10, 10.1, 10.2, T0.01, T27.53: whether a game may begin with this line-up; else what is wrong with it first."""
    known = book.lineups.get(side)
    if known is None or known[0] is not book.cards:  # one line-up begins many games of a simulation
        ruling = first_refusal(*_rulings(book, side), allow("10.1", "The line-up is legal."))
        known = book.lineups[side] = book.cards, ruling
    return known[1]


def _rulings(book: Book, side: Side) -> Iterator[Ruling]:
    field = dict(zip(POSITIONS, side.field, strict=True))
    hitter = side.pitcher not in side.order
    yield hitter_ruling(book, used=hitter)
    yield lineup_ruling(side.order, field, designated_hitter=hitter)
    yield _nobody_twice(side)
    yield _positions_ruling(book, side, field)
    yield starter_ruling(book, side.pitcher)


def hitter_ruling(book: Book, *, used: bool) -> Ruling:
    """T0.01: STAR knows no designated hitter."""
    if used and not book.edition.cards.designated_hitter:
        return refuse("T0.01", "There is no designated hitter: the pitcher bats.")
    return allow("5.11", "Somebody bats for the pitcher." if used else "The pitcher bats.")


def _nobody_twice(side: Side) -> Ruling:
    playing = {*side.order, *side.field}
    if twice := [man for man in side.bench if man in playing]:
        return refuse("5.10", f"{twice[0]} is in the line-up and on the bench.")
    return allow("5.10", "Nobody is in two places.")


def _positions_ruling(book: Book, side: Side, field: Mapping[str, str]) -> Ruling:
    """10.1, T10.11: everybody at a position on his card, unless the team has nobody for some position."""
    rated = positions_on_card(book, (*side.field, *side.order, *side.bench))
    off = [(position, man) for position, man in field.items() if position != "p" and position not in rated.get(man, ())]
    if off and by_card(rated, NOT_THE_MOUND):
        position, man = off[0]
        return refuse("10.1", f"{man} does not have {position} on his card.")
    return allow("10.1", "Everybody is at a position on his card, or nobody could be.")


def starter_ruling(book: Book, pitcher: str) -> Ruling:
    """10.2, 27.53, T27.53: whether he may start by his card."""
    card = book.cards[pitcher]
    if not isinstance(card, PitcherCard):
        return refuse("25.3", f"{pitcher} is no pitcher.")
    if not pow_for(book.edition.endurance, card.endurance, started=True):
        return refuse("T27.53", f"{pitcher} has no starter rating.")
    return allow("10.2", f"{pitcher} may start.")
