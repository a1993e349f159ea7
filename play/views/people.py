"""Views for the people at a table: heartbeats, phrases, volunteers and clock rulings."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.rate_limits import limit_response
from play.models import Seat, TableGame
from play.opening import open_seats
from play.queries.devices import device_keys, remember_seat
from play.queries.people import people_view
from play.queries.table_parts import render_part
from play.refusals import SeatRefusal
from play.services.clock import answer_clock_question
from play.services.phrases import send_phrase
from play.services.presence import mark_present
from play.services.volunteers import get_up, invite_volunteer, seat_of_volunteer, seat_volunteer
from play.table import teams_of_device
from play.table_rows import Seats, seats_of
from play.views.tables import FRAGMENT_HEADER, find_game, find_seats, own_team
from rules_engine.rulings import refuse
from tournaments.access.attempts import LINK, count_wrong_entry
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament
from tournaments.views.answers import add_refusal_message


@require_POST
def heartbeat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Record that this device's seats are connected, and return the people at the table."""
    seats = find_seats(public_id)
    teams = teams_of_device(seats, device_keys(request))
    if not teams:
        raise PermissionDenied(str(refuse(SeatRefusal.NOT_YOUR_SEAT, "")))
    mark_present([seats[team] for team in teams])
    return _render_people(request, seats)


@require_safe
def people(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the people at the table."""
    return _render_people(request, find_seats(public_id))


def _render_people(request: HttpRequest, seats: Seats) -> HttpResponse:
    table = open_seats(seats)
    teams = teams_of_device(seats, device_keys(request))
    return HttpResponse(render_part("people", people=people_view(table, teams), state=table.game.state))


@require_POST
def say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a stock phrase. The button's value `say` has the team and the phrase, such as "0 NICE_HIT"."""
    seats = find_seats(public_id)
    team_text, _, phrase = request.POST.get("say", "").partition(" ")
    team = own_team(teams_of_device(seats, device_keys(request)), team_text)
    try:
        send_phrase(seat=seats[team], phrase=phrase)
    except Refused as refused:
        if FRAGMENT_HEADER not in request.headers:
            add_refusal_message(request, refused)
    if FRAGMENT_HEADER not in request.headers:
        return redirect(seats[0].game)
    return _render_people(request, find_seats(public_id))


@require_http_methods(["GET", "HEAD", "POST"])
def volunteer(request: HttpRequest, token: str) -> HttpResponse:
    """Show the seat for a volunteer's link, and seat the volunteer once the name is entered."""
    seat = seat_of_volunteer(token)
    if seat is None:
        wait = count_wrong_entry(request, LINK)
        if wait:
            return limit_response(render(request, "play/wrong_seat.html"), wait)
        raise Http404
    name = request.POST.get("name", "")
    page: dict[str, object] = {"seat": seat, "game": seat.game, "name": name}
    if request.method == "POST":
        try:
            remember_seat(request, seat, seat_volunteer(seat=seat, name=name))
            return redirect(seat.game)
        except Refused as refused:
            page["refusal"] = refused
    return render(request, "play/volunteer.html", page, status=400 if "refusal" in page else 200)


@require_POST
def take_seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reclaim the seat from the volunteer on the manager's device."""
    game = find_game(public_id)
    seat = next((seat for seat in seats_of(game) if is_manager_device(seat, request)), None)
    if seat is None:
        raise PermissionDenied(str(refuse(SeatRefusal.NOT_YOUR_SEAT, "")))
    get_up(game=game, team=seat.team)
    return redirect(game)


def is_manager_device(seat: Seat, request: HttpRequest) -> bool:
    """Return whether the request comes from the manager's device while a volunteer has the seat."""
    return bool(seat.manager_key) and device_keys(request).get(str(seat.pk)) == seat.manager_key


def _game_of(tournament: Tournament, public_id: str) -> TableGame:
    return get_object_or_404(TableGame, public_id=public_id, series__tournament=tournament)


@require_POST
@tournament_view(roles="staff")
def answer_clock(request: HttpRequest, tournament: Tournament, viewer: Viewer, public_id: str) -> HttpResponse:
    """Answer a clock question by adding minutes or none."""
    game = _game_of(tournament, public_id)
    minutes = typed_number(request.POST.get("minutes") or "0")
    try:
        answer_clock_question(game=game, director=viewer.name, extra_minutes=minutes)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect(game)


@require_POST
@tournament_view(roles="staff")
def volunteers(request: HttpRequest, tournament: Tournament, viewer: Viewer, public_id: str) -> HttpResponse:
    """Invite a volunteer, or return the seat to the manager. `do` is "0 invite" or "0 get_up"."""
    game = _game_of(tournament, public_id)
    team_text, _, action = request.POST.get("do", "").partition(" ")
    team = 1 if team_text == "1" else 0
    try:
        if action == "get_up":
            get_up(game=game, team=team)
        else:
            invite_volunteer(game=game, team=team)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect(game)
