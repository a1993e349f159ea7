"""Live page for draft position rolls (T0.02)."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from tournaments.access.guards import require_drafter, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.snapshots import key_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import actor_of
from tournaments.field_names import team_of_roll_field
from tournaments.forms.refusals import typed_number
from tournaments.models import Action, Division, Team, Tournament
from tournaments.queries.roll_tables import filled_slots, rolled_teams
from tournaments.queries.rolls import rolls_board
from tournaments.refusals import SlotRefusal
from tournaments.services.rolls import SETTLEMENTS, choose_slot, place_team, record_rolls, throw_rolls
from tournaments.services.undo import is_undone
from tournaments.views.answers import add_refusal_message, attempt
from tournaments.views.visitors import cached_for_visitors

_CHOICES = (Verb.CHOOSE_SLOT, Verb.PLACE_TEAM, Verb.PLACE_ABSENT, Verb.DRAW_IMPUTED_SLOTS)


@require_GET
@tournament_view(roles="public")
@cached_for_visitors
def rolls(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    board = rolls_board(tournament, _own_day_division(request, tournament, viewer))
    own_team = next((team for team in board.teams if team.pk == viewer.drafts_for), None)
    team_on_turn = board.on_turn
    context = {
        "board": board,
        "rolled": rolled_teams(board),
        "slots": filled_slots(board, viewer),
        "mine": own_team,
        "my_roll_is_due": own_team in board.must_roll if own_team else False,
        "may_choose": team_on_turn is not None and viewer.may_draft_for(team_on_turn.pk),
        "is_open": board.is_open,
        "divisions": tournament.divisions.all() if board.division else (),
        "last_choice": _last_choice(tournament, board.teams) if viewer.is_director else None,
        "unplaced": [team for team in board.teams if team.slot is None],
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/rolls.html", context)


def _last_choice(tournament: Tournament, teams: Iterable[Team]) -> Action | None:
    """Return these teams' newest choice that hasn't been undone, or None."""
    choices = Action.objects.filter(tournament=tournament, verb__in=_CHOICES).order_by("-pk")[:20]
    rows = {key_of(team) for team in teams}
    own = [action for action in choices if rows & action.after.keys()]
    return next((action for action in own if not is_undone(action)), None)


@require_POST
@tournament_view(roles="drafter")
def roll(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Roll for everyone as the director, or for your own team."""
    team, team_id = None, request.POST.get("team")
    division = _posted_division(request, tournament)
    if not viewer.is_staff or team_id:
        team = get_object_or_404(
            Team,
            tournament=tournament,
            pk=typed_number(team_id) if team_id else viewer.drafts_for,
        )
        require_drafter(viewer, team.pk)
    actor = actor_of(viewer.drafting_for(team.pk) if team else viewer)
    attempt(request, lambda: throw_rolls(tournament=tournament, actor=actor, only=team, division=division), "")
    return _rolls_page(tournament, team.division if team else division)


@require_POST
@tournament_view(roles="staff")
def typed(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    division = _posted_division(request, tournament)
    value_by_team = {
        team_id: typed_number(text.strip())
        for name, text in request.POST.dict().items()
        if (team_id := team_of_roll_field(name)) is not None and text.strip()
    }
    attempt(
        request,
        lambda: record_rolls(tournament=tournament, actor=actor_of(viewer), rolls=value_by_team, division=division),
        "",
    )
    return _rolls_page(tournament, division)


@require_POST
@tournament_view(roles="drafter")
def choose(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Choose a position as the manager or proxy whose turn it is, or as the director."""
    team = get_object_or_404(Team, tournament=tournament, pk=typed_number(request.POST.get("team")))
    require_drafter(viewer, team.pk)
    division_id, position = _slot(request)
    actor = actor_of(viewer.drafting_for(team.pk))
    attempt(
        request,
        lambda: choose_slot(team=team, actor=actor, division_id=division_id, position=position),
        "",
    )
    return _rolls_page(tournament, team.division)


@require_POST
@tournament_view(roles="director")
def place(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Place a team out of turn as the director (T0.09)."""
    team = get_object_or_404(Team, tournament=tournament, pk=typed_number(request.POST.get("team")))
    division_id, position = _slot(request)
    attempt(
        request,
        lambda: place_team(team=team, actor=actor_of(viewer), division_id=division_id, position=position),
        f"{team.name} now has a draft position.",
    )
    return _rolls_page(tournament, team.division)


@require_POST
@tournament_view(roles="staff")
def settle(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Draw positions for imputed teams, place absent teams, or give each team the first open position."""
    service = SETTLEMENTS.get(request.POST.get("what", ""))
    if service is None:
        add_refusal_message(request, Refused(SlotRefusal.NOTHING_CHOSEN))
        return redirect("rolls", tournament.slug)
    division = _posted_division(request, tournament)
    attempt(request, lambda: service(tournament=tournament, actor=actor_of(viewer), division=division), "")
    return _rolls_page(tournament, division)


def _own_day_division(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> Division | None:
    """Return the division to show: the chosen division, or the viewer's own."""
    chosen = tournament.divisions.filter(pk=typed_number(request.GET.get("division"))).first()
    return chosen or tournament.divisions.filter(teams=viewer.drafts_for or 0).first()


def _posted_division(request: HttpRequest, tournament: Tournament) -> Division | None:
    return tournament.divisions.filter(pk=typed_number(request.POST.get("division"))).first()


def _rolls_page(tournament: Tournament, division: Division | None) -> HttpResponse:
    query = f"?division={division.pk}" if division and tournament.divisions_on_own_days else ""
    return redirect(reverse("rolls", args=[tournament.slug]) + query)


def _slot(request: HttpRequest) -> tuple[int, int]:
    division_id, _, position = request.POST.get("slot", "").partition(":")
    return typed_number(division_id), typed_number(position)
