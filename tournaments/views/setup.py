"""Create a tournament, change its settings, and set its edition's rules."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Stale
from tournaments.access.guards import require, tournament_view
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.snapshots import SETTINGS
from tournaments.action_log.writing import Actor, actor_of
from tournaments.forms.edition import edition_form
from tournaments.forms.refusals import show_refusal, typed_number
from tournaments.forms.settings import ZONES, NewTournamentForm, SettingsForm
from tournaments.models import Team, Tournament
from tournaments.queries.entrants import teams_of
from tournaments.queries.rules_in_force import lines_to_answer
from tournaments.services.copying import copy_tournament
from tournaments.services.edition import set_edition_lines
from tournaments.services.setup import change_settings, create_tournament

Versions = list[tuple[str, str, str]]
_MOST_TO_COPY = 50


@require_http_methods(["GET", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament. With `copy` in the query, propose an earlier tournament's settings."""
    viewer = viewers_of(request).viewer_of(None)
    require(viewer, "organiser")
    source = _tournament_to_copy(request)
    initial = _settings_to_copy(source) if source else None
    form = NewTournamentForm(request.POST or None, initial=initial, source=source)
    brings_teams = request.POST.get("teams") != "none"
    ticked = [typed_number(team_id) for team_id in request.POST.getlist("team")]
    if request.method == "POST" and form.is_valid():
        try:
            tournament = _create(actor_of(viewer), form.settings(), source, ticked if brings_teams else [])
        except Refused as refused:
            show_refusal(form, refused)
        else:
            if form.schedule:
                messages.success(request, str(form.schedule))
            return redirect("people", tournament.slug)
    teams = teams_of(source).filter(kind=Team.Kind.MANAGED) if source else ()
    choices = [(team, request.method == "GET" or team.pk in ticked) for team in teams]
    earlier = Tournament.objects.filter(is_practice=False, deleted_at=None)[:_MOST_TO_COPY]
    page = {"source": source, "teams": choices, "brings_teams": brings_teams, "earlier": earlier}
    return _page(request, form, "tournaments/new_tournament.html", **page)


def _tournament_to_copy(request: HttpRequest) -> Tournament | None:
    slug = request.GET.get("copy")
    return get_object_or_404(Tournament, slug=slug, deleted_at=None) if slug else None


def _settings_to_copy(source: Tournament) -> dict[str, Any]:
    values = {name: getattr(source, name) for name in SETTINGS}
    return {**values, "starts_on": None, "is_practice": False}


def _create(actor: Actor, settings: dict[str, Any], source: Tournament | None, team_ids: list[int]) -> Tournament:
    if source is None:
        return create_tournament(actor=actor, **settings)
    return copy_tournament(source=source, actor=actor, team_ids=team_ids, **settings)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def settings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    form = SettingsForm(request.POST or None, instance=tournament)
    versions: Versions = []
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(
                tournament=tournament,
                actor=actor_of(viewer),
                version=typed_number(request.POST.get("version")),
                **form.settings(),
            )
        except Stale as stale:
            show_refusal(form, stale)
            versions = _both_versions(form, tournament)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            messages.success(request, "Settings saved.")
            return redirect("settings", tournament.slug)
    # After an outdated save, the form includes the newest version, because both versions have been shown.
    posted_version = request.POST.get("version") if not versions and request.method == "POST" else None
    return _page(
        request,
        form,
        "tournaments/settings.html",
        version=typed_number(posted_version) if posted_version else tournament.version,
        versions=versions,
    )


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def edition(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Set rules before the draft, and later those that a newer version of the edition requires."""
    lines_once, is_open = (
        lines_to_answer(tournament),
        tournament.stage == Tournament.Stage.SIGN_UP,
    )
    form = edition_form(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            set_edition_lines(
                tournament=tournament,
                actor=actor_of(viewer),
                version=typed_number(request.POST.get("version")),
                values=form.values(),
                reason=form.cleaned_data["reason"],
            )
        except Refused as refused:
            show_refusal(form, refused)
        else:
            messages.success(request, "Rules saved.")
            return redirect("rules", tournament.slug)
    context = {
        "form": form,
        "version": tournament.version,
        "is_open": is_open or lines_once,
        "is_late": not is_open,
    }
    return render(request, "tournaments/edition.html", context, status=400 if form.errors else 200)


def _both_versions(form: SettingsForm, tournament: Tournament) -> Versions:
    saved = SettingsForm(instance=tournament)
    return [
        (
            str(field.label),
            _display_value(form, name, saved.initial[name]),
            _display_value(form, name, form.cleaned_data[name]),
        )
        for name, field in form.fields.items()
        if name in form.cleaned_data and saved.initial[name] != form.cleaned_data[name]
    ]


def _display_value(form: SettingsForm, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    choices = dict(getattr(form.fields[name], "choices", ()))
    return str(choices.get(value, "" if value is None else value))


def _page(request: HttpRequest, form: SettingsForm, template: str, **more: object) -> HttpResponse:
    page = {"form": form, "zones": ZONES, **more}
    return render(request, template, page, status=400 if form.errors else 200)
