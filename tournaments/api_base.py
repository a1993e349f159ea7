"""What every resource of the API shares: finding the tournament, the viewer's role, query parameters, pages, bodies."""

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Viewer, Viewers, require, require_team
from tournaments.api_access import viewers_of_api
from tournaments.api_errors import ErrorSerializer
from tournaments.models import Tournament
from tournaments.services.log import Actor, Refused, Stale, actor_of

LARGEST_ROW = 10**15
_PAGING = ("page", "page_size")


class RowField(serializers.IntegerField):
    """The number of a row; anything else is no number of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ROW, **kwargs)


class Pages(PageNumberPagination):
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
            _refuse_half_characters(read)
        return read


def _refuse_half_characters(read: Any) -> None:
    """Half a surrogate pair is no character: it could neither be stored nor be sent back."""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise exceptions.ParseError("There is half a character in what was sent.") from None


class NoQuery(serializers.Serializer[Any]):
    """No query parameter."""


class ResourceView(APIView):
    """A resource that belongs to no tournament. `roles`: the least role for each method served.

    `query`: the serializer of the parameters that GET understands; unknown ones are answered with 400.
    """

    roles: ClassVar[Mapping[str, str]] = {"GET": "public"}
    query: ClassVar[type[serializers.Serializer[Any]]] = NoQuery
    pagination_class: ClassVar[type[Pages] | None] = None
    permission_classes = ()  # `roles` says it
    parser_classes = (JsonParser,)
    viewer: Viewer
    asked: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if any(isinstance(part, int) and part > LARGEST_ROW for part in kwargs.values()):
            raise exceptions.NotFound()
        self.find(request)
        self.check_role(request)
        self.asked = self._asked(request)

    def find(self, request: Request) -> None:
        self.viewer = viewers_of_api(request).of(None)

    def check_role(self, request: Request) -> None:
        needed = self.roles.get("GET" if request.method == "HEAD" else str(request.method))
        if needed is not None:
            self.allow(lambda: require(self.viewer, needed))

    def allow(self, check: Callable[[], None]) -> None:
        """403 for somebody known who may not, 401 for somebody who has not said who he is."""
        try:
            check()
        except PermissionDenied as refusal:
            if isinstance(self.request.user, Viewers):
                raise
            raise exceptions.NotAuthenticated(f"{refusal} Send “Authorization: Bearer <token>”.") from None

    def _asked(self, request: Request) -> dict[str, Any]:
        known = self.query() if request.method in ("GET", "HEAD") else NoQuery()
        paging = _PAGING if self.pagination_class and request.method in ("GET", "HEAD") else ()
        for name in request.query_params:
            if name not in known.fields and name not in paging:
                names = ", ".join([*known.fields, *paging]) or "none"
                raise exceptions.ValidationError(
                    {name[:80]: [f"There is no parameter of this name here; there are: {names}."]}
                )
        self._check_paging(request, paging)
        known = type(known)(data=request.query_params)
        known.is_valid(raise_exception=True)
        return dict(known.validated_data)

    @staticmethod
    def _check_paging(request: Request, names: Sequence[str]) -> None:
        for name in names:
            value = request.query_params.get(name, "1")
            if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value)):
                raise exceptions.ValidationError({name: ["Write a whole number from 1."]})

    @property
    def actor(self) -> Actor:
        return actor_of(self.viewer)

    def body(self, serializer: type[serializers.Serializer[Any]], **more: Any) -> dict[str, Any]:
        """What was sent, checked; ValidationError names the first field that cannot be read."""
        if not isinstance(self.request.data, Mapping):
            raise exceptions.ValidationError({"": ["Send an object, such as {}."]})
        read = serializer(data=self.request.data, **more)
        for name in self.request.data:
            if name not in read.fields and name != "csrfmiddlewaretoken":
                raise exceptions.ValidationError({str(name)[:80]: ["There is no such field here."]})
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def pages(
        self, rows: QuerySet[Any] | Sequence[Any], serializer: type[serializers.BaseSerializer[Any]], **context: Any
    ) -> Response:
        """One page of the rows; a list in memory or a query in a definite order."""
        paginator = Pages()
        page = paginator.paginate_queryset(rows, self.request, view=self)
        return paginator.get_paginated_response(serializer(page, many=True, context=context).data)


class TournamentView(ResourceView):
    """A resource of the tournament in the address: `self.tournament`, and `self.viewer` in it."""

    tournament: Tournament

    def find(self, request: Request) -> None:
        self.tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        self.viewer = viewers_of_api(request).of(self.tournament)

    def require_team(self, *team_ids: int | None) -> None:
        """One of these teams' managers, or staff."""
        if not any(self.viewer.may_act_for(team) for team in team_ids):
            self.allow(lambda: require_team(self.viewer, team_ids[0]))


def only(asked: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The filters among these that were given."""
    return {name: asked[name] for name in names if name in asked}


def conflict(stale: Stale | Refused, **versions: Any) -> Response:
    """409 with what is saved beside what was sent."""
    return Response(
        {"detail": str(stale), "field": stale.field, **versions},
        status=status.HTTP_409_CONFLICT,
    )


def documented(
    answer: Any = None,
    *,
    body: type[serializers.Serializer[Any]] | None = None,
    query: type[serializers.Serializer[Any]] | None = None,
    code: int = 200,
    named: str | None = None,
) -> Callable[[Any], Any]:
    """What the schema says of one method: its answer, what is sent, its parameters, and the form of every refusal.

    `named`: its name in the schema, where the one that the address gives is taken.
    """

    def describe(method: Any) -> Any:
        return extend_schema(
            operation_id=named,
            summary=(method.__doc__ or "").strip().split("\n")[0].rstrip(".") or None,
            request=body,
            responses={204 if answer is None else code: answer, "4XX": ErrorSerializer},
            parameters=[query] if query else None,
        )(method)

    return describe
