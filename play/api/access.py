"""Authenticate API requests with a seat token, the last part of the seat's link."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.request import Request

from play.models import Seat
from play.services.seats import seat_of_bearer


class SeatAccess(authentication.BaseAuthentication):
    """Read the seat token from `Authorization: Bearer <token>`. Clients without a token are spectators."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        seat = seat_of_bearer(request.headers.get("Authorization", ""))
        return (seat, seat) if seat is not None else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def seat_of_api(request: Request) -> Seat | None:
    """Return the seat whose token came with a request, or None for a spectator."""
    return request.auth if isinstance(request.auth, Seat) else None


class SeatScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe seat tokens in the API schema."""

    target_class = "play.api.access.SeatAccess"
    name = "seat"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The last part of an invitation link or a seat link.",
        }
