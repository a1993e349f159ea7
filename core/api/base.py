"""What every resource of an API shares, whatever it is about: numbers of rows, pages, bodies, descriptions."""

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

from core.api.errors import ErrorSerializer, refusal_body
from core.errors import Refused, Stale

MAX_ROW_NUMBER = 10**15
PAGING_PARAMETERS = ("page", "page_size")


class RowField(serializers.IntegerField):
    """The number of a row; anything else is no number of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_ROW_NUMBER, **kwargs)


class NumberedPages(PageNumberPagination):
    """`?page=2&page_size=50`; a page that does not exist is answered with 404."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 200


class JsonParser(JSONParser):
    """JSON of a bounded size and depth; larger things are files, and the API takes none."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        content = stream.read(most + 1)
        if len(content) > most:
            raise RequestDataTooBig
        try:
            read = super().parse(BytesIO(content), media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError("What was sent is nested too deeply.") from None
        if rb"\ud" in content.lower():
            _reject_lone_surrogates(read)
        return read


def _reject_lone_surrogates(read: Any) -> None:
    """Half a surrogate pair is no character: it could neither be stored nor be sent back."""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise exceptions.ParseError("There is half a character in what was sent.") from None


class EmptyQuery(serializers.Serializer[Any]):
    """No query parameter."""


def select_filters(asked: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The filters among these that were given."""
    return {name: asked[name] for name in names if name in asked}


def conflict_response(stale: Stale | Refused, **versions: Any) -> Response:
    """409 with what is saved beside what was sent."""
    return Response(
        {**refusal_body(stale), **versions},
        status=status.HTTP_409_CONFLICT,
    )


def describe_endpoint(
    response: Any = None,
    *,
    body: type[serializers.Serializer[Any]] | None = None,
    query: type[serializers.Serializer[Any]] | None = None,
    code: int = 200,
    operation_id: str | None = None,
) -> Callable[[Any], Any]:
    """What the schema says of one method: its answer, what is sent, its parameters, and the form of every refusal.

    `named`: its name in the schema, where the one that the address gives is taken.
    """

    def describe(method: Any) -> Any:
        return extend_schema(
            operation_id=operation_id,
            summary=(method.__doc__ or "").strip().split("\n")[0].rstrip(".") or None,
            request=body,
            responses={204 if response is None else code: response, "4XX": ErrorSerializer},
            parameters=[query] if query else None,
        )(method)

    return describe
