"""The list of ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.models import PROVISIONAL_DEVIATION, PersonRating
from club.queries.people import MOST_SHOWN
from club.queries.ratings import RATINGS, count_ratings, rating_lines
from club.views.people import is_organizer
from club.views.visitors import cached_for_club_visitors


@require_safe
@cached_for_club_visitors
def ratings(request: HttpRequest) -> HttpResponse:
    """Show the ratings of one kind of play."""
    kinds = PersonRating.Kind
    key = request.GET.get("kind", "")
    kind = kinds(key) if key in kinds.values else kinds.FACE_TO_FACE
    may_see_all = is_organizer(request)
    lines = rating_lines(kind, is_organizer=may_see_all, most=MOST_SHOWN)
    context = {
        "kind": kind,
        "kinds": kinds,
        "table": RATINGS.filled(lines, caption="Ratings", is_caption_hidden=True),
        "total": count_ratings(kind, is_organizer=may_see_all),
        "most": MOST_SHOWN,
        "provisional": PROVISIONAL_DEVIATION,
    }
    return render(request, "club/ratings.html", context)
