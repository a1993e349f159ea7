"""Filters for tournaments that visitors can see, which are neither hidden nor deleted."""

from django.db.models import Q, QuerySet

from tournaments.models import Tournament


def shown_to_public(prefix: str = "") -> Q:
    """Return a filter for rows that visitors can see. `prefix` is the lookup path, such as "series__tournament__"."""
    return Q(**{f"{prefix}hidden_at": None, f"{prefix}deleted_at": None})


def counted_by_club(prefix: str = "") -> Q:
    """Return a filter for rows on the club's pages: public tournaments except practice."""
    return shown_to_public(prefix) & Q(**{f"{prefix}is_practice": False})


def deleted_tournaments() -> QuerySet[Tournament]:
    """Return the deleted tournaments that can still be recovered, most recently deleted first."""
    return Tournament.objects.filter(deleted_at__isnull=False).order_by("-deleted_at", "-pk")
