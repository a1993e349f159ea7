"""Authenticate API requests by the browser's session or a sign-in link's token. Reading is public."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions, permissions
from rest_framework.request import Request

from tournaments.access.attempts import LINK, is_wrong_too_often
from tournaments.access.links import access_of_token
from tournaments.access.viewers import Viewers, viewers_of


class SessionAccess(authentication.SessionAuthentication):
    """The signed-in browser; writing needs the CSRF token, as on pages."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        if request.headers.get("Authorization", "").lower().startswith("bearer "):
            return None  # the token decides
        viewers = viewers_of(request._request)
        if not viewers.of(None).access_id and not viewers.tournaments():
            return None
        if request.method not in permissions.SAFE_METHODS:
            self.enforce_csrf(request)
        return (viewers, None)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"  # lets DRF answer 401 to unknown clients


class TokenAccess(authentication.BaseAuthentication):
    """`Authorization: Bearer <token>`; the token is the last part of a sign-in link."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        access = access_of_token(token.strip())
        if access is None:
            if is_wrong_too_often(request._request, LINK):
                raise exceptions.Throttled(detail="Too many wrong tokens from this address. Wait 15 minutes.")
            raise exceptions.AuthenticationFailed("This token is wrong or revoked. Ask the director for a new link.")
        return (Viewers([access]), access)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def viewers_of_api(request: Request) -> Viewers:
    """Return the viewers that an API request acts as; public without credentials."""
    return request.user if isinstance(request.user, Viewers) else Viewers([])


class ReadPublicWriteByRole(permissions.BasePermission):
    """Anyone may read; writing needs an access, and the endpoint checks role and team."""

    message = "Writing needs an invitation link's token or a signed-in browser."

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in permissions.SAFE_METHODS or isinstance(request.user, Viewers)


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the signed-in browser in the schema."""

    target_class = "tournaments.api.access.SessionAccess"
    name = "browser"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe tokens in the schema."""

    target_class = "tournaments.api.access.TokenAccess"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The end of an invitation link.",
        }
