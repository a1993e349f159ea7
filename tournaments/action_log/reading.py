"""The action log for its page."""

from django.db.models import QuerySet

from tournaments.models import Action, Tournament


def log_of(tournament: Tournament) -> QuerySet[Action]:
    """Newest first, with what each undoes and what has undone it."""
    return (
        Action.objects.filter(tournament=tournament)
        .select_related("undoes__undoes")
        .prefetch_related("undone_by__undone_by__undone_by")
        .order_by("-pk")
    )
