"""Load the activity log for its page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


def log_of(tournament: Tournament) -> QuerySet[Action]:
    """Return the log, newest first, including undone actions and undos."""
    return (
        Action.objects.filter(tournament=tournament)
        .select_related("undoes__undoes")
        .prefetch_related("undone_by__undone_by__undone_by")
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of actions, newest first, with the numbers where the next pages start (None if there is no next page)."""

    actions: list[Action]
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
    """Return the actions before or after a number, or the newest actions. Every page takes the same time to load.

    `verbs` limits the page to these actions.
    """
    actions = log_of(tournament)
    actions = actions.filter(verb__in=verbs) if verbs else actions
    if after is not None:
        page_actions = list(actions.filter(pk__gt=after).order_by("pk")[: size + 1])
        if len(page_actions) > size:
            page_actions = page_actions[size - 1 :: -1]
            return LogPage(page_actions, page_actions[0].pk, page_actions[-1].pk)
        before = None  # This is the newest page.
    page_actions = list((actions if before is None else actions.filter(pk__lt=before))[: size + 1])
    older = page_actions[size - 1].pk if len(page_actions) > size else None
    newer = page_actions[0].pk if before is not None and page_actions else None
    return LogPage(page_actions[:size], newer, older)
