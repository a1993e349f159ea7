"""Which tournaments visitors can see: those that are neither hidden nor deleted."""

from django.db.models import Q


def shown_to_public(prefix: str = "") -> Q:
    """Return the filter for what visitors can see. `prefix` leads to the tournament, such as "series__tournament__"."""
    return Q(**{f"{prefix}hidden_at": None, f"{prefix}deleted_at": None})


def counted_by_club(prefix: str = "") -> Q:
    """Return the filter for what the club's pages show: everything that is public and isn't practice."""
    return shown_to_public(prefix) & Q(**{f"{prefix}is_practice": False})
