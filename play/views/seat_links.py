"""The links on a table's page for the opponent, another device, a volunteer and the director."""

from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from play.models import Seat, TableGame
from play.phrases import Phrase
from play.queries.devices import device_keys
from play.services.seats import seat_token
from play.services.volunteers import volunteer_token
from tournaments.access.viewers import viewers_of
from tournaments.models import Tournament
from tournaments.queries.invitations import qr_code


def seat_links(request: HttpRequest, seats: tuple[Seat, Seat], teams: tuple[int, ...]) -> dict[str, Any]:
    """Return the links and seat actions available to this device, which acts for these teams.

    A volunteer's device never gets the seat's own link, so the manager can reclaim the seat for good.
    """
    game = seats[0].game
    tournament = _staffed_tournament(request, game)
    own_seats = [seat for seat in seats if seat.team in teams and not seat.volunteer]
    free_seats = [seat for seat in seats if teams and _is_free(game, seat)]
    volunteer_seats = [seat for seat in seats if seat in own_seats or tournament is not None]
    keys = device_keys(request)
    return {
        "device_links": [(seat, *_link(request, f"/play/seat/{seat_token(seat)}/")) for seat in own_seats],
        "opponent_links": [(seat, *_link(request, f"/play/seat/{seat_token(seat)}/")) for seat in free_seats],
        "volunteer_links": [
            (seat, *_link(request, f"/play/volunteer/{volunteer_token(seat)}/"))
            for seat in volunteer_seats
            if seat.volunteer_nonce and not seat.volunteer
        ],
        "lost_seats": [seat for seat in seats if str(seat.pk) in keys and seat.team not in teams],
        "manager_of": [seat for seat in seats if seat.manager_key and keys.get(str(seat.pk)) == seat.manager_key],
        "volunteering": [seat for seat in seats if seat.team in teams and seat.volunteer],
        "invitable": [seat for seat in own_seats if _may_have_volunteer(game)],
        "directed": tournament,
        "directed_seats": seats if tournament is not None and _may_have_volunteer(game) else [],
        "phrases": list(Phrase) if teams else [],
    }


def _is_free(game: TableGame, seat: Seat) -> bool:
    """Return whether anyone can be invited to the seat.

    In a tournament, managers sit down from their own pages.
    """
    return seat.is_person and not seat.device_key and not game.is_tournament_game


def _may_have_volunteer(game: TableGame) -> bool:
    states = (TableGame.State.LOBBY, TableGame.State.PLAYING, TableGame.State.SUSPENDED)
    return game.is_tournament_game and game.state in states


def _staffed_tournament(request: HttpRequest, game: TableGame) -> Tournament | None:
    """Return the game's tournament if the viewer is its director or an assistant, otherwise None."""
    if game.series is None:
        return None
    tournament = game.series.tournament
    return tournament if viewers_of(request).viewer_of(tournament).is_staff else None


def _link(request: HttpRequest, path: str) -> tuple[str, SafeString]:
    """Return the URL and its QR code."""
    address = request.build_absolute_uri(path)
    return address, qr_code(address, "the seat's link")
