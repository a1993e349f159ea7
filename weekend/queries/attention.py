"""Items that need attention: a kind, a sentence, and where to act."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Notice, Tournament

MOST_OF_A_KIND = 6  # more items of one kind are summarized on one line


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """An item that needs attention.

    If `for_director` is set, assistants see it but only directors can open the page.
    """

    kind: str
    sentence: str
    address: str
    link_text: str
    for_director: bool = False


def open_notices(tournament: Tournament) -> list[Notice]:
    return list(Notice.objects.filter(tournament=tournament, answered_at=None))


def notice_items(notices: Iterable[Notice], team_id: int | None) -> list[AttentionItem]:
    """Return open requests to this team, or to the director if `team_id` is None."""
    return [
        AttentionItem(notice.kind, notice.sentence, notice.address, notice.act)
        for notice in notices
        if notice.team_id == team_id
    ]


def summarize(items: Sequence[AttentionItem], sentence: str, address: str) -> Sequence[AttentionItem]:
    """Return one kind of items, or a single summary line if there are too many for the screen."""
    if len(items) <= MOST_OF_A_KIND:
        return items
    first = items[0]
    return [AttentionItem(first.kind, sentence, address, first.link_text, first.for_director)]
