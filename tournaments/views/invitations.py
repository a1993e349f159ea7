"""Sign-in links with QR codes, on the director's page and as printed slips."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.people import EndForm
from tournaments.forms.refusals import typed_number
from tournaments.models import Access, Team, Tournament
from tournaments.queries.invitations import Invitation, address_of_link
from tournaments.queries.invitations import invitations as valid_invitations
from tournaments.queries.phone_addresses import base_for_phones, is_only_here
from tournaments.services.invitations import (
    invite_helper,
    invite_proxy,
    invite_teams,
    renew_invitation,
    revoke_invitation,
    set_invitation_end,
)
from tournaments.services.phones import record_slips
from tournaments.services.pins import acknowledge_pin, set_pin
from tournaments.services.sign_in_codes import make_code
from tournaments.views.answers import add_message, attempt, private


@require_POST
@tournament_view(roles="director")
def make_links(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Create links for teams without one, or a link for a helper (`role`) or a proxy (`team`)."""
    if "team" in request.POST:
        _invite_proxy(request, tournament, viewer)
    elif "role" in request.POST:
        role, label = request.POST["role"], request.POST.get("label", "")
        attempt(
            request,
            lambda: invite_helper(tournament=tournament, actor=actor_of(viewer), role=role, label=label),
            f"{label} now has a link.",
        )
    else:
        accesses = invite_teams(tournament=tournament, actor=actor_of(viewer))
        add_message(
            request,
            f"{len(accesses)} links made." if accesses else "Every team already has a link.",
        )
    return redirect("people", tournament.slug)


def _invite_proxy(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> None:
    form = EndForm(request.POST)
    ends_at = form.cleaned_data["ends_at"] if form.is_valid() else None
    team_id, label = typed_number(request.POST["team"]), request.POST.get("label", "")
    action = partial(invite_proxy, team_id=team_id, label=label, ends_at=ends_at)
    attempt(
        request,
        lambda: action(tournament=tournament, actor=actor_of(viewer)),
        f"{label} now has a link.",
    )


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def invitations_print(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show a slip per team, or only the slip for `?team=`, to print and cut. POST records the slips' URL."""
    base = base_for_phones(request, tournament)
    team_id = typed_number(request.GET.get("team"))
    if request.method == "POST":
        record_slips(tournament=tournament, actor=actor_of(viewer), address=base)
        return redirect(reverse("invitations_print", args=[tournament.slug], query={"base": base}))
    team_links = [link for link in valid_invitations(tournament, base) if link.access.team_id is not None]
    links = [link for link in team_links if "team" not in request.GET or link.access.team_id == team_id]
    context = {"invitations": links, "base": base, "is_only_here": is_only_here(base)}
    return private(render(request, "tournaments/invitations_print.html", context))


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def invitation(request: HttpRequest, tournament: Tournament, viewer: Viewer, access_id: int) -> HttpResponse:
    """Show a link with its QR code. POST creates a sign-in code, renews or revokes the link, or sets its expiration."""
    access = get_object_or_404(Access.objects.select_related("team"), tournament=tournament, pk=access_id)
    if request.method == "GET":
        if access.revoked_at is not None:
            raise Http404
        base = base_for_phones(request, tournament)
        link = Invitation(access, address_of_link(access, base))
        context = {"invitation": link, "base": base, "is_only_here": is_only_here(base)}
        return private(render(request, "tournaments/invitation.html", context))
    if request.POST.get("what") == "code":
        attempt(request, lambda: _show_code(request, access, viewer), "")
    elif request.POST.get("what") == "renew":
        attempt(
            request,
            lambda: renew_invitation(access=access, actor=actor_of(viewer)),
            f"{access} has a new link. The old one no longer works.",
        )
    elif request.POST.get("what") == "end":
        form = EndForm(request.POST)
        ends_at = form.cleaned_data["ends_at"] if form.is_valid() else None
        if form.errors:
            messages.error(request, "Enter a date and a time. Nothing was changed.")
        else:
            attempt(
                request,
                lambda: set_invitation_end(access=access, actor=actor_of(viewer), ends_at=ends_at),
                f"The expiration time for {access} has been saved."
                if ends_at
                else f"The link for {access} doesn't expire.",
            )
    else:
        attempt(
            request,
            lambda: revoke_invitation(access=access, actor=actor_of(viewer)),
            f"The link for {access} has been revoked.",
        )
    return redirect("people", tournament.slug)


def _show_code(request: HttpRequest, access: Access, viewer: Viewer) -> None:
    code = make_code(access=access, actor=actor_of(viewer))
    add_message(
        request,
        f"Sign-in code for {access}: {code[:4]} {code[4:]}. It works once and expires in 10 minutes.",
        stays=True,
    )


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def team_pin(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Set a team's PIN for signing on the director's device."""
    team = get_object_or_404(Team, tournament=tournament, pk=team_id)
    require_team(viewer, team.pk)
    fault = ""
    if request.method == "POST":
        try:
            set_pin(team=team, actor=actor_of(viewer), pin=request.POST.get("pin", ""))
        except Refused as refused:
            fault = str(refused)
        else:
            add_message(request, f"PIN for {team.name} saved.")
            return redirect("people" if viewer.is_staff else "my_team", tournament.slug)
    context = {"team": team, "fault": fault, "is_own": viewer.team_id == team.pk}
    return private(render(request, "tournaments/team_pin.html", context, status=400 if fault else 200))


@require_POST
@tournament_view(roles="manager")
def pin_known(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Record that the team knows that staff set its PIN."""
    team = get_object_or_404(Team, tournament=tournament, pk=team_id)
    if viewer.team_id != team.pk:
        raise PermissionDenied("Only this team's manager can confirm this.")
    attempt(
        request,
        lambda: acknowledge_pin(team=team, actor=actor_of(viewer)),
        "PIN confirmed. You can set your own any time.",
    )
    return redirect("my_team", tournament.slug)
