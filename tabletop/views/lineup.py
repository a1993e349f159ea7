"""The lineup page of a team: nine spots, checked by the game's rules when saved."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.models import LineUp
from drafts.views.draft_room import parse_row_number
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.state import POSITIONS
from tabletop.queries.lineups import PLACES, Drafted, Spots, drafted_by, may_have_hitter, proposed_spots, spots_of
from tabletop.services.lineups import save_line_up
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament


class RowOfPlace(NamedTuple):
    """One spot of the batting order."""

    number: int
    man: str  # the code of his card; "" for the pitcher, and for nobody
    position: str


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="manager")
def line_up(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Edit the lineup of the viewer's team, or of `?team=` for staff. `?against=` is the starter's hand."""
    asked = request.POST if request.method == "POST" else request.GET
    team_id = parse_row_number(asked.get("team")) or viewer.team_id
    if team_id is None:
        return HttpResponseRedirect(reverse("my_team", args=[tournament.slug]))
    require_team(viewer, team_id)
    team = get_object_or_404(Team.objects.select_related("tournament"), tournament=tournament, pk=team_id)
    against = asked.get("against", "")
    if against not in LineUp.Against.values:
        against = LineUp.Against.ANY.value
    refused: Refused | None = None
    spots: Spots | None = None
    if request.method == "POST":
        spots = [] if "remove" in request.POST else _spots_in(request)
        try:
            save_line_up(team=team, against=against, spots=spots, actor=actor_of(viewer))
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, "The line-up is saved." if spots else "The program proposes the line-up again.")
            own = "" if team.pk == viewer.team_id else f"&team={team.pk}"
            return HttpResponseRedirect(f"{reverse('line_up', args=[tournament.slug])}?against={against}{own}")
    page = _page(team, against, spots)
    context = {"newest": newest_number(tournament.pk), "refused": refused, "is_own": team.pk == viewer.team_id, **page}
    return render(request, "tabletop/lineup.html", context, status=409 if refused else 200)


def _spots_in(request: HttpRequest) -> Spots:
    """Return the spots of the form."""
    filled = [
        (request.POST.get(f"man_{place}", "")[:20], request.POST.get(f"position_{place}", "")[:3])
        for place in range(1, PLACES + 1)
    ]
    return [("" if position == "p" else code, position) for code, position in filled]


def _page(team: Team, against: str, filled: Spots | None) -> dict[str, Any]:
    drafted, saved = drafted_by(team), spots_of(team)
    proposed = proposed_spots(drafted)
    shown = filled or saved.get(against) or saved.get(LineUp.Against.ANY.value) or proposed
    spots = [*shown, *[("", "")] * (PLACES - len(shown))]
    return {
        "team": team,
        "against": against,
        "hands": [(key, label, key in saved) for key, label in LineUp.Against.choices],
        "is_saved": against in saved,
        "places": [RowOfPlace(number, *spot) for number, spot in enumerate(spots, start=1)],
        "batters": _batters(drafted),
        "positions": [*POSITIONS[1:], *[HITTER] * may_have_hitter(drafted, proposed), "p"],
        "starters": [drafted.names[code] for code in drafted.starters],
    }


def _batters(drafted: Drafted) -> list[tuple[str, str]]:
    """Return card codes and names with positions, sorted by position."""
    return [
        (code, f"{drafted.names[code]} ({' '.join(drafted.positions[code])})")
        for code in sorted(drafted.batters, key=lambda code: POSITIONS.index(_first(drafted.positions[code])))
    ]


def _first(positions: Any) -> str:
    return next((position for position in positions if position in POSITIONS), POSITIONS[-1])
