"""Who is looking and what they may do: invitation links, the viewer of a request, and the guards of views.

A link carries the number of its Access row and a signature over number and nonce. Nothing secret is stored,
a link can be shown again, and revoking the row ends every device that used it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from tournaments.models import Access, Role, Series, Tournament

SESSION_KEY = "access"
_signer = signing.Signer(salt="pennant.access")


@dataclass(frozen=True, slots=True)
class Viewer:
    """What one device may do in one tournament."""

    role: str = "public"
    name: str = "Visitor"
    team_id: int | None = None
    access_id: int | None = None

    @property
    def is_director(self) -> bool:
        """Everything, people and rules included."""
        return self.role in (Role.ORGANISER, Role.DIRECTOR)

    @property
    def is_staff(self) -> bool:
        """The director's desk: director or assistant."""
        return self.is_director or self.role == Role.ASSISTANT

    @property
    def is_organiser(self) -> bool:
        return self.role == Role.ORGANISER

    def may_act_for(self, team_id: int | None) -> bool:
        return self.is_staff or (team_id is not None and team_id == self.team_id)

    def may_play(self, series: Series) -> bool:
        """Staff, either manager, and who plays it for a team that dropped out (T0.08)."""
        return any(self.may_act_for(team) for team in series.may_be_played_by)

    def side_in(self, series: Series) -> int | None:
        """The team he acts for in this series; None for staff, and 0, which is no team, for anybody else."""
        return None if self.is_staff else series.side_played_by(self.team_id) or 0


PUBLIC = Viewer()
_RANK = [Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT, Role.MANAGER]


def link_token(access: Access) -> str:
    """What the invitation link of this access ends with."""
    return _signer.sign(f"{access.pk}.{access.nonce}").replace(":", "~")


def access_of_token(token: str) -> Access | None:
    """The access a link or API token stands for; None where it is wrong or revoked."""
    try:
        number, nonce = _signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
        return None
    return Access.objects.select_related("tournament", "team").filter(pk=number, nonce=nonce, revoked_at=None).first()


def remember(request: HttpRequest, access: Access) -> None:
    """Sign this device in, beside whatever it is signed in to already."""
    known = [number for number in request.session.get(SESSION_KEY, []) if number != access.pk]
    request.session[SESSION_KEY] = [*known, access.pk][-20:]


def forget(request: HttpRequest) -> None:
    request.session.pop(SESSION_KEY, None)


class Viewers:
    """The accesses of one request, read once and only when something asks."""

    def __init__(self, accesses: list[Access]) -> None:
        self._accesses = accesses

    def of(self, tournament: Tournament | None) -> Viewer:
        """The strongest role this device has in a tournament (or, for None, in the installation)."""
        wanted = tournament.pk if tournament else None
        held = [a for a in self._accesses if a.tournament_id in (None, wanted)]
        if not held:
            return PUBLIC
        return _viewer(min(held, key=lambda access: _RANK.index(Role(access.role))))

    def all(self) -> list[Access]:
        return self._accesses

    def tournaments(self) -> list[int]:
        return [a.tournament_id for a in self._accesses if a.tournament_id is not None]


def _viewer(access: Access) -> Viewer:
    return Viewer(
        role=access.role, name=access.label or access.get_role_display(), team_id=access.team_id, access_id=access.pk
    )


def _viewers(request: HttpRequest) -> Viewers:
    numbers = (
        request.session.get(SESSION_KEY)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or request.session.modified
        else None
    )
    return Viewers(
        list(Access.objects.select_related("tournament").filter(pk__in=numbers, revoked_at=None)) if numbers else []
    )


def viewers_of(request: HttpRequest) -> Viewers:
    return request.viewers  # type: ignore[attr-defined, no-any-return]


class ViewerMiddleware:
    """Puts `request.viewers` in place; the database is asked only when a page needs to know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.viewers = SimpleLazyObject(lambda: _viewers(request))  # type: ignore[attr-defined]
        return self.get_response(request)


def viewer_context(request: HttpRequest) -> dict[str, Any]:
    """Templates see `viewer` and `tournament` on every page that belongs to a tournament."""
    tournament = getattr(request, "tournament", None)
    return {"viewer": SimpleLazyObject(lambda: viewers_of(request).of(tournament)), "tournament": tournament}


def tournament_view(*, roles: str = "public") -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view of one tournament: `view(request, tournament, viewer, ...)`, addressed by slug.

    `roles` is the least that is needed: "public", "manager" (any team's manager or staff), "staff" (director or
    assistant), "director". Others get 403 with a sentence that says who may. Everything inside, templates and forms
    included, reads and writes times in the tournament's time zone: the room's clock.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(Tournament, slug=slug)
            viewer = viewers_of(request).of(tournament)
            require(viewer, roles)
            request.tournament, request.viewer = tournament, viewer  # type: ignore[attr-defined]
            with timezone.override(tournament.time_zone):
                return view(request, tournament, viewer, *args, **kwargs)

        return guarded

    return guard


_NEEDS: dict[str, tuple[Callable[[Viewer], bool], str]] = {
    "public": (lambda viewer: True, ""),
    "manager": (
        lambda viewer: viewer.role != "public",
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


def address_of(request: HttpRequest) -> str:
    """The visitor's address; forwarded addresses are believed only as far as proxies are declared trusted."""
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    trusted = settings.TRUSTED_PROXIES
    if trusted and len(hops) >= trusted:
        return str(hops[-trusted])
    return str(request.META.get("REMOTE_ADDR", ""))
