"""The guards of views: what a viewer needs to be, with the sentence that says so."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from tournaments.access.viewers import Viewer, viewers_of
from tournaments.models import Tournament


def tournament_view(*, roles: str = "public") -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view of one tournament: `view(request, tournament, viewer, ...)`, addressed by slug.

    `roles` is the least that is needed: "public", "manager" (any team's manager or staff), "drafter" (these, or a
    proxy), "staff" (director or
    assistant), "director". Others get 403 with a sentence that says who may. Everything inside, templates and forms
    included, reads and writes times in the tournament's time zone: the room's clock.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(Tournament, slug=slug)
            viewer = viewers_of(request).of(tournament)
            request.tournament, request.viewer = tournament, viewer  # type: ignore[attr-defined]
            require(viewer, roles)  # what it raises is shown as a page of this tournament
            with timezone.override(tournament.time_zone):
                return view(request, tournament, viewer, *args, **kwargs)

        return guarded

    return guard


_NEEDS: dict[str, tuple[Callable[[Viewer], bool], str]] = {
    "public": (lambda viewer: True, ""),
    "drafter": (
        lambda viewer: viewer.role != "public",
        "Only managers, their proxies and the director may open this. Sign in with your invitation link.",
    ),
    "manager": (
        lambda viewer: viewer.is_staff or viewer.team_id is not None,
        "Only managers and the director may open this. Sign in with your invitation link.",
    ),
    "staff": (lambda viewer: viewer.is_staff, "Only the director and the assistants may do this."),
    "director": (lambda viewer: viewer.is_director, "Only the director may do this."),
    "organiser": (lambda viewer: viewer.is_organiser, "Only the organiser of this installation may do this."),
}


def require(viewer: Viewer, roles: str) -> None:
    """Raise PermissionDenied with a sentence unless the viewer's role reaches `roles`."""
    allowed, sentence = _NEEDS[roles]
    if not allowed(viewer):
        raise PermissionDenied(sentence)


def require_team(viewer: Viewer, team_id: int | None) -> None:
    """Raise PermissionDenied unless the viewer manages this team or is staff."""
    if not viewer.may_act_for(team_id):
        raise PermissionDenied("Only this team's manager or the director may do this.")


def require_drafter(viewer: Viewer, team_id: int | None) -> None:
    """The same for rolling and picking, which a team's proxy may do as well."""
    if not viewer.may_draft_for(team_id):
        raise PermissionDenied("Only this team's manager, its proxy or the director may do this.")
