"""Find all the sign-in links that belong to the same person."""

from collections.abc import Iterable

from django.db.models import Q

from tournaments.models import Access, Role

STAFF = (Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT)


def links_of_same_person(staff: Iterable[Access]) -> Q:
    """Return a filter for these staff links and all other links of the same people, including expired links.

    Organizers share the whole installation. For other staff, links with the same label in a tournament belong to the
    same person. Only a director can create them, and a director can use any of them.
    """
    same = Q()
    for access in staff:
        same |= Q(pk=access.pk)
        if access.role == Role.ORGANISER:
            same |= Q(role=Role.ORGANISER)
        elif access.label:
            same |= Q(tournament=access.tournament_id, label=access.label, role__in=STAFF)
    return same
