"""A table's page, and the moves that managers make there."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.event_streams import HEADERS, last_number_seen, start_of_stream
from core.rate_limits import refused_page
from play.forms import orders_form
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.audiences import topic_of
from play.queries.changes import changes_of_teams
from play.queries.devices import device_keys
from play.queries.fragments import render_view
from play.queries.live import events_after, published_html
from play.queries.spectators import spectator_page
from play.queries.view import table_view
from play.refusals import SeatRefusal
from play.services import moves, undo
from play.services.clock import ask_about_clock
from play.services.director import ask_director
from play.services.endings import concede, decline_suspension, suspend
from play.services.orders import set_orders
from play.services.resumption import resume_game
from play.services.scorekeeping import check_device, confirm_score
from play.services.seats import get_ready
from play.services.series_games import sign_result
from play.services.volunteers import get_up, invite_volunteer
from play.table import seats_of_device, teams_of_device
from play.table_rows import Seats, game_of_public_id, seats_of, seats_of_public_id
from play.views.seat_links import seat_links
from rules_engine.baseball.standing_orders import CHOICES
from rules_engine.baseball.state import POSITIONS
from rules_engine.rulings import refuse
from tournaments.forms.refusals import typed_number

FRAGMENT_HEADER: Final = "X-Fragment"
_PREPARED_AFTER: Final = timedelta(minutes=2)  # preparation usually takes less than a minute
Move = Callable[..., None]


def find_game(public_id: str) -> TableGame:
    """Return the game with this public ID. Raise Http404 if there is none."""
    game = game_of_public_id(public_id)
    if game is None:
        raise Http404
    return game


def find_seats(public_id: str) -> Seats:
    """Return the seats of the game with this public ID. Raise Http404 if there is none."""
    seats = seats_of_public_id(public_id)
    if seats is None:
        raise Http404
    return seats


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the table to a manager or a spectator."""
    seats = find_seats(public_id)
    game = seats[0].game
    if teams_of_device(seats, device_keys(request)):
        return _render_table(request, game)
    watched = spectator_page(game)
    page: dict[str, Any] = {"view": watched.view, "table_html": watched.fragment.html, "game": game}
    page["should_refresh"] = _has_nothing_to_do(watched.view)
    page["shows_chances"] = game.state == TableGame.State.PLAYING and not game.has_scorekeeper
    page |= seat_links(request, seats, ())
    return render(request, "play/table.html", page)


def _render_table(request: HttpRequest, game: TableGame, refusal: Refused | None = None) -> HttpResponse:
    opened = open_table(game)
    teams = teams_of_device(opened.seats, device_keys(request))
    view = table_view(opened, teams)
    keep_table(opened)
    html = render_view(view, refusal).html
    if FRAGMENT_HEADER in request.headers:
        answer = HttpResponse(html)
    else:
        page: dict[str, Any] = {"view": view, "table_html": html, "game": game}
        page |= seat_links(request, opened.seats, teams)
        page["can_prepare"] = bool(teams) and _can_prepare(game)
        page["should_refresh"] = _has_nothing_to_do(view)
        answer = render(request, "play/table.html", page)
    return answer if refusal is None else refused_page(answer, refusal)


def _can_prepare(game: TableGame) -> bool:
    """Return whether to offer another try at making the cards: after a failure, or if the worker takes too long."""
    is_overdue = game.created_at < timezone.now() - _PREPARED_AFTER
    return game.state == TableGame.State.FAILED or (game.state == TableGame.State.PREPARING and is_overdue)


def _has_nothing_to_do(view: dict[str, Any]) -> bool:
    """Return whether the viewer is waiting for others, so that a page without scripts can reload itself."""
    if view["state"] in (TableGame.State.OVER, TableGame.State.SUSPENDED) or any(
        not lobby["is_ready"] for lobby in view["lobby"]
    ):
        return False
    return view["game"] is None or all(prompt["kind"] == "wait" for prompt in view["game"]["prompts"])


@require_safe
def plays(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the full play-by-play."""
    game = find_game(public_id)
    opened = open_table(game)
    teams = teams_of_device(opened.seats, device_keys(request))
    page = {"view": table_view(opened, teams, all_plays=True), "game": game}
    keep_table(opened)
    return render(request, "play/plays.html", page)


@require_safe
def changes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the substitutions that this device's teams can make."""
    game = find_game(public_id)
    opened = open_table(game)
    teams = teams_of_device(opened.seats, device_keys(request))
    views = changes_of_teams(opened, teams)
    number = opened.number
    keep_table(opened)
    return render(request, "play/changes.html", {"game": game, "teams": views, "number": number})


@require_safe
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show and save the standing orders of this device's teams."""
    game = find_game(public_id)
    opened = open_table(game)
    teams = teams_of_device(opened.seats, device_keys(request))
    is_playing = game.state == TableGame.State.PLAYING
    forms = [
        (team, game.names[team], orders_form(opened, team)) for team in teams if is_playing and opened.people[team]
    ]
    number = opened.number
    keep_table(opened)
    return render(request, "play/orders.html", {"game": game, "forms": forms, "number": number})


@require_safe
def events(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the newest view as an event, for servers without an event loop.

    Public. On an event loop, play/streams.py keeps the stream open instead.
    """
    game = find_game(public_id)
    teams = teams_of_request(request, game)
    after = last_number_seen(request) or 0
    missed = [event.content for event in events_after(topic_of(game.pk, teams), after) if event.number > after]
    return HttpResponse(start_of_stream() + b"".join(missed), headers=HEADERS)


@require_POST
def ready(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose the starter and get ready."""
    game = find_game(public_id)
    teams = teams_of_request(request, game)
    team = own_team(teams, request.POST.get("team", ""))
    starter, part = request.POST.get("starter", ""), request.POST.get("part", "")
    return _attempt(request, game, teams, partial(get_ready, game=game, team=team, starter=starter, part=part))


@require_POST
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a move. The button's value `do` has the team, the move and its argument, such as "0 answer steal_2"."""
    seats = find_seats(public_id)
    game = seats[0].game
    team_text, _, rest = request.POST.get("do", "").partition(" ")
    name, _, argument = rest.partition(" ")
    keys = device_keys(request)
    teams = teams_of_device(seats, keys)
    team = own_team(teams, team_text)
    number = typed_number(request.POST.get("number"))
    make = _MOVES.get(name)
    if make is None:
        raise PermissionDenied("Unknown move.")
    own_seats = seats_of_device(seats, keys)

    def move_if_allowed() -> None:
        check_device(move=name, seats=seats, team=team, own_seats=own_seats)
        make(request, argument, game=game, team=team, number=number)

    return _attempt(request, game, teams, move_if_allowed)


def teams_of_request(request: HttpRequest, game: TableGame) -> tuple[int, ...]:
    return teams_of_device(seats_of(game), device_keys(request))


def own_team(teams: Sequence[int], text: str) -> int:
    """Return the team number in `text` if its seat is on this device. Raise PermissionDenied otherwise."""
    team = next((team for team in teams if str(team) == text), None)
    if team is None:
        raise PermissionDenied(str(refuse(SeatRefusal.NOT_YOUR_SEAT, "")))
    return team


def _attempt(request: HttpRequest, game: TableGame, teams: Sequence[int], action: Callable[[], None]) -> HttpResponse:
    """Make a move and show the table: the new view, or the current view with the error."""
    try:
        action()
    except Refused as refused:
        return _render_table(request, find_game(game.public_id), refused)
    if FRAGMENT_HEADER not in request.headers:
        return redirect(game)
    html = published_html(game.pk, teams)
    if html is not None:
        return HttpResponse(html)
    return _render_table(request, find_game(game.public_id))


def _answer(request: HttpRequest, argument: str, **where: Any) -> None:
    moves.answer(choice=argument, **where)


def _announce(request: HttpRequest, argument: str, **where: Any) -> None:
    moves.announce_choice(word=argument, **where)


def _settle(request: HttpRequest, argument: str, **where: Any) -> None:
    enters, _, leaves = argument.partition(" ")
    moves.settle(enters=enters, leaves=leaves, **where)


def _change(request: HttpRequest, argument: str, **where: Any) -> None:
    reason, _, players = argument.partition(" ")
    enters, _, leaves = players.partition(" ")
    moves.change_players(reason=reason, enters=enters, leaves=leaves, **where)


def _move_fielders(request: HttpRequest, argument: str, **where: Any) -> None:
    chosen = {position: request.POST.get(f"at-{position}", "") for position in POSITIONS}
    side = {position: request.POST.get(f"was-{position}", "") for position in POSITIONS}
    moved = {position: player for position, player in chosen.items() if player and player != side[position]}
    moves.move_fielders(positions=moved, **where)


def _double_switch(request: HttpRequest, argument: str, **where: Any) -> None:
    sent = request.POST
    pitcher, leaves, fielder = sent.get("pitcher", ""), sent.get("leaves", ""), sent.get("fielder", "")
    moves.make_double_switch(pitcher=pitcher, leaves=leaves, fielder=fielder, **where)


def _enter_dice(request: HttpRequest, argument: str, **where: Any) -> None:
    moves.enter_dice(text=request.POST.get("dice", ""), **where)


def _set_orders(request: HttpRequest, argument: str, **where: Any) -> None:
    sent = {name: request.POST.get(name, "") for name in CHOICES}
    orders = {**sent, "from_inning": typed_number(request.POST.get("from_inning"))}
    set_orders(orders=orders, **where)


def _request_undo(request: HttpRequest, argument: str, **where: Any) -> None:
    to = undo.LAST_ANSWER if argument == "answer" else typed_number(argument)
    undo.request_undo(to=to, **where)


def _report_misread(request: HttpRequest, argument: str, **where: Any) -> None:
    undo.report_misread(to=typed_number(argument), **where)


def _ask_director(request: HttpRequest, argument: str, **where: Any) -> None:
    ask_director(question=request.POST.get("question", ""), **where)


def _plain(move: Move) -> Move:
    """Return the move without its request and argument."""
    return lambda request, argument, **where: move(**where)


_MOVES: Final[dict[str, Move]] = {
    "answer": _answer,
    "usual": _plain(moves.answer_usual),
    "roll": _plain(moves.roll),
    "announce": _announce,
    "retract": _plain(moves.retract),
    "settle": _settle,
    "change": _change,
    "dice": _enter_dice,
    "confirm": _plain(moves.confirm_dice),
    "challenge": _plain(moves.challenge_dice),
    "fielders": _move_fielders,
    "switch": _double_switch,
    "time": _plain(moves.call_time),
    "resume": _plain(moves.resume),
    "orders": _set_orders,
    "sign": _plain(sign_result),
    "clock": _plain(ask_about_clock),
    "invite": _plain(invite_volunteer),
    "get_up": _plain(get_up),
    "undo": _request_undo,
    "agree": _plain(undo.agree),
    "decline": _plain(undo.decline),
    "misread": _report_misread,
    "confirm_score": _plain(confirm_score),
    "ask": _ask_director,
    "concede": _plain(concede),
    "suspend": _plain(suspend),
    "decline_suspension": _plain(decline_suspension),
    "resume_game": _plain(resume_game),
}
