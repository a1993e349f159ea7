"""Base classes for all API resources: row numbers, pagination, request bodies and schema."""

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

from core.api.errors import ErrorSerializer, problem_response, refusal_body
from core.errors import Refused, Stale

MAX_ROW_NUMBER = 10**15
PAGING_PARAMETERS = ("page", "page_size")


class RowField(serializers.IntegerField):
    """A primary key within the database's range."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_ROW_NUMBER, **kwargs)


class NumberedPages(PageNumberPagination):
    """Pagination with `?page=2&page_size=50`. A nonexistent page returns 404."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 200


class JsonParser(JSONParser):
    """Parse JSON with limits on size and depth. The API doesn't accept file uploads."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        max_size: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        content = stream.read(max_size + 1)
        if len(content) > max_size:
            raise RequestDataTooBig
        try:
            document = super().parse(BytesIO(content), media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError("The JSON is nested too deeply.") from None
        if rb"\ud" in content.lower():
            _reject_lone_surrogates(document)
        return document


def _reject_lone_surrogates(document: Any) -> None:
    """Reject lone surrogates, because they can't be stored or returned."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise exceptions.ParseError("The JSON contains half of a surrogate pair. Send complete characters.") from None


# for `describe_endpoint`: a download instead of JSON
FILE_RESPONSE = {(200, "*/*"): OpenApiTypes.BINARY}


class EmptyQuery(serializers.Serializer[Any]):
    """A query without parameters."""


def select_filters(query: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the filters with these names that are present in the query."""
    return {name: query[name] for name in names if name in query}


def conflict_response(stale: Stale | Refused, **versions: Any) -> Response:
    """Return a 409 response with the saved version and the submitted version."""
    return problem_response({**refusal_body(stale), **versions}, status.HTTP_409_CONFLICT)


def _responses(response: Any, code: int) -> dict[Any, Any]:
    """Return the responses by status code. File and stream responses define their own."""
    success = response if isinstance(response, dict) else {204 if response is None else code: response}
    return {**success, "4XX": ErrorSerializer}


def describe_endpoint(
    response: Any = None,
    *,
    body: type[serializers.Serializer[Any]] | None = None,
    query: type[serializers.Serializer[Any]] | None = None,
    code: int = 200,
    operation_id: str | None = None,
) -> Callable[[Any], Any]:
    """Describe a method's response, body, query parameters and errors in the schema.

    Pass `operation_id` if the default name from the URL is already in use.
    """

    def describe(method: Any) -> Any:
        return extend_schema(
            operation_id=operation_id,
            summary=(method.__doc__ or "").strip().split("\n")[0].rstrip(".") or None,
            request=body,
            responses=_responses(response, code),
            parameters=[query] if query else None,
        )(method)

    return describe
