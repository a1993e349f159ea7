"""API error responses as problem details (RFC 9457).

Each error has `type`, `title`, `status`, `detail` and `field`. If applicable, it also has `finding` (a code) with its
`facts`, `rule` and `faults`.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, JsonResponse
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core.errors import Forbidden, Refused, Stale, TooManyAttempts
from core.rate_limits import limit_response
from core.request_facts import note_error_code
from rules_engine.rulings import Ruling

PROBLEM_JSON: Final = "application/problem+json"
_VALIDATION_ERROR: Final = "VALIDATION_ERROR"


class FaultSerializer(serializers.Serializer[Any]):
    """A single fault in a request."""

    field = serializers.CharField()
    detail = serializers.CharField()
    code = serializers.CharField(help_text="such as required, unknown, invalid, max_value")


class ErrorSerializer(serializers.Serializer[Any]):
    """An error message with its field ("" for the whole request), its code, and the rule behind it, if any."""

    type = serializers.CharField(help_text="about:blank, or urn:pennant: and the code")
    title = serializers.CharField(help_text="of the status")
    status = serializers.IntegerField()
    detail = serializers.CharField()
    field = serializers.CharField()
    rule = serializers.CharField(required=False)
    finding = serializers.CharField(required=False, help_text="the error code, such as FOUR_IN_A_ROW")
    facts = serializers.DictField(
        required=False,
        help_text="numbers, names and lists in the sentence, by name; each code always has the same names",
    )
    faults = FaultSerializer(many=True, required=False)


def handle_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn Refused into 403, 409 (stale), 429 (too many attempts) or 400, and other errors into the same format."""
    if isinstance(error, TooManyAttempts):
        answer = problem_response(refusal_body(error), status.HTTP_429_TOO_MANY_REQUESTS)
        return limit_response(answer, error.retry_after)
    if isinstance(error, Refused):
        return problem_response(refusal_body(error), _status_of(error))
    if isinstance(error, exceptions.ValidationError):
        return problem_response(_validation_error_body(error), status.HTTP_400_BAD_REQUEST)
    if isinstance(error, RequestDataTooBig):
        return problem_response(error_body("The request is too large."), status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
    if isinstance(error, Http404):
        error = exceptions.NotFound("Nothing is at this address.")
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    response = exception_handler(error, context)
    if response is not None and isinstance(response.data, dict):
        response.data = problem_body(error_body(str(response.data.get("detail", ""))), response.status_code)
        response.content_type = PROBLEM_JSON
    return response


def problem_response(body: Mapping[str, Any], status_code: int) -> Response:
    """Return an error response with problem details. `body` is the error's body with any additional members."""
    return Response(problem_body(body, status_code), status=status_code, content_type=PROBLEM_JSON)


def problem_answer(body: Mapping[str, Any], status_code: int) -> JsonResponse:
    """Return problem details outside the API views, such as for a file requested with a token."""
    return JsonResponse(problem_body(body, status_code), status=status_code, content_type=PROBLEM_JSON)


def problem_body(body: Mapping[str, Any], status_code: int) -> dict[str, Any]:
    """Return the members defined by RFC 9457, followed by the others."""
    code = body.get("finding", "")
    kind = f"urn:pennant:{code}" if code else "about:blank"
    return {"type": kind, "title": HTTPStatus(status_code).phrase, "status": status_code, **body}


def name_problem_type(result: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Set the errors' content type in the schema (a postprocessing hook for drf-spectacular)."""
    for methods in result["paths"].values():
        for operation in methods.values():
            error = operation.get("responses", {}).get("4XX")
            if error is not None:
                error["content"] = {PROBLEM_JSON: next(iter(error["content"].values()))}
    return result


def _status_of(refusal: Refused) -> int:
    if isinstance(refusal, Forbidden):
        return status.HTTP_403_FORBIDDEN
    return status.HTTP_409_CONFLICT if isinstance(refusal, Stale) else status.HTTP_400_BAD_REQUEST


def error_body(sentence: str, field: str = "") -> dict[str, Any]:
    """Return the body of an error that isn't based on a rule."""
    return {"detail": sentence, "field": field}


def refusal_body(refusal: Refused) -> dict[str, Any]:
    """Return the error body for a Refused exception."""
    return {**error_body(str(refusal), refusal.field), **ruling_fields(refusal.ruling)}


def ruling_fields(ruling: Ruling | None) -> dict[str, Any]:
    """Return a ruling's code as `finding`, its sentence's `facts`, and the `rule`, if any."""
    if ruling is None:
        return {}
    fields = {"finding": ruling.finding.name, "facts": ruling.shown_facts}
    return {"rule": ruling.rule, **fields} if ruling.rule else fields


def _validation_error_body(error: exceptions.ValidationError) -> dict[str, Any]:
    note_error_code(_VALIDATION_ERROR)
    faults = [
        {"field": field, "detail": str(fault), "code": getattr(fault, "code", "invalid")}
        for field, fault in _flatten_errors(error.detail, "")
    ]
    first = faults[0] if faults else {"field": "", "detail": "The request can't be read."}
    return {**error_body(first["detail"], first["field"]), "finding": _VALIDATION_ERROR, "faults": faults}


def _flatten_errors(detail: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each error with its path, such as games.0.home_runs."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            name = "" if name == "non_field_errors" else str(name)
            yield from _flatten_errors(inner, ".".join(part for part in (path, name) if part))
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            nested = isinstance(inner, (Mapping, list))
            yield from _flatten_errors(inner, f"{path}.{number}" if nested and path else path)
    else:
        yield path, detail
