"""Viewers: the roles a device is signed in with."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from core.prepared_queries import PreparedQuery
from tournaments.access.api_keys import note_key_use
from tournaments.access.links import standing
from tournaments.access.visibility import shown_to_public
from tournaments.models import Access, Device, Role, Series, Tournament

SESSION_KEY = "device"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device's permissions in a tournament."""

    role: str = "public"
    name: str = "Visitor"
    team_id: int | None = None
    access_id: int | None = None
    proxies: tuple["Viewer", ...] = ()  # the device's proxy roles, one per team
    team_name: str = ""  # the team of a manager or proxy
    other_teams: tuple["Viewer", ...] = ()  # the same role for other teams that the device can switch to

    @property
    def is_director(self) -> bool:
        """Return whether the viewer can do everything, including changing people and rules."""
        return self.role in (Role.ORGANISER, Role.DIRECTOR)

    @property
    def is_staff(self) -> bool:
        """Return whether the viewer is a director or an assistant."""
        return self.is_director or self.role == Role.ASSISTANT

    @property
    def is_organizer(self) -> bool:
        return self.role == Role.ORGANISER

    def can_represent(self, team_id: int | None) -> bool:
        return self.is_staff or (team_id is not None and team_id == self.team_id)

    def may_draft_for(self, team_id: int | None) -> bool:
        """Return whether the viewer can act for the team or is its proxy."""
        return self.can_represent(team_id) or any(proxy.team_id == team_id for proxy in self.proxies)

    def drafting_for(self, team_id: int | None) -> "Viewer":
        """Return the viewer who rolls and picks for a team: this viewer or its proxy role."""
        if self.can_represent(team_id):
            return self
        return next((proxy for proxy in self.proxies if proxy.team_id == team_id), self)

    @property
    def drafts_for(self) -> int | None:
        """The ID of the team that the viewer drafts for by default: its own team, or else its first proxy team."""
        return self.team_id or next((proxy.team_id for proxy in self.proxies), None)

    @property
    def represented_name(self) -> str:
        """The name of the team in `drafts_for`."""
        return self.team_name or next((proxy.team_name for proxy in self.proxies), "")

    def may_play(self, series: Series) -> bool:
        """Return whether the viewer is staff, manages either team, or is the covering manager for one (T0.08)."""
        return any(self.can_represent(team) for team in series.playing_team_ids)

    def side_in(self, series: Series) -> int | None:
        """Return the team that the viewer acts for in this series, None for staff, or 0 for anyone else."""
        return None if self.is_staff else series.side_for(self.team_id) or 0


# Most browsers also include the names of similar browsers, so the first match wins.
_BROWSERS = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
]
_BROWSERS += [("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
_SYSTEMS = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
]
_SYSTEMS += [("Mac OS", "macOS"), ("Linux", "Linux")]
PUBLIC = Viewer()
_RANK = [Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT, Role.MANAGER, Role.PROXY]


def remember(request: HttpRequest, access: Access) -> None:
    """Sign this device in under a new key and keep its other roles."""
    key, old_key = secrets.token_hex(16), request.session.get(SESSION_KEY)
    browser = browser_in_words(request.headers.get("User-Agent", ""))
    with transaction.atomic():
        if old_key:
            Device.objects.filter(key=old_key, ended_at=None).exclude(access=access).update(key=key)
            Device.objects.filter(key=old_key, ended_at=None).update(ended_at=timezone.now())
        Device.objects.create(key=key, access=access, browser=browser)
    request.session[SESSION_KEY] = key


def forget(request: HttpRequest) -> None:
    """Sign the device out. Copies of its cookie stop working."""
    Device.objects.filter(key=request.session.get(SESSION_KEY, ""), ended_at=None).update(ended_at=timezone.now())
    request.session.flush()


def browser_in_words(agent: str) -> str:
    """Return a browser's name based on its user agent, such as “Firefox, Android”."""
    name = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((system for mark, system in _SYSTEMS if mark in agent), "")
    return ", ".join(part for part in (name, system) if part) or agent[:80]


class Viewers:
    """A request's accesses, loaded only when needed."""

    def __init__(self, accesses: list[Access]) -> None:
        self._accesses = accesses

    def viewer_of(self, tournament: Tournament | None) -> Viewer:
        """Return the device's strongest role in a tournament, or in the installation if `tournament` is None."""
        tournament_id = tournament.pk if tournament else None
        accesses = [access for access in self._accesses if access.tournament_id in (None, tournament_id)]
        if not accesses:
            return PUBLIC
        # `min` returns the first of equal values, which is the most recently opened link.
        strongest = _viewer(min(accesses, key=lambda access: _RANK.index(Role(access.role))))
        proxies = tuple(_viewer(access) for access in accesses if access.role == Role.PROXY)
        # A proxy may only roll and pick for the team.
        return replace(
            strongest,
            team_id=None if strongest.role == Role.PROXY else strongest.team_id,
            proxies=proxies,
            other_teams=_other_teams(strongest, accesses),
        )

    def all(self) -> list[Access]:
        """Return this device's accesses, the most recently opened first."""
        return self._accesses

    def tournaments(self) -> list[int]:
        return [access.tournament_id for access in self._accesses if access.tournament_id is not None]

    def visible_tournaments(self) -> Q:
        """Return a filter for the tournaments that this device can see."""
        exists = Q(deleted_at=None)
        if self.viewer_of(None).is_organizer:
            return exists
        return shown_to_public() | (exists & Q(pk__in=self.staffed_tournaments()))

    def staffed_tournaments(self) -> set[int | None]:
        """Return the IDs of tournaments for which this device has a director's or assistant's link."""
        return {access.tournament_id for access in self._accesses if access.role in (Role.DIRECTOR, Role.ASSISTANT)}

    def directed_tournaments(self) -> set[int | None]:
        """Return the IDs of tournaments for which this device has a director's link."""
        return {access.tournament_id for access in self._accesses if access.role == Role.DIRECTOR}


def _viewer(access: Access) -> Viewer:
    team_name = access.team.name if access.team else ""
    return Viewer(role=access.role, name=str(access), team_id=access.team_id, access_id=access.pk, team_name=team_name)


def _other_teams(viewer: Viewer, accesses: list[Access]) -> tuple[Viewer, ...]:
    """Return a viewer with the same role for each of the device's other teams."""
    viewers = [_viewer(access) for access in reversed(accesses) if access.role == viewer.role and access.team_id]
    by_team = {proxy.team_id: proxy for proxy in viewers if proxy.team_id != viewer.team_id}
    return tuple(sorted(by_team.values(), key=lambda proxy: (proxy.team_name, proxy.access_id)))


def _viewers(request: HttpRequest) -> Viewers:
    key = (
        request.session.get(SESSION_KEY)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or request.session.modified
        else None
    )
    if not key:
        return Viewers([])
    now = timezone.now()
    accesses = [device.access for device in _DEVICES.rows(key)]
    return Viewers([access for access in accesses if access.ends_at is None or access.ends_at > now])


_DEVICES = PreparedQuery(
    lambda: (
        Device.objects.filter(key="", ended_at=None, access__revoked_at=None, access__tournament__deleted_at=None)
        .select_related("access__team")
        .order_by("-pk")
    )
)


def _signed_in_devices(key: str) -> QuerySet[Device]:
    """Return the device's sign-ins, one per valid link."""
    return Device.objects.filter(standing("access__"), key=key, ended_at=None)


def device_key_of(request: HttpRequest) -> str:
    """Return the device key in the request's signed cookie, or "". This works before any middleware has run."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    return str(SessionStore(cookie).get(SESSION_KEY, "")) if cookie else ""


def is_signed_in(key: str, slug: str) -> bool:
    """Check whether a device is signed in to this tournament or to the installation."""
    devices = _signed_in_devices(key)
    return devices.filter(Q(access__tournament=None) | Q(access__tournament__slug=slug)).exists()


def may_follow(key: str, slug: str) -> bool:
    """Check whether a device can get live updates for a tournament. For a hidden tournament, only staff can."""
    if not Tournament.objects.filter(slug=slug, hidden_at__isnull=False).exists():
        return True
    is_staff = Q(access__tournament__slug=slug, access__role__in=(Role.DIRECTOR, Role.ASSISTANT))
    return _signed_in_devices(key).filter(Q(access__tournament=None) | is_staff).exists()


def viewers_of(request: HttpRequest) -> Viewers:
    return request.viewers  # type: ignore[attr-defined, no-any-return]


class ViewerMiddleware:
    """Set `request.viewers`, which queries the database only when used, and record when an API key is used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.viewers = SimpleLazyObject(lambda: _viewers(request))  # type: ignore[attr-defined]
        response = self.get_response(request)
        used_key = getattr(request, "used_key", None)
        if used_key is not None:
            note_key_use(used_key)
        return response


def viewer_context(request: HttpRequest) -> dict[str, Any]:
    """Add `viewer`, `tournament` and `pennant_version` to every template.

    `is_signed_in` shows whether the device has a link to any tournament.
    """
    tournament = getattr(request, "tournament", None) or _of_address(request)
    return {
        "viewer": SimpleLazyObject(lambda: viewers_of(request).viewer_of(tournament)),
        "is_signed_in": lambda: bool(viewers_of(request).all()),
        "tournament": tournament,
        "pennant_version": settings.VERSION,
    }


def _of_address(request: HttpRequest) -> Tournament | None:
    """Return the tournament whose slug is in a URL that matches no route, for the error page."""
    if request.resolver_match is not None or not request.path.startswith("/t/"):
        return None
    return Tournament.objects.filter(shown_to_public(), slug=request.path.split("/")[2][:80]).first()


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IP address. Forwarded addresses count only behind trusted proxies."""
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    trusted_proxies = settings.TRUSTED_PROXIES
    if trusted_proxies and len(hops) >= trusted_proxies:
        return str(hops[-trusted_proxies])
    return str(request.META.get("REMOTE_ADDR", ""))
