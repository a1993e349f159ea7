"""Match the names in a pasted ranking to a set's cards, and list the rows that need an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.errors import Refused
from core.imports.headings import ColumnChoices, Section
from core.imports.text_rows import MOST_ROWS
from drafts.queries.card_finder import CardFinder, CardMatch
from drafts.queries.pool import PoolCard
from drafts.queries.ranking_rows import ListedName, read_ranking
from drafts.refusals import RankingFault, RankingRefusal
from rules_engine.rulings import Ruling, refuse

LEAVE_OUT: Final = "-"
_MOST_CHOICES: Final = 8


class RankedCard(NamedTuple):
    """A card with its place in the ranking."""

    row: int
    card: PoolCard
    tier: int | None
    note: str


class RankingQuestion(NamedTuple):
    """A row that matches several cards, or a card with a different birth year."""

    row: int
    text: str
    cards: list[PoolCard]


class LeftOutRow(NamedTuple):
    """A row excluded from the ranking, with the reason."""

    row: int
    ruling: Ruling


@dataclass(slots=True)
class RankingPlan:
    """The planned ranking, best first, plus the rows that need an answer or are skipped."""

    sections: list[Section]
    ranked: list[RankedCard] = field(default_factory=list)
    questions: list[RankingQuestion] = field(default_factory=list)
    left_out: list[LeftOutRow] = field(default_factory=list)

    @property
    def tier_count(self) -> int:
        return len({ranked.tier for ranked in self.ranked if ranked.tier is not None})


def plan_ranking(finder: CardFinder, text: str, choices: ColumnChoices, answers: Mapping[int, str]) -> RankingPlan:
    """Plan a ranking from a list.

    Args:
        choices: The user's column assignments.
        answers: The card ID by row number, or LEAVE_OUT.

    Raises:
        UnreadableRow: A line can't be split into cells.
    """
    rows = read_ranking(text, finder.clubs, choices)
    plan = RankingPlan(rows.sections)
    row_by_card: dict[int, int] = {}
    for name in rows.names:
        card = _card_of(plan, finder, name, answers.get(name.row, ""))
        if card is None:
            continue
        first = row_by_card.setdefault(card.id, name.row)
        if first != name.row:
            _leave_out(plan, name.row, RankingFault.LISTED_TWICE, first=first, name=card.name)
        else:
            plan.ranked.append(RankedCard(name.row, card, name.tier, name.note))
    return plan


def plan_pasted_ranking(
    finder: CardFinder, text: str, choices: ColumnChoices, answers: Mapping[int, str]
) -> RankingPlan:
    """Plan a ranking from a pasted list. See `plan_ranking`.

    Raises:
        Refused: The list is too long, or none of its names are in the card set.
    """
    rows = text.count("\n") + 1
    if rows > MOST_ROWS:
        raise Refused(RankingRefusal.TOO_MANY_ROWS, field="text", rows=rows, most=MOST_ROWS)
    plan = plan_ranking(finder, text, choices, answers)
    if not plan.ranked and not plan.questions:
        raise Refused(RankingRefusal.NOBODY, field="text")
    return plan


def _card_of(plan: RankingPlan, finder: CardFinder, name: ListedName, answer: str) -> PoolCard | None:
    """Return a row's card, or record a question or the reason for skipping the row."""
    if answer == LEAVE_OUT:
        _leave_out(plan, name.row, RankingFault.BY_CHOICE, name=name.name)
        return None
    match = _match(finder, name)
    if not match.cards:
        _leave_out(plan, name.row, RankingFault.UNKNOWN_PLAYER, name=name.name)
        return None
    if match.is_certain:
        return match.cards[0]
    answered = next((card for card in match.cards if str(card.id) == answer), None)
    if answered is None:
        facts = ", ".join(filter(None, (name.name, name.team, str(name.birth_year or ""))))
        plan.questions.append(RankingQuestion(name.row, facts, match.cards[:_MOST_CHOICES]))
    return answered


def _match(finder: CardFinder, name: ListedName) -> CardMatch:
    """Match the name as "Last, First" first, because "Griffey, Ken" and "Griffey, SEA" both contain a comma."""
    if name.full_text:
        match = finder.match(name.full_text, name.team, name.birth_year)
        if match.cards:
            return match
    return finder.match(name.name, name.team, name.birth_year)


def _leave_out(plan: RankingPlan, row: int, fault: RankingFault, **facts: object) -> None:
    plan.left_out.append(LeftOutRow(row, refuse(fault, "", **facts)))
