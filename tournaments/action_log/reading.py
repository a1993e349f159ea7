"""The action log for its page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


def log_of(tournament: Tournament) -> QuerySet[Action]:
    """Newest first, with what each undoes and what has undone it."""
    return (
        Action.objects.filter(tournament=tournament)
        .select_related("undoes__undoes")
        .prefetch_related("undone_by__undone_by__undone_by")
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class LogPage:
    """Acts, newest first. `newer` and `older`: after or before which number the next page begins, None at an end."""

    acts: list[Action]
    newer: int | None
    older: int | None


def page_of_log(
    tournament: Tournament,
    size: int,
    *,
    before: int | None = None,
    after: int | None = None,
    verbs: Iterable[Verb] = (),
) -> LogPage:
    """The acts next to a number, the newest where none is given: found by their key, so any page costs the same.

    `verbs`: these acts alone; all without.
    """
    found = log_of(tournament)
    found = found.filter(verb__in=verbs) if verbs else found
    if after is not None:
        acts = list(found.filter(pk__gt=after).order_by("pk")[: size + 1])
        if len(acts) > size:
            acts = acts[size - 1 :: -1]
            return LogPage(acts, acts[0].pk, acts[-1].pk)
        before = None  # nothing is newer than the first page
    acts = list((found if before is None else found.filter(pk__lt=before))[: size + 1])
    older = acts[size - 1].pk if len(acts) > size else None
    newer = acts[0].pk if before is not None and acts else None
    return LogPage(acts[:size], newer, older)
