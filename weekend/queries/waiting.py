"""Something that needs attention: its kind, a sentence, and where to act."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Notice, Tournament

MANY = 6  # more of one kind than this are summed up in one line


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """An item that needs attention. With `for_director`, assistants see it but only directors can open the page."""

    kind: str
    sentence: str
    address: str
    act: str
    for_director: bool = False


def open_notices(tournament: Tournament) -> list[Notice]:
    return list(Notice.objects.filter(tournament=tournament, answered_at=None))


def noticed(notices: Iterable[Notice], team_id: int | None) -> list[AttentionItem]:
    """Return open requests to this team, or to the director for None."""
    return [AttentionItem(row.kind, row.sentence, row.address, row.act) for row in notices if row.team_id == team_id]


def summed_up(waiting: Sequence[AttentionItem], sentence: str, address: str) -> Sequence[AttentionItem]:
    """Return items of one kind, or one line for all if there are too many for the screen."""
    if len(waiting) <= MANY:
        return waiting
    return [AttentionItem(waiting[0].kind, sentence, address, waiting[0].act, waiting[0].for_director)]
