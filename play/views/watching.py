"""Spectator pages: a game's win probabilities, a tournament's live games and dice counts."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.page_cache import cached_page
from games.queries.win_chances import WinChanceChart, win_chance_chart
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.chances import chances_view, may_see_chances
from play.queries.devices import device_keys
from play.queries.dice_counts import read_dice_counts
from play.queries.live_games import live_tiles
from play.queries.option_odds import may_see_option_odds, option_odds_view
from play.table import PlayTable, teams_of_device
from play.table_rows import newest_event
from play.views.tables import find_game
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.events import newest_number
from tournaments.models import Tournament
from tournaments.views.visitors import has_message


def may_see(request: HttpRequest, table: PlayTable) -> bool:
    """Return whether this device can see a game's win probabilities and luck."""
    teams = teams_of_device(table.seats, device_keys(request))
    return may_see_chances(table, teams, viewers_of(request))


def chart_of(table: PlayTable) -> WinChanceChart | None:
    return win_chance_chart(chances_view(table), *table.game.names)


@require_safe
def win_chances(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the win probability after each play. During the game, it lags by a half-inning.

    Spectators' pages reload every 15 seconds, so the page is rendered once for all of them after each action.
    """
    game = find_game(public_id)
    newest = newest_event(game.pk)
    if newest is None or not _is_cached(request, game):
        return _win_chances(request, game)
    name = f"win-chances:{game.pk}:{newest.number}:{newest.at}"
    return cached_page(request, name, newest.number, lambda: _win_chances(request, game))


def _is_cached(request: HttpRequest, game: TableGame) -> bool:
    """Return whether visitors share a cached page.

    After the game, the page changes without an action when a worker has computed the win probabilities.
    """
    is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES and not has_message(request)
    return is_visitor and game.state == TableGame.State.PLAYING and settings.PAGE_CACHE_SECONDS > 0


def _win_chances(request: HttpRequest, game: TableGame) -> HttpResponse:
    table = open_table(game)
    is_open = may_see(request, table)
    chart = chart_of(table) if is_open else None
    keep_table(table)
    page = {"game": game, "is_open": is_open, "chances": chart, "is_late": game.state == TableGame.State.PLAYING}
    return render(request, "play/win_chances.html", page)


@require_safe
def option_odds(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the value of each option for this device's teams in a friendly game (T0.03)."""
    game = find_game(public_id)
    table = open_table(game)
    teams = teams_of_device(table.seats, device_keys(request))
    is_open = may_see_option_odds(table, teams)
    views = option_odds_view(table, teams) if is_open else []
    keep_table(table)
    return render(request, "play/option_odds.html", {"game": game, "is_open": is_open, "teams": views})


@require_safe
@tournament_view()
def live_games(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the games in progress at the browser's tables."""
    page = {"newest": newest_number(tournament.pk), "tiles": live_tiles(tournament)}
    return render(request, "play/live_games.html", page)


@require_safe
@tournament_view()
def live_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the games in progress on a big screen, large enough to read from across the room."""
    tiles = live_tiles(tournament)
    page = {"newest": newest_number(tournament.pk), "tiles": tiles, "now": timezone.now()}
    return render(request, "play/live_big_screen.html", page)


@require_safe
def dice_counts(request: HttpRequest) -> HttpResponse:
    """Show how often each face was rolled in this installation's finished games."""
    return render(request, "play/dice_counts.html", {"counted": read_dice_counts()})


@require_safe
@tournament_view()
def tournament_dice_counts(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show how often each face was rolled in a tournament's finished games."""
    page = {"newest": newest_number(tournament.pk), "counted": read_dice_counts(tournament)}
    return render(request, "play/dice_counts.html", page)
