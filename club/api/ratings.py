"""API endpoint for ratings."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import PersonRating
from club.queries.ratings import RATINGS, rating_lines
from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import table_ordering
from core.api.tables import row_serializer
from tournaments.api.base import ResourceView

RatingSerializer = row_serializer("RatingSerializer", RATINGS)


class RatingsQuery(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        choices=PersonRating.Kind.choices,
        required=False,
        default=PersonRating.Kind.FACE_TO_FACE,
        help_text="kind of play",
    )


class RatingsView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    query = RatingsQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(RATINGS)
    search_fields = ("person.name", "person.region")

    @describe_endpoint(RatingSerializer(many=True), query=RatingsQuery, operation_id="ratings_list")
    def get(self, request: Request) -> Response:
        """Return the Glicko-2 ratings for one kind of play, best first.

        Only people who agreed to be listed are included.
        """
        lines = rating_lines(self.query_fields["kind"], is_organizer=self.viewer.is_organizer)
        return self.pages(lines, RatingSerializer)
