"""Season points by year and region, champions, and the organizer's corrections."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.models import FIRST_YEAR, LAST_YEAR, ClubTournament, Person, PointsCorrection
from club.queries.champions import CHAMPIONS, CHAMPIONS_FOR_ORGANIZER, champion_years, champions
from club.queries.formulas import year_formula
from club.queries.newest import ClubState, cached_records
from club.queries.people import MOST_SHOWN
from club.queries.records import DRAFTED_PLAYERS, best_marks, drafted_players, record_table
from club.queries.season_view import SEASON, season_facts, season_regions, season_rows
from club.queries.seasons import season_years
from club.services.seasons import (
    FORMULA_NUMBERS,
    correct_points,
    set_formula,
    set_tournament_facts,
    withdraw_correction,
)
from club.views.people import is_organizer, require_organizer
from club.views.visitors import cached_for_club_visitors, club_page
from core.plugins import usable_plugins
from pennant_baseball.plugins import POINTS_FORMULAS
from rules_engine.competition.points import PointsFormula
from tournaments.forms.refusals import typed_number
from tournaments.views.answers import attempt

MOST_CHAMPIONS: Final = 100


@require_safe
@cached_for_club_visitors
def champions_page(request: HttpRequest) -> HttpResponse:
    """Show the champions of all finished tournaments: the newest, or those from one year."""
    years = champion_years()
    typed_year = typed_number(request.GET.get("year"))
    year = typed_year if typed_year in years else None
    rows = champions(MOST_CHAMPIONS, year)
    table = CHAMPIONS_FOR_ORGANIZER if is_organizer(request) else CHAMPIONS
    context = {
        "champions": table.filled(rows, caption="Champions", is_caption_hidden=True),
        "years": years,
        "year": year,
    }
    return render(request, "club/champions.html", context)


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    """Show the all-time records, and the players drafted most often."""
    return club_page(request, lambda state: _records_page(request, state))


def _records_page(request: HttpRequest, state: ClubState) -> HttpResponse:
    search, season = request.GET.get("q", "")[:80], typed_number(request.GET.get("season"))
    if search or season > 0:
        players = drafted_players(search, season if season > 0 else None)
    else:
        players = cached_records(state, "drafted players", drafted_players)
    marks = cached_records(state, "best marks", best_marks)
    context = {
        "records": [record_table(kind).filled(records, caption=kind.title) for kind, records in marks.items()],
        "players": DRAFTED_PLAYERS.filled(players, caption="Drafted players", is_caption_hidden=True),
        "search": search,
        "season": season if season > 0 else "",
    }
    return render(request, "club/records.html", context)


@require_safe
def newest_season(request: HttpRequest) -> HttpResponse:
    """Redirect to the newest year with results."""
    years = season_years() or [timezone.localdate().year]
    return redirect("season", years[0])


@require_safe
def season(request: HttpRequest, year: int) -> HttpResponse:
    """Show a year's points, in all regions or only one."""
    _check_year(year)
    return club_page(request, lambda state: _season_page(request, year, state))


def _season_page(request: HttpRequest, year: int, state: ClubState) -> HttpResponse:
    may_change = is_organizer(request)
    formula = year_formula(year)
    rows = season_rows(year, state, is_organizer=may_change)
    region = request.GET.get("region", "")[:40]
    shown = [row for row in rows if not region or row.region == region]
    context: dict[str, Any] = {
        "year": year,
        "years": sorted({*season_years(), year}, reverse=True),
        "regions": season_regions(rows),
        "region": region,
        "total": len(shown),
        "most": MOST_SHOWN,
        "table": SEASON.filled(shown[:MOST_SHOWN], caption=f"Season points for {year}", is_caption_hidden=True),
        "has_imported": any(row.line.imported for row in shown),
        "facts": season_facts(year, state),
        "formula": formula.numbers,
        "plugin": formula.plugin,
        "is_organizer": may_change,
    }
    if may_change:
        corrections = PointsCorrection.objects.filter(year=year).select_related("person")
        context |= {
            "corrections": corrections,
            "people": Person.objects.current(),
            "numbers": _formula_fields(formula.numbers),
        }
        context["plugins"] = usable_plugins(POINTS_FORMULAS)
    return render(request, "club/season.html", context)


def _check_year(year: int) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404("Year not found.")


def _formula_fields(formula: PointsFormula) -> list[dict[str, object]]:
    return [
        {"name": name, "label": entry.label, "value": getattr(formula, name)} for name, entry in FORMULA_NUMBERS.items()
    ]


@require_POST
def correct(request: HttpRequest, year: int) -> HttpResponse:
    """Add a correction with its reason."""
    actor = require_organizer(request)
    _check_year(year)
    person = Person.objects.current().filter(pk=typed_number(request.POST.get("person"))).first()
    points, reason = request.POST.get("points", "")[:20], request.POST.get("reason", "")
    attempt(
        request,
        lambda: correct_points(person=person, year=year, points=points, reason=reason, actor=actor),
        "The correction has been saved.",
    )
    return redirect("season", year)


@require_POST
def withdraw(request: HttpRequest, correction_id: int) -> HttpResponse:
    """Withdraw a correction."""
    actor = require_organizer(request)
    correction = get_object_or_404(PointsCorrection, pk=correction_id)
    attempt(
        request, lambda: withdraw_correction(correction=correction, actor=actor), "The correction has been withdrawn."
    )
    return redirect("season", correction.year)


@require_POST
def tournament_facts(request: HttpRequest, facts_id: int) -> HttpResponse:
    """Set whether a tournament counts, is a Regional, and was played face to face."""
    actor = require_organizer(request)
    facts = get_object_or_404(ClubTournament.objects.select_related("tournament"), pk=facts_id)
    chosen = {name: name in request.POST for name in ("is_counted", "is_regional", "is_face_to_face")}
    attempt(request, lambda: set_tournament_facts(facts=facts, actor=actor, **chosen), "Saved.")
    year = typed_number(request.POST.get("year"))
    return redirect("season", year) if FIRST_YEAR <= year <= LAST_YEAR else redirect("seasons")


@require_POST
def formula(request: HttpRequest, year: int) -> HttpResponse:
    """Set a year's points formula."""
    actor = require_organizer(request)
    _check_year(year)
    numbers = {name: request.POST.get(name, "")[:20] for name in FORMULA_NUMBERS}
    plugin = request.POST.get("plugin", "")[:40]
    attempt(
        request,
        lambda: set_formula(year=year, numbers=numbers, plugin=plugin, actor=actor),
        "The formula has been saved.",
    )
    return redirect("season", year)
