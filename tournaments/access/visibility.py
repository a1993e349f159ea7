"""Which tournaments visitors can see: those that are neither hidden nor deleted."""

from django.db.models import Q, QuerySet

from tournaments.models import Tournament


def shown_to_public(prefix: str = "") -> Q:
    """Return the filter for what visitors can see. `prefix` leads to the tournament, such as "series__tournament__"."""
    return Q(**{f"{prefix}hidden_at": None, f"{prefix}deleted_at": None})


def counted_by_club(prefix: str = "") -> Q:
    """Return the filter for what the club's pages show: everything that is public and isn't practice."""
    return shown_to_public(prefix) & Q(**{f"{prefix}is_practice": False})


def deleted_tournaments() -> QuerySet[Tournament]:
    """Return the deleted tournaments that can still be recovered, the last one first."""
    return Tournament.objects.filter(deleted_at__isnull=False).order_by("-deleted_at", "-pk")
