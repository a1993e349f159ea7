"""Authenticate API requests with a browser session, an API key or a sign-in link's token. Public data needs none."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions, permissions
from rest_framework.request import Request

from core.errors import Forbidden, TooManyAttempts
from tournaments.access.api_keys import WRONG_TOKEN, TokenHolder, holder_of_token
from tournaments.access.attempts import LINK, count_wrong_entry
from tournaments.access.viewers import Viewers, viewers_of
from tournaments.refusals import ApiKeyRefusal


class SessionAccess(authentication.SessionAuthentication):
    """Authenticate a signed-in browser. Write requests need the CSRF token, as on pages."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        if request.headers.get("Authorization", "").lower().startswith("bearer "):
            return None  # The token takes precedence.
        viewers = viewers_of(request._request)
        if not viewers.viewer_of(None).access_id and not viewers.tournaments():
            return None
        if request.method not in permissions.SAFE_METHODS:
            self.enforce_csrf(request)
        return (viewers, None)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"  # This makes DRF respond with 401 to unknown clients.


class TokenAccess(authentication.BaseAuthentication):
    """Authenticate `Authorization: Bearer <token>`, where the token is an API key or from a sign-in link."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        holder = holder_of_token(token.strip())
        if holder is None:
            wait = count_wrong_entry(request._request, LINK)
            if wait:
                raise TooManyAttempts(ApiKeyRefusal.TOO_MANY_TOKENS, retry_after=wait)
            raise exceptions.AuthenticationFailed(WRONG_TOKEN)
        request._request.used_key = holder.key  # type: ignore[attr-defined]
        if holder.is_read_only and _may_write(request):
            raise Forbidden(ApiKeyRefusal.READ_ONLY)
        return (Viewers([holder.access]), holder)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _may_write(request: Request) -> bool:
    view = (request.parser_context or {}).get("view")
    return request.method not in permissions.SAFE_METHODS and not getattr(view, "writes_nothing", False)


def is_read_only(request: Request) -> bool:
    """Return whether the request uses a read-only key."""
    return isinstance(request.auth, TokenHolder) and request.auth.is_read_only


def viewers_of_api(request: Request) -> Viewers:
    """Return the API request's viewers, or public viewers without credentials."""
    return request.user if isinstance(request.user, Viewers) else Viewers([])


class ReadPublicWriteByRole(permissions.BasePermission):
    """Let anyone read. Writing needs an access, and the endpoint checks the role and team."""

    message = "To make changes, use an invitation link's token or a signed-in browser."

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in permissions.SAFE_METHODS or isinstance(request.user, Viewers)


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe session authentication in the schema."""

    target_class = "tournaments.api.access.SessionAccess"
    name = "browser"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe token authentication in the schema."""

    target_class = "tournaments.api.access.TokenAccess"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key, or the last part of an invitation link.",
        }
