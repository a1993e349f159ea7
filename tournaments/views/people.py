"""Teams page with check-in and sign-in links, and forms to change or remove a team."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused, Stale
from core.read_snapshot import read_snapshot
from rules_engine.competition.setup import possible_setups
from rules_engine.names import name_key
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import actor_of
from tournaments.forms.people import EntrantForm, EntrantListForm
from tournaments.forms.refusals import show_refusal, typed_number
from tournaments.models import Access, Division, Role, Team, Tournament
from tournaments.queries.attendance import attendance_of, attendance_summary, last_seen
from tournaments.queries.divisions import (
    is_in_sign_up,
    managed_count,
    placements,
    rule_on_setup,
    share_out,
    teams_in_sign_up,
)
from tournaments.queries.entrants import Entrant, teams_of
from tournaments.queries.invitations import invitations
from tournaments.queries.phone_addresses import base_for_phones, is_only_here
from tournaments.queries.phones import has_old_slips
from tournaments.queries.team_directory import directory_rows
from tournaments.services.divisions import assign_division, keep_apart
from tournaments.services.entrants import add_entrants, edit_team, give_manager, remove_team, set_attendance
from tournaments.views.answers import add_message, attempt, private


@require_GET
@tournament_view(roles="staff")
def people(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    return people_page(request, tournament, viewer)


@require_POST
@tournament_view(roles="staff")
def enter_attendance(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Check a team in (`attendance` is "here"), mark it "absent", or undo either ("expected")."""
    team = get_object_or_404(Team, tournament=tournament, pk=team_id)
    posted = request.POST.get("attendance")
    if posted not in Team.Attendance.values:
        raise BadRequest("attendance is here, absent or expected.")
    attempt(
        request,
        lambda: set_attendance(team=team, actor=actor_of(viewer), attendance=Team.Attendance(posted)),
        "",
    )
    return redirect(f"{reverse('people', args=[tournament.slug])}#team-{team.pk}")


@require_POST
@tournament_view(roles="staff")
def add_team(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    form = EntrantForm(request.POST)
    if not form.is_valid():
        return people_page(request, tournament, viewer, form)
    try:
        teams = add_entrants(tournament=tournament, actor=actor_of(viewer), entrants=[form.entrant()])
    except Refused as refused:
        show_refusal(form, refused)
        return people_page(request, tournament, viewer, form)
    add_message(request, f"{teams[0].name} has been entered." if teams else "This team has already been entered.")
    return redirect(reverse("people", args=[tournament.slug], query={"add": "next"}))


@require_http_methods(["GET", "POST"])
@tournament_view(roles="staff")
def team_entry(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Change a team. If the form is outdated, show the saved values next to the entered ones."""
    team = get_object_or_404(teams_of(tournament), pk=team_id)
    form = EntrantForm(request.POST or None, initial=EntrantForm.values_of(team))
    if request.method == "GET" or not form.is_valid():
        return _entry_page(request, team, form, fingerprint(team))
    made_from = request.POST.get("made_from", "")
    try:
        edit_team(
            team=team,
            actor=actor_of(viewer),
            made_from=made_from,
            entrant=form.entrant(),
            is_absent=form.cleaned_data["is_absent"],
        )
        _place(viewer, team, request.POST.get("division"))
        _keep_apart(viewer, team, request.POST.get("apart"))
    except Stale as stale:
        show_refusal(form, stale)
        return _entry_page(request, team, form, fingerprint(team), _both_versions(form, team))
    except Refused as refused:
        show_refusal(form, refused)
        return _entry_page(request, team, form, made_from)
    add_message(request, f"{form.cleaned_data['team']} has been saved.")
    if _has_former_managers(team, form.entrant()):
        add_message(request, "A former manager may still have the team's link. Make a new link under More.")
    return redirect("people", tournament.slug)


def _has_former_managers(team: Team, entrant: Entrant) -> bool:
    """Return whether a former manager may still have a valid link to the team."""
    current_names = {name_key(person.name) for person in entrant.managers}
    former = [manager for manager in team.managers.all() if name_key(manager.name) not in current_names]
    return bool(former) and Access.objects.filter(team=team, revoked_at=None).exists()


@require_http_methods(["GET", "POST"])
@tournament_view(roles="staff")
def remove(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Ask for confirmation, then remove the team."""
    team = get_object_or_404(teams_of(tournament), pk=team_id)
    if request.method == "POST" and attempt(
        request,
        lambda: remove_team(team=team, actor=actor_of(viewer), made_from=request.POST.get("made_from", "")),
        f"{team.name} has been removed. You can undo this in the log.",
    ):
        return redirect("people", tournament.slug)
    links = Access.objects.filter(team=team, revoked_at=None).count()
    context = {"team": team, "links": links, "made_from": fingerprint(team)}
    return render(request, "tournaments/remove_team.html", context)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def manager_for_imputed_team(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int
) -> HttpResponse:
    """Assign a manager to an imputed team."""
    team = get_object_or_404(teams_of(tournament), pk=team_id)
    form = EntrantForm(request.POST or None, initial={"team": team.name})
    reason = request.POST.get("reason", "")
    if request.method == "POST" and form.is_valid():
        try:
            managed_team = give_manager(team=team, actor=actor_of(viewer), entrant=form.entrant(), reason=reason)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            add_message(request, f"{managed_team.name} now has a manager. Its sign-in link is in the table.")
            return redirect("people", tournament.slug)
    context = {"team": team, "form": form, "reason": reason}
    return render(request, "tournaments/give_manager.html", context, status=400 if form.errors else 200)


@read_snapshot()
def people_page(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, form: EntrantForm | None = None
) -> HttpResponse:
    """Show the teams. Only directors see sign-in links, so their page is private."""
    base = base_for_phones(request, tournament)
    links = invitations(tournament, base) if viewer.is_director else []
    teams = list(teams_of(tournament))
    divisions = list(tournament.divisions.all())
    sizes, managed = share_out(divisions, teams), managed_count(teams)
    awaited = attendance_of(teams, last_seen(tournament))
    rows = directory_rows(teams, awaited, links)
    entry_form = form or EntrantForm()
    entry_form.fields["team"].widget.attrs["autofocus"] = form is not None or "add" in request.GET
    context = {
        "rows": rows,
        "counted": attendance_summary(awaited),
        "uninvited": sum(row.awaited is not None and row.invitation is None for row in rows),
        "other_links": [link for link in links if link.access.role != Role.MANAGER],
        "base": base,
        "is_only_here": is_only_here(base),
        "has_old_slips": has_old_slips(tournament, base),
        "roles": [(Role.ASSISTANT, "Assistant"), (Role.DIRECTOR, "Co-director")],
        "sizes": sizes,
        "divisions_made_from": fingerprint(divisions),
        "placements": placements(teams),
        "teams_to_place": teams_in_sign_up(tournament, teams),
        "is_in_sign_up": is_in_sign_up(tournament),
        "ruling": rule_on_setup(tournament, sizes, managed),
        "setups": possible_setups(managed, tournament.profile.division),
        "form": entry_form,
        "list_form": EntrantListForm(),
        "newest": newest_number(tournament.pk),
    }
    status = 400 if form is not None else 200
    page = render(request, "tournaments/people.html", context, status=status)
    return private(page) if viewer.is_director else page


def _place(viewer: Viewer, team: Team, division_id: str | None) -> None:
    """Assign the team to the chosen division. Without the field, change nothing."""
    if division_id is None:
        return
    division = Division.objects.filter(tournament=team.tournament_id, pk=typed_number(division_id)).first()
    assign_division(team=team, actor=actor_of(viewer), division=division)


def _keep_apart(viewer: Viewer, team: Team, other_id: str | None) -> None:
    """Keep the team apart from another team. Without the field, change nothing."""
    if other_id is None:
        return
    other_team = Team.objects.filter(tournament=team.tournament_id, pk=typed_number(other_id)).first()
    keep_apart(team=team, actor=actor_of(viewer), other_team=other_team)


def _both_versions(form: EntrantForm, team: Team) -> list[tuple[str, str, str]]:
    saved = EntrantForm.values_of(team)
    return [
        (str(field.label), _yes_no(saved[name]), _yes_no(form.cleaned_data[name]))
        for name, field in form.fields.items()
        if saved[name] != form.cleaned_data[name]
    ]


def _yes_no(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _entry_page(
    request: HttpRequest,
    team: Team,
    form: EntrantForm,
    made_from: str,
    versions: list[tuple[str, str, str]] | None = None,
) -> HttpResponse:
    context = {
        "team": team,
        "is_in_sign_up": is_in_sign_up(team.tournament, team.division),
        "form": form,
        "made_from": made_from,
        "versions": versions,
        "divisions": Division.objects.filter(tournament=team.tournament_id),
        "others": Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk).order_by("name"),
    }
    return render(request, "tournaments/team_entry.html", context, status=400 if form.errors else 200)
