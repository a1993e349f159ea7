"""Sign-up: the public form, a person's own sign-up, the director's list and the poster."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Refused
from core.rate_limits import refused_page
from tournaments.access.attempts import SIGN_UP, attempt_key
from tournaments.access.guards import tournament_view
from tournaments.access.links import link_token, sign_up_of_token, sign_up_token
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal, typed_number
from tournaments.forms.settings import ZONES
from tournaments.forms.sign_ups import SignUpForm, SignUpPageForm, opening_time
from tournaments.models import Access, Role, SignUp, Tournament
from tournaments.queries.invitations import qr_code
from tournaments.queries.phone_addresses import base_for_phones, is_only_here
from tournaments.queries.sign_up_table import SIGN_UPS
from tournaments.queries.sign_ups import sign_ups, takes_sign_ups
from tournaments.refusals import SignUpRefusal
from tournaments.services.sign_ups import (
    change_sign_up,
    confirm_sign_ups,
    decline_sign_up,
    mark_fee,
    set_sign_up_page,
    sign_up_from_network,
    withdraw_sign_up,
)
from tournaments.views.answers import add_message, attempt


@require_http_methods(["GET", "POST"])
@tournament_view()
def sign_up_form(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the form and the people who have signed up. POST signs up."""
    if request.method == "POST":
        return _receive(request, tournament)
    form = SignUpForm(initial={"code": request.GET.get("code", ""), "opened": opening_time()})
    return _form_page(request, tournament, form)


def _receive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SignUpForm(request.POST)
    if not form.is_valid():
        return _form_page(request, tournament, form, 400)
    try:
        if not form.is_from_a_person():
            raise Refused(SignUpRefusal.NOT_BY_A_PERSON)
        person = sign_up_from_network(
            tournament=tournament,
            entry=form.entry(),
            code=form.cleaned_data["code"],
            network=attempt_key(request, SIGN_UP),
        )
    except Refused as refused:
        show_refusal(form, refused)
        return refused_page(_form_page(request, tournament, form), refused)
    return redirect("own_sign_up", tournament.slug, sign_up_token(person))


def _form_page(request: HttpRequest, tournament: Tournament, form: SignUpForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "zones": ZONES,
        "list": sign_ups(tournament),
        "is_open": takes_sign_ups(tournament),
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/sign_up.html", context, status=status)


@require_http_methods(["GET", "POST"])
@tournament_view()
def own_sign_up(request: HttpRequest, tournament: Tournament, viewer: Viewer, token: str) -> HttpResponse:
    """Show a person's own sign-up. POST changes or withdraws it."""
    person = sign_up_of_token(token)
    if person is None or person.tournament_id != tournament.pk:
        raise Http404("This link is invalid. Open the link you got when you signed up.")
    form = SignUpForm(request.POST or None, instance=person)
    if request.method == "POST":
        if "withdraw" in request.POST:
            attempt(request, lambda: withdraw_sign_up(person=person), "Your sign-up has been withdrawn.")
            return redirect(request.path)
        if form.is_valid():
            try:
                change_sign_up(person=person, entry=form.entry())
            except Refused as refused:
                show_refusal(form, refused)
            else:
                add_message(request, "Your sign-up has been saved.")
                return redirect(request.path)
    context = {
        "form": form,
        "zones": ZONES,
        "placed": sign_ups(tournament).placed(person),
        "address": base_for_phones(request, tournament) + request.path,
        "team_link": _team_link(person),
    }
    response = render(request, "tournaments/own_sign_up.html", context, status=400 if form.errors else 200)
    response["Cache-Control"] = "no-store"
    return response


def _team_link(person: SignUp) -> str:
    """Return the URL that signs in a confirmed person, or "" if there is none."""
    access = Access.objects.filter(team=person.team_id, role=Role.MANAGER, revoked_at=None).first()
    return reverse("join", args=[link_token(access)]) if person.team_id and access else ""


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def sign_up_list(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show all sign-ups. POST opens sign-up, or confirms, declines or marks a sign-up."""
    if request.method == "POST" and "settings" in request.POST:
        form = SignUpPageForm(request.POST)
        if form.is_valid() and attempt(
            request,
            lambda: set_sign_up_page(tournament=tournament, actor=actor_of(viewer), **form.settings()),
            "Sign-up page saved.",
        ):
            return redirect("sign_up_list", tournament.slug)
        return _list_page(request, tournament, form, 400)
    if request.method == "POST":
        _decide(request, tournament, viewer)
        return redirect("sign_up_list", tournament.slug)
    return _list_page(request, tournament)


def _list_page(
    request: HttpRequest, tournament: Tournament, form: SignUpPageForm | None = None, status: int = 200
) -> HttpResponse:
    listed = sign_ups(tournament)
    context = {
        "columns": SIGN_UPS,
        "list": listed,
        "form": form or SignUpPageForm(instance=listed.page),
        "is_sign_up": tournament.stage == Tournament.Stage.SIGN_UP,
        "newest": newest_number(tournament.pk),
    }
    response = render(request, "tournaments/sign_up_list.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _decide(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> None:
    """Confirm everyone who has a place, or confirm, decline or mark a single person."""
    actor = actor_of(viewer)
    if "confirm_all" in request.POST:
        _confirm(request, tournament, viewer, [placed.sign_up.pk for placed in sign_ups(tournament).waiting])
        return
    person = get_object_or_404(SignUp, tournament=tournament, pk=typed_number(request.POST.get("person")))
    decision = request.POST.get("decision")
    if decision == "confirm":
        _confirm(request, tournament, viewer, [person.pk])
    elif decision == "decline":
        attempt(request, lambda: decline_sign_up(person=person, actor=actor), f"{person.name} has been declined.")
    elif decision in ("paid", "unpaid"):
        has_paid = decision == "paid"
        attempt(request, lambda: mark_fee(person=person, actor=actor, has_paid=has_paid), "")


def _confirm(request: HttpRequest, tournament: Tournament, viewer: Viewer, ids: list[int]) -> None:
    def confirm() -> None:
        confirmation = confirm_sign_ups(tournament=tournament, actor=actor_of(viewer), ids=ids)
        if confirmation.teams:
            add_message(request, f"Confirmed: {', '.join(team.name for team in confirmation.teams)}.")
        if confirmation.faulty:
            names = ", ".join(person.name for person in confirmation.faulty)
            add_message(request, f"Not confirmed: {names}. The list shows why.")

    attempt(request, confirm, "")


@require_GET
@tournament_view(roles="director")
def sign_up_poster(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show a printable poster with a QR code for the sign-up page."""
    base = base_for_phones(request, tournament)
    page = sign_ups(tournament).page
    path = reverse("sign_up", args=[tournament.slug])
    query = f"?{urlencode({'code': page.code})}" if page.code else ""
    context = {
        "page": page,
        "address": base + path,
        "qr": qr_code(base + path + query, "sign-up page"),
        "is_only_here": is_only_here(base),
        "base": base,
    }
    return render(request, "tournaments/sign_up_poster.html", context)
