"""Pages for suspended games: the list, and each game's details."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from games.models import Game
from games.queries.suspended_games import SuspendedGame, SuspendedGames, read_suspended_games, teams_that_may_agree
from games.refusals import SuspensionRefusal
from games.services.suspended import agree_to_finish, describe_suspension, name_stand_in, roll_for_order
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.reading import log_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Action, Team, Tournament
from tournaments.services.undo import can_be_undone


@require_GET
@tournament_view(roles="public")
def suspended(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show every suspended game with its completion ruling, and the order of completion."""
    newest = newest_number(tournament.pk)
    suspended = read_suspended_games(tournament)
    rolls = _last_rolls(tournament, suspended) if viewer.is_director else {}
    turns = [(order, rolls.get(order.team.pk)) for order in suspended.completion_orders]
    context = {"desk": suspended, "turns": turns, "newest": newest}
    return render(request, "games/suspended.html", context)


def _last_rolls(tournament: Tournament, suspended: SuspendedGames) -> dict[int, Action]:
    """Return the latest undoable order roll of each team."""
    teams = {f"team:{turn.team.pk}": turn.team.pk for turn in suspended.completion_orders}
    if not teams:
        return {}
    actions = log_of(tournament).filter(verb=Verb.ROLL_FOR_ORDER, subject__in=teams).order_by("pk")
    return {teams[action.subject]: action for action in actions if can_be_undone(action)}


@require_GET
@tournament_view(roles="public")
def suspended_game(request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int) -> HttpResponse:
    """Show a suspended game. Redirect to the series if the game is finished."""
    halted = read_suspended_games(tournament).find(game_id)
    if halted is None:
        game = get_object_or_404(Game, pk=game_id, series__tournament=tournament)
        return redirect("series", tournament.slug, game.series_id)
    return _page(request, viewer, halted)


def _page(request: HttpRequest, viewer: Viewer, halted: SuspendedGame, refused: Refused | None = None) -> HttpResponse:
    context = {
        "halted": halted,
        "may_describe": viewer.may_play(halted.game.series),
        "acts_for": teams_that_may_agree(viewer, halted.game),
        "refused": refused,
        "typed": request.POST,
        "newest": newest_number(halted.game.series.tournament_id),
    }
    return render(request, "games/suspended_game.html", context, status=400 if refused else 200)


def _suspended_or_404(suspended: SuspendedGames, game_id: int) -> SuspendedGame:
    halted = suspended.find(game_id)
    if halted is None:
        raise Http404("This game is not suspended.")
    return halted


def _written(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int, record: Callable[[Game], object]
) -> HttpResponse:
    halted = _suspended_or_404(read_suspended_games(tournament), game_id)
    if not viewer.may_play(halted.game.series):
        raise PermissionDenied(
            "Only the director and the managers of these two teams can describe the point of suspension."
        )
    try:
        record(halted.game)
    except Refused as refusal:
        return _page(request, viewer, halted, refusal)
    messages.success(request, "Saved.")
    return redirect("suspended_game", tournament.slug, game_id)


@require_POST
@tournament_view(roles="manager")
def describe(request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int) -> HttpResponse:
    """Save the game's situation, entered by a manager of either team or by staff."""
    typed = request.POST
    return _written(
        request,
        tournament,
        viewer,
        game_id,
        lambda game: describe_suspension(
            game=game,
            actor=actor_of(viewer),
            is_bottom=typed.get("half") == "bottom",
            outs=typed_number(typed.get("outs")),
            situation=typed.get("situation", ""),
            home_line_up=typed.get("home_line_up", ""),
            away_line_up=typed.get("away_line_up", ""),
            left_game=[int(card) for card in typed.getlist("left") if card.isdecimal() and len(card) < 19],
        ),
    )


@require_POST
@tournament_view(roles="director")
def stand_in(request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int) -> HttpResponse:
    typed = request.POST
    team = typed_number(typed.get("team"))

    def record(game: Game) -> None:
        side = {game.home_id: game.home, game.away_id: game.away}.get(team)
        if side is None:
            raise Refused(SuspensionRefusal.NOT_IN_SERIES, field="team")
        reason = typed.get("reason", "").strip()
        name_stand_in(game=game, team=side, name=typed.get("name", ""), actor=actor_of(viewer), reason=reason)

    return _written(request, tournament, viewer, game_id, record)


@require_POST
@tournament_view(roles="manager")
def agree(request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int) -> HttpResponse:
    """Record whether a manager agrees to finish the game. Staff can record this for either team."""
    team, agrees = typed_number(request.POST.get("team")), request.POST.get("agrees") != "no"

    def record(game: Game) -> None:
        side = next((side for side in teams_that_may_agree(viewer, game) if side.pk == team), None)
        if side is None:
            raise Refused(SuspensionRefusal.OTHER_TEAM, field="team")
        agree_to_finish(game=game, team=side, actor=actor_of(viewer), agrees=agrees)

    return _written(request, tournament, viewer, game_id, record)


@require_POST
@tournament_view(roles="staff")
def order(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Roll a d20 to decide this team's first opponent, or record a roll."""
    suspended = read_suspended_games(tournament)
    turn = next((order for order in suspended.completion_orders if order.team.pk == team_id), None)
    if turn is None:
        get_object_or_404(Team, pk=team_id, tournament=tournament)
        messages.error(request, "This team doesn't have several games to finish.")
        return redirect("suspended", tournament.slug)
    typed = {opponent.pk: request.POST.get(f"roll_{opponent.pk}", "").strip() for opponent in turn.opponents}
    games = [
        suspended_game.game
        for suspended_game in suspended.games
        if turn.team in (suspended_game.game.home, suspended_game.game.away)
    ]
    try:
        rolls = {number: typed_number(text) for number, text in typed.items()} if any(typed.values()) else None
        roll_for_order(turn=turn, games=games, actor=actor_of(viewer), rolls=rolls)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("suspended", tournament.slug)
