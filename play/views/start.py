"""Start a friendly game, and sit down at its table."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.network import visitor_network
from core.rate_limits import limit_response, refused_page
from play.forms import DEFAULT_SEASON, POOLS, CardFileForm, PoolForm, StartForm
from play.models import Seat, TableGame
from play.queries.devices import remember_seat
from play.queries.series_tables import own_side, require_player
from play.refusals import SeatRefusal
from play.services.card_files import KEPT_DAYS, MAX_MEGABYTES, add_card_file
from play.services.resumption import resume_game
from play.services.seats import seat_of_token, sit_down
from play.services.series_games import open_series_game
from play.services.starting import create_game, prepare_or_enqueue, retry_preparation
from play.views.tables import find_game, teams_of_request
from rules_engine.rulings import refuse
from tournaments.access.attempts import LINK, count_wrong_entry
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, address_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import Series, Tournament
from tournaments.views.answers import add_refusal_message

_QUEUE_DOWN = "The job queue isn't responding. The next worker to start will prepare the game."


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Choose a ruleset and two clubs, and start a friendly game."""
    pools = {name: request.GET[name] for name in POOLS if request.GET.get(name)}
    form = StartForm(request.POST) if request.method == "POST" else StartForm(pools=pools)
    if request.method == "POST" and form.is_valid():
        try:
            return _create(request, form)
        except Refused as refused:
            show_refusal(form, refused)
            return refused_page(_new_game_page(request, form, request.POST), refused)
    return _new_game_page(request, form, request.POST if form.is_bound else {"season": DEFAULT_SEASON, **pools})


def _new_game_page(request: HttpRequest, form: StartForm, chosen_pools: Mapping[str, object]) -> HttpResponse:
    page = {"form": form, "pool_form": PoolForm(chosen_pools)}
    return render(request, "play/new_game.html", page, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def card_file(request: HttpRequest) -> HttpResponse:
    """Upload a visitor's own card file, and choose clubs from it for a game."""
    form = CardFileForm(request.POST, request.FILES) if request.method == "POST" else CardFileForm()
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        network = visitor_network(address_of(request))
        content = file.read(MAX_MEGABYTES * 1024 * 1024 + 1)
        try:
            stored = add_card_file(system=form.cleaned_data["system"], name=file.name, content=content, network=network)
            return redirect(f"{reverse('play_new')}?cards={stored.public_id}")
        except Refused as refused:
            show_refusal(form, refused)
            return refused_page(_card_file_page(request, form), refused)
    return _card_file_page(request, form)


def _card_file_page(request: HttpRequest, form: CardFileForm) -> HttpResponse:
    page = {"form": form, "days": KEPT_DAYS, "megabytes": MAX_MEGABYTES}
    return render(request, "play/card_file.html", page, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: StartForm) -> HttpResponse:
    game, teams = create_game(options=form.options(), network=visitor_network(address_of(request)))
    key = ""
    for seat in Seat.objects.filter(game=game, team__in=teams).select_related("game"):
        key = sit_down(seat=seat, key=key)
        remember_seat(request, seat, key)
    if not prepare_or_enqueue(game):
        messages.warning(request, _QUEUE_DOWN)
    return redirect(game)


@require_POST
def prepare(request: HttpRequest, public_id: str) -> HttpResponse:
    """Prepare a game again after a failure. Only its managers can do this, because it can keep a worker busy."""
    game = find_game(public_id)
    if not teams_of_request(request, game):
        raise PermissionDenied(str(refuse(SeatRefusal.NOT_YOUR_SEAT, "")))
    try:
        if not retry_preparation(game=game):
            messages.warning(request, _QUEUE_DOWN)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect(game)


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """Show the seat for a link, and seat the viewer with a single tap."""
    linked_seat = seat_of_token(token)
    if linked_seat is None:
        wait = count_wrong_entry(request, LINK)
        if wait:
            return limit_response(render(request, "play/wrong_seat.html"), wait)
        raise Http404
    if request.method == "POST":
        try:
            remember_seat(request, linked_seat, sit_down(seat=linked_seat))
        except Refused as refused:
            add_refusal_message(request, refused)
        return redirect(linked_seat.game)
    lobby_states = (TableGame.State.PREPARING, TableGame.State.LOBBY)
    page = {"seat": linked_seat, "game": linked_seat.game, "has_started": linked_seat.game.state not in lobby_states}
    return render(request, "play/seat.html", page)


@require_POST
@tournament_view(roles="manager")
def series_table(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Open the table for a series' next game, and seat the viewer's team.

    With `dice=shared`, the viewer's device keeps score in a game with real dice (T0.03).
    """
    series = get_object_or_404(Series, pk=series_id, tournament=tournament)
    require_player(viewer, series)
    is_shared = request.POST.get("dice") == TableGame.Dice.SHARED
    try:
        game = open_series_game(series=series, scorekeeper_team=(viewer.team_id or 0) if is_shared else None)
        if game.state == TableGame.State.PREPARING and not prepare_or_enqueue(game):
            messages.warning(request, _QUEUE_DOWN)
        _sit_down_for(request, viewer, series, game)
    except Refused as refused:
        add_refusal_message(request, refused)
        return redirect("series", tournament.slug, series.pk)
    return redirect(game)


@require_POST
@tournament_view(roles="manager")
def resume_table(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int, game_number: int
) -> HttpResponse:
    """Resume a suspended game at its table, and seat the viewer's team (T33.0)."""
    series = get_object_or_404(Series, pk=series_id, tournament=tournament)
    require_player(viewer, series)
    game = get_object_or_404(TableGame, series=series, entered_as=game_number)
    try:
        resume_game(game=game, team=own_side(viewer, series, game))
        _sit_down_for(request, viewer, series, game)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect(game)


def _sit_down_for(request: HttpRequest, viewer: Viewer, series: Series, game: TableGame) -> None:
    side = own_side(viewer, series, game)
    own_seats = game.seats.filter(team=side) if side is not None else game.seats.none()
    for own_seat in own_seats.select_related("game"):
        remember_seat(request, own_seat, sit_down(seat=own_seat))
