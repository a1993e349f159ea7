"""Which sign-in links belong to one person."""

from collections.abc import Iterable

from django.db.models import Q

from tournaments.models import Access, Role

STAFF = (Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT)


def links_of_same_person(staff: Iterable[Access]) -> Q:
    """Match these links of staff and others of the same people, also ended ones.

    Organizers run the installation together. Elsewhere, links with the same name in one tournament are one person's:
    only a director makes them, and a director may use each of them anyway.
    """
    same = Q()
    for access in staff:
        same |= Q(pk=access.pk)
        if access.role == Role.ORGANISER:
            same |= Q(role=Role.ORGANISER)
        elif access.label:
            same |= Q(tournament=access.tournament_id, label=access.label, role__in=STAFF)
    return same
