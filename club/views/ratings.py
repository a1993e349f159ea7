"""The ratings page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from club.models import PROVISIONAL_DEVIATION, PersonRating, RatingRun
from club.queries.people import MOST_SHOWN
from club.queries.rated_games import chosen_rating_system
from club.queries.ratings import RATINGS, count_ratings, rating_lines
from club.services.ratings import choose_rating_system
from club.views.people import is_organizer, require_organizer
from club.views.visitors import cached_for_club_visitors
from core.plugins import usable_plugins
from pennant_baseball.plugins import RATING_SYSTEMS
from tournaments.views.answers import attempt


@require_safe
@cached_for_club_visitors
def ratings(request: HttpRequest) -> HttpResponse:
    """Show the ratings for one kind of play."""
    kinds = PersonRating.Kind
    key = request.GET.get("kind", "")
    kind = kinds(key) if key in kinds.values else kinds.FACE_TO_FACE
    may_see_all = is_organizer(request)
    plugins, chosen = usable_plugins(RATING_SYSTEMS) if may_see_all else [], chosen_rating_system()
    lines = rating_lines(kind, is_organizer=may_see_all, most=MOST_SHOWN)
    context = {
        "kind": kind,
        "kinds": kinds,
        "table": RATINGS.filled(lines, caption="Ratings", is_caption_hidden=True),
        "total": count_ratings(kind, is_organizer=may_see_all),
        "most": MOST_SHOWN,
        "provisional": PROVISIONAL_DEVIATION,
        "is_organizer": may_see_all,
        "plugin": chosen,
        "offers_systems": may_see_all and bool(plugins or chosen),
        "problem": RatingRun.objects.values_list("problem", flat=True).first(),
        "plugins": plugins,
    }
    return render(request, "club/ratings.html", context)


@require_POST
def rating_system(request: HttpRequest) -> HttpResponse:
    """Choose the rating system."""
    actor = require_organizer(request)
    name = request.POST.get("plugin", "")[:40]
    attempt(request, lambda: choose_rating_system(name=name, actor=actor), "All ratings have been recalculated.")
    return redirect("ratings")
