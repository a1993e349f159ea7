"""A table's lobby, where managers set their lineups before the first pitch."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.devices import device_keys
from play.queries.lineups import lineup_form
from play.queries.lobby import SPOT_COUNT, Spots
from play.services.lineups import move_spot, set_lineup
from play.table import teams_of_device
from play.views.tables import find_game, own_team, teams_of_request
from tournaments.forms.refusals import typed_number

MOVES: Final = {"up": -1, "down": 1}


@require_http_methods(["GET", "HEAD", "POST"])
def lineup(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the lineups for this device's teams, and save a lineup.

    The button's value `do` is "save", "reset", or "up" or "down" with a spot, such as "up 3".
    """
    game = find_game(public_id)
    if request.method != "POST":
        return _render_lineups(request, game)
    team = own_team(teams_of_request(request, game), request.POST.get("team", ""))
    name, _, argument = request.POST.get("do", "").partition(" ")
    spots: Spots = [] if name == "reset" else _typed_spots(request)
    focused = ""
    if name in MOVES:
        spot = typed_number(argument)
        to = spot + MOVES[name]
        spots = move_spot(spots, spot, to)
        focused = _button_after_move(name, team, to)
    try:
        set_lineup(game=game, team=team, spots=spots)
    except Refused as refused:
        return _render_lineups(request, game, (team, spots, refused))
    if name in ("reset", *MOVES):
        return redirect(reverse("play_lineup", args=[game.public_id]) + focused)
    return redirect(game)


def _button_after_move(name: str, team: int, spot: int) -> str:
    """Return the fragment of the button to focus after the move.

    The button moves the player in the same direction again, or back from the first or last spot.
    """
    if spot <= 1:
        name = "down"
    elif spot >= SPOT_COUNT:
        name = "up"
    return f"#{name}-{team}-{spot}"


def _typed_spots(request: HttpRequest) -> Spots:
    spots = []
    for number in range(1, SPOT_COUNT + 1):
        player, position = request.POST.get(f"player_{number}", ""), request.POST.get(f"position_{number}", "")
        spots.append((player[:40], position[:3]))
    return spots


def _render_lineups(
    request: HttpRequest, game: TableGame, refused: tuple[int, Spots, Refused] | None = None
) -> HttpResponse:
    """Show the lineups. `refused` has a team, its rejected spots and the error."""
    opened = open_table(game)
    teams = teams_of_device(opened.seats, device_keys(request)) if game.state == TableGame.State.LOBBY else ()
    refused_team, typed, refusal = refused or (None, None, None)
    forms = [lineup_form(opened, team, typed if team == refused_team else None) for team in teams]
    keep_table(opened)
    page = {
        "game": game,
        "forms": forms,
        "refused_team": refused_team,
        "refusal": refusal,
    }
    return render(request, "play/lineup.html", page, status=400 if refused else 200)
