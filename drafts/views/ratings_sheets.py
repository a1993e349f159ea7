"""Upload a ratings sheet: preview the result for every row, answer questions, then store the card set."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.card_files.ratings_columns import TARGETS
from drafts.card_files.ratings_overlay import Question
from drafts.card_files.ratings_rows import NoHeadings, joined_notes
from drafts.forms.rated_seasons import RatedSeasonPlan, plan_rated_season
from drafts.forms.ratings_sheets import RatingsSheetForm, answer_choices
from drafts.queries.card_set_owners import STAFF_ONLY, CardSetUser
from drafts.queries.statistics import ratings_line
from drafts.refusals import RatingsSheetRefusal
from drafts.services.card_sets import check_name
from drafts.services.ratings_sheets import store_rated_season
from drafts.views.card_sets import staff_viewer
from tournaments.access.viewers import viewers_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping
from tournaments.views.remembered_columns import columns_for, keep_columns

_SHOWN_ROWS = 12
_TITLES = {target.key: target.title for target in TARGETS}


@require_http_methods(["GET", "POST"])
def ratings_sheet(request: HttpRequest) -> HttpResponse:
    viewer = staff_viewer(request)
    if viewer is None:
        raise PermissionDenied(STAFF_ONLY)
    remembered = columns_for(request, ColumnMapping.Purpose.RATINGS)
    form = RatingsSheetForm(request.POST or None, request.FILES or None, remembered=remembered)
    context: dict[str, Any] = {"viewer": viewer, "form": form}
    if request.method == "GET" or not form.is_valid():
        return _page(request, context)
    user = CardSetUser.from_viewers(viewers_of(request))
    try:
        check_name(name=form.cleaned_data["name"], replace=form.cleaned_data["replace"], user=user)
        preview = _read(form)
        if "confirm" in request.POST and not preview.overlay.questions:
            return _store(request, form, preview, user)
    except Refused as refused:
        show_refusal(form, refused)
        return _page(request, context)
    except NoHeadings as unknown:
        form.add_error(None if unknown.sections else "file", str(Refused(RatingsSheetRefusal.NO_HEADINGS)))
        return _page(request, context | {"sections": unknown.sections, "targets": TARGETS})
    if "confirm" in request.POST:
        form.add_error(None, str(Refused(RatingsSheetRefusal.UNANSWERED, rows=len(preview.overlay.questions))))
    return _page(request, context | _preview_context(form, preview))


def _read(form: RatingsSheetForm) -> RatedSeasonPlan:
    data = form.cleaned_data
    return plan_rated_season(
        table=data["table"],
        year=data["year"],
        league=data["league"],
        columns=form.column_choices(),
        answers=form.answers(),
    )


def _store(request: HttpRequest, form: RatingsSheetForm, preview: RatedSeasonPlan, user: CardSetUser) -> HttpResponse:
    options = {name: form.cleaned_data[name] for name in ("name", "year", "league", "replace", "is_private")}
    card_set = store_rated_season(season=preview.season, cards=preview.cards, user=user, **options)
    rated = sum(bool(card.ratings) for card in preview.cards)
    keep_columns(request, ColumnMapping.Purpose.RATINGS, preview.sheet.sections)
    messages.success(request, f"“{card_set.name}” has been saved: {rated} of {len(preview.cards)} cards have ratings.")
    return redirect("card_set", card_set.pk)


def _preview_context(form: RatingsSheetForm, preview: RatedSeasonPlan) -> dict[str, Any]:
    overlay = preview.overlay
    return {
        "sheet": preview.sheet,
        "faults": joined_notes(preview.sheet.faults),
        "sections": preview.sheet.sections,
        "targets": TARGETS,
        "rated": [
            (preview.sheet.table.place(row), card, _shown_ratings(card.ratings))
            for row, card in [*overlay.rated.items()][:_SHOWN_ROWS]
        ],
        "rated_count": len(overlay.rated),
        "questions": [_question(question) for question in overlay.questions],
        "left_out": overlay.left_out,
        "unrated_count": sum(not card.ratings for card in preview.cards),
        "answers": list(form.answers().items()),
    }


def _shown_ratings(ratings: Mapping[str, str]) -> str:
    """Return ratings under the column titles used in the column choices, such as "OB vs L 41.5"."""
    return ", ".join(f"{_TITLES.get(name, name.replace('_', ' '))} {value}" for name, value in ratings.items())


def _question(question: Question) -> tuple[int, str, str, list[tuple[str, str]]]:
    player = question.player
    facts = ", ".join(filter(None, (player.name, player.team, ratings_line(player.ratings))))
    return player.row, player.place, facts, answer_choices(question)


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    status = 422 if context["form"].errors else 200
    return render(request, "drafts/ratings_sheet.html", context, status=status)
