"""Base views for the API, which provide the tournament, the viewer's role, query parameters and request body."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from rest_framework import exceptions, serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.base import (
    MAX_ROW_NUMBER,
    PAGING_PARAMETERS,
    EmptyQuery,
    JsonParser,
    NumberedPages,
)
from core.api.list_filters import OrderingFields, RowOrdering, RowSearch, SearchFields
from core.api.unknown_fields import unknown_fields
from core.errors import Forbidden
from tournaments.access.guards import require, require_drafter, require_team, require_visible
from tournaments.access.viewers import Viewer, Viewers
from tournaments.action_log.writing import Actor, actor_of
from tournaments.api.access import is_read_only, viewers_of_api
from tournaments.models import Tournament
from tournaments.refusals import ApiKeyRefusal


class ResourceView(APIView):
    """A resource outside any tournament.

    `roles` maps each method to its minimum role. `query` is the serializer for GET parameters. Unknown parameters get a
    400 response. A list sets `ordering_fields` and `search_fields` to the fields that `?ordering=` and `?search=`
    accept.
    """

    roles: ClassVar[Mapping[str, str]] = {"GET": "public"}
    query: ClassVar[type[serializers.Serializer[Any]]] = EmptyQuery
    pagination_class: ClassVar[type[NumberedPages] | None] = None
    filter_backends = (RowOrdering, RowSearch)
    ordering_fields: ClassVar[OrderingFields] = {}
    search_fields: ClassVar[SearchFields] = ()
    shows_secrets: ClassVar[bool] = False  # The response contains secrets that let its reader act for other people.
    writes_nothing: ClassVar[bool] = False  # Its POST only checks or computes, so read-only keys can send it.
    permission_classes = ()  # `roles` controls access instead.
    parser_classes: Sequence[type[BaseParser]] = (JsonParser,)
    viewer: Viewer
    query_fields: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if any(isinstance(part, int) and part > MAX_ROW_NUMBER for part in kwargs.values()):
            raise exceptions.NotFound()
        self.find(request)
        self.check_role(request)
        self.query_fields = self._read_query(request)

    def find(self, request: Request) -> None:
        self.viewer = viewers_of_api(request).viewer_of(None)

    def check_role(self, request: Request) -> None:
        if self.shows_secrets and is_read_only(request):
            raise Forbidden(ApiKeyRefusal.READ_ONLY)
        needed = self.roles.get("GET" if request.method == "HEAD" else str(request.method))
        if needed is not None:
            self.allow(lambda: require(self.viewer, needed))

    def allow(self, check: Callable[[], None]) -> None:
        """Respond with 403 to a known viewer without permission, and with 401 to an unknown viewer."""
        try:
            check()
        except PermissionDenied as refusal:
            if isinstance(self.request.user, Viewers):
                raise
            raise exceptions.NotAuthenticated(f"{refusal} Send “Authorization: Bearer <token>”.") from None

    def _read_query(self, request: Request) -> dict[str, Any]:
        is_read = request.method in ("GET", "HEAD")
        serializer = self.query() if is_read else EmptyQuery()
        paging = PAGING_PARAMETERS if self.pagination_class and is_read else ()
        filters = self._filters() if is_read else {}
        for name in request.query_params:
            if name not in serializer.fields and name not in paging and name not in filters:
                names = ", ".join([*serializer.fields, *filters, *paging]) or "none"
                raise exceptions.ValidationError({name[:80]: [f"Unknown parameter. Known parameters: {names}."]})
        self._check_paging(request, paging)
        for backend in filters.values():
            backend.check(request, self)
        serializer = type(serializer)(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def _filters(self) -> dict[str, RowOrdering | RowSearch]:
        """Return this list's filters by parameter name."""
        filters: dict[str, RowOrdering | RowSearch] = {}
        if self.ordering_fields:
            filters[RowOrdering.ordering_param] = RowOrdering()
        if self.search_fields:
            filters[RowSearch.search_param] = RowSearch()
        return filters

    @staticmethod
    def _check_paging(request: Request, names: Sequence[str]) -> None:
        for name in names:
            value = request.query_params.get(name, "1")
            if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value)):
                raise exceptions.ValidationError({name: ["Enter a whole number of 1 or more."]})
            if name == "page_size" and int(value) > NumberedPages.max_page_size:
                raise exceptions.ValidationError(
                    {name: [f"A page can have at most {NumberedPages.max_page_size} rows."]}
                )

    @property
    def actor(self) -> Actor:
        return actor_of(self.viewer)

    def body(self, serializer: type[serializers.Serializer[Any]], **options: Any) -> dict[str, Any]:
        """Return the validated body. A ValidationError reports unknown, missing and invalid fields together."""
        if not isinstance(self.request.data, Mapping):
            raise exceptions.ValidationError({"": ["Send an object, such as {}."]})
        serializer_with_data = serializer(data=self.request.data, **options)
        sent = {name: value for name, value in self.request.data.items() if name != "csrfmiddlewaretoken"}
        unknown = exceptions.ErrorDetail("Unknown field.", code="unknown")
        faults: dict[str, Any] = {name: [unknown] for name in unknown_fields(serializer_with_data, sent)}
        if not serializer_with_data.is_valid():
            faults.update(serializer_with_data.errors)
        if faults:
            raise exceptions.ValidationError(faults)
        return dict(serializer_with_data.validated_data)

    def pages(
        self,
        rows: QuerySet[Any] | Sequence[Any],
        serializer: type[serializers.BaseSerializer[Any]],
        shown: Callable[[Iterable[Any]], Sequence[Any]] = list,
        **context: Any,
    ) -> Response:
        """Return a page of a list or an ordered query. `shown` converts the page's rows."""
        for backend in self._filters().values():
            rows = backend.filter_queryset(self.request, rows, self)
        paginator = NumberedPages()
        page = paginator.paginate_queryset(rows, self.request, view=self)
        return paginator.get_paginated_response(serializer(shown(page or ()), many=True, context=context).data)


class FileView(APIView):
    """A file download, regardless of the media type that the client requests. Errors are JSON."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


class TournamentView(ResourceView):
    """A resource within the tournament in the URL, with the viewer's role in that tournament."""

    tournament: Tournament

    def find(self, request: Request) -> None:
        self.tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        self.viewer = require_visible(self.tournament, viewers_of_api(request))

    def require_drafter(self, team_id: int | None) -> None:
        """Require that the viewer is the team's manager, its proxy or staff."""
        self.allow(lambda: require_drafter(self.viewer, team_id))

    def drafter(self, team_id: int | None) -> Actor:
        """Return the actor who rolls and picks for a team, as shown in the log."""
        return actor_of(self.viewer.drafting_for(team_id))

    def require_team(self, *team_ids: int | None) -> None:
        """Require that the viewer manages one of these teams or is staff."""
        if not any(self.viewer.can_represent(team) for team in team_ids):
            self.allow(lambda: require_team(self.viewer, team_ids[0]))


def of_tournament(address: str, view: type[ResourceView], name: str) -> URLPattern:
    """Return the route for a URL under a tournament's."""
    return path(f"tournaments/<slug:slug>/{address}", view.as_view(), name=name)
