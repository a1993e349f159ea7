"""Check that a viewer has the required role, and explain any rejection."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from core.prepared_queries import PreparedQuery
from tournaments.access.viewers import Viewer, Viewers, viewers_of
from tournaments.models import Tournament


def tournament_view(*, roles: str = "public") -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Wrap `view(request, tournament, viewer, ...)`, which finds its tournament by the slug in the URL.

    `roles` is the minimum role: "public", "manager" (any team's manager, or staff), "drafter" (a manager, proxy or
    staff member), "staff" (director or assistant) or "director". All other viewers get a 403 response that explains
    which role they need. The view and its templates and forms use the tournament's time zone.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament = _tournament_of(slug)
            viewer = require_visible(tournament, viewers_of(request))
            request.tournament, request.viewer = tournament, viewer  # type: ignore[attr-defined]
            require(viewer, roles)  # `request.tournament` is set by now, so the error page shows the tournament.
            with timezone.override(tournament.time_zone):
                return view(request, tournament, viewer, *args, **kwargs)

        return guarded

    return guard


_TOURNAMENTS = PreparedQuery(lambda: Tournament.objects.filter(slug="").order_by())


def _tournament_of(slug: str) -> Tournament:
    """Return the tournament with this slug. Raise Http404 if there is none."""
    tournaments = _TOURNAMENTS.rows(slug)
    if not tournaments:
        raise Http404
    return tournaments[0]


def require_visible(tournament: Tournament, viewers: Viewers) -> Viewer:
    """Return the tournament's viewer. Raise Http404 if it is deleted, or hidden from this viewer."""
    viewer = viewers.viewer_of(tournament)
    is_visible = tournament.is_public or (tournament.deleted_at is None and viewer.is_staff)
    if not is_visible:
        raise Http404
    return viewer


_NEEDS: dict[str, tuple[Callable[[Viewer], bool], str]] = {
    "public": (lambda viewer: True, ""),
    "drafter": (
        lambda viewer: viewer.role != "public",
        "Only managers, their proxies and the director can open this. Sign in with your invitation link.",
    ),
    "manager": (
        lambda viewer: viewer.is_staff or viewer.team_id is not None,
        "Only managers and the director can open this. Sign in with your invitation link.",
    ),
    "staff": (
        lambda viewer: viewer.is_staff,
        "Only the director or an assistant can do this.",
    ),
    "director": (lambda viewer: viewer.is_director, "Only the director can do this."),
    "organiser": (
        lambda viewer: viewer.is_organizer,
        "Only the organizer of this installation can do this.",
    ),
}


def require(viewer: Viewer, roles: str) -> None:
    """Raise PermissionDenied with an explanation unless the viewer has at least this role."""
    allowed, sentence = _NEEDS[roles]
    if not allowed(viewer):
        raise PermissionDenied(sentence)


def require_team(viewer: Viewer, team_id: int | None) -> None:
    """Raise PermissionDenied unless the viewer manages this team or is staff."""
    if not viewer.can_represent(team_id):
        raise PermissionDenied("Only this team's manager or the director can do this.")


def require_drafter(viewer: Viewer, team_id: int | None) -> None:
    """Raise PermissionDenied unless the viewer can roll and pick for this team."""
    if not viewer.may_draft_for(team_id):
        raise PermissionDenied("Only this team's manager, its proxy or the director can do this.")
