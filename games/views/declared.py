"""A team's declared rotation: a form while rounds are open, and a public page when the rules edition allows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from games.queries.declared import rotation_of
from games.queries.declared_rounds import Rotation, rotation_table
from games.services.declared import declare_rotation
from rules_engine.eligibility.declared import are_rotations_declared
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Team, Tournament
from tournaments.views.answers import add_message

_TURNS = 6


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="public")
def rotation(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show or declare a rotation. `fill` previews the pitchers in `turn_N` in rotation for every open round."""
    team = get_object_or_404(Team.objects.select_related("tournament", "division"), tournament=tournament, pk=team_id)
    shown, refused = rotation_of(team), None
    if request.method == "POST":
        require_team(viewer, team.pk)
        if "fill" in request.POST:
            shown = rotation_of(team, _in_turn(request, shown))
        else:
            try:
                declare_rotation(team=team, starters=_typed(request, shown), actor=actor_of(viewer))
            except Refused as refusal:
                shown, refused = rotation_of(team, {**_stored(shown), **_typed(request, shown)}), refusal
            else:
                add_message(request, "Declared.")
                return redirect("rotation", tournament.slug, team.pk)
    return render(
        request, "games/rotation.html", _page(request, viewer, shown, refused), status=409 if refused else 200
    )


def _page(request: HttpRequest, viewer: Viewer, shown: Rotation, refused: Refused | None) -> dict[str, Any]:
    team, own = shown.team, viewer.can_represent(shown.team.pk)
    seen = shown.visible_rounds(own=own)
    return {
        "team": team,
        "rotation": shown,
        "is_declared": are_rotations_declared(team.tournament.profile),
        "may_declare": own and bool(shown.open_rounds),
        "table": rotation_table(seen) if any(not seen_round.is_empty for seen_round in seen) else None,
        "departures": [
            (seen_round, game) for seen_round in seen for game in seen_round.games if game.departure is not None
        ],
        "hidden": not own and len(seen) < len(shown.rounds),
        "turns": [(number, _chosen(request, f"turn_{number}")) for number in range(1, _TURNS + 1)],
        "refused": refused,
        "newest": newest_number(team.tournament_id),
    }


def _chosen(request: HttpRequest, name: str) -> int | None:
    """Return the selected card ID, or None for an empty selection."""
    text = request.POST.get(name)
    return typed_number(text) if text else None


def _stored(shown: Rotation) -> dict[int, list[int | None]]:
    return {shown_round.number: [game.card_id for game in shown_round.games] for shown_round in shown.rounds}


def _typed(request: HttpRequest, shown: Rotation) -> dict[int, list[int | None]]:
    return {
        shown_round.number: [
            _chosen(request, f"start_{shown_round.number}_{game.number}") for game in shown_round.games
        ]
        for shown_round in shown.open_rounds
    }


def _in_turn(request: HttpRequest, shown: Rotation) -> dict[int, list[int | None]]:
    """Return every open round filled with the selected pitchers in rotation."""
    filled = _stored(shown)
    order = [card for n in range(1, _TURNS + 1) if (card := _chosen(request, f"turn_{n}")) is not None]
    place = 0
    for open_round in shown.open_rounds if order else []:
        filled[open_round.number] = [order[(place + game) % len(order)] for game in range(len(open_round.games))]
        place += len(open_round.games)
    return filled
