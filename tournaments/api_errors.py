"""How the API says no: the services' sentences with their field."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.services.log import Refused, Stale


def explain_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """Services' refusals as 409 (stale) or 400 with the sentence and the field; the rest as DRF does it."""
    if isinstance(error, Stale):
        return Response({"detail": str(error), "field": error.field}, status=status.HTTP_409_CONFLICT)
    if isinstance(error, Refused):
        return Response({"detail": str(error), "field": error.field}, status=status.HTTP_400_BAD_REQUEST)
    if isinstance(error, (Http404, PermissionDenied)) and error.args:
        error = (
            exceptions.NotFound(str(error)) if isinstance(error, Http404) else exceptions.PermissionDenied(str(error))
        )
    return exception_handler(error, context)
