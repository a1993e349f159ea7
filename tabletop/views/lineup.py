"""A team's lineup page: nine spots, checked against the game's rules when saved."""

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
from tabletop.queries.lineups import (
    SPOT_COUNT,
    DraftedRoster,
    Spots,
    can_have_hitter,
    propose_spots,
    saved_lineups,
)
from tabletop.refusals import LineupRefusal
from tabletop.services.lineups import save_lineup
from tabletop.services.season_cards import load_roster
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament


class SpotRow(NamedTuple):
    """A spot in the batting order."""

    number: int
    card_code: str  # "" for the pitcher and for an empty spot
    position: str


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="manager")
def lineup(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Edit a lineup of the viewer's team, or of `?team=` for staff. `?against=` is the opposing starter's hand."""
    parameters = request.POST if request.method == "POST" else request.GET
    team_id = parse_row_number(parameters.get("team")) or viewer.team_id
    if team_id is None:
        return HttpResponseRedirect(reverse("my_team", args=[tournament.slug]))
    require_team(viewer, team_id)
    team = get_object_or_404(Team.objects.select_related("tournament"), tournament=tournament, pk=team_id)
    against = parameters.get("against", "")
    if against not in LineUp.Against.values:
        against = LineUp.Against.ANY.value
    is_own = team.pk == viewer.team_id
    refused: Refused | None = None
    spots: Spots | None = None
    if request.method == "POST":
        spots = [] if "remove" in request.POST else _spots_in(request)
        try:
            save_lineup(team=team, against=against, spots=spots, actor=actor_of(viewer))
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, "Lineup saved." if spots else "Lineup deleted. Pennant proposes a new lineup.")
            team_query = "" if is_own else f"&team={team.pk}"
            return HttpResponseRedirect(f"{reverse('lineup', args=[tournament.slug])}?against={against}{team_query}")
    try:
        page = _page(team, against, spots)
    except Refused as refusal:
        if refusal.code != LineupRefusal.CARDS_ARE_BEING_MADE.name:
            raise
        page = {"team": team, "waits_for_cards": True}
    context = {"newest": newest_number(tournament.pk), "refused": refused, "is_own": is_own, **page}
    return render(request, "tabletop/lineup.html", context, status=409 if refused else 200)


def _spots_in(request: HttpRequest) -> Spots:
    """Return the spots in the form."""
    submitted = [
        (request.POST.get(f"man_{place}", "")[:20], request.POST.get(f"position_{place}", "")[:3])
        for place in range(1, SPOT_COUNT + 1)
    ]
    return [("" if position == "p" else code, position) for code, position in submitted]


def _page(team: Team, against: str, submitted: Spots | None) -> dict[str, Any]:
    roster = load_roster(team)
    saved = saved_lineups(team)
    proposed = propose_spots(roster)
    spots = list(submitted or saved.get(against) or saved.get(LineUp.Against.ANY.value) or proposed)
    spots += [("", "")] * (SPOT_COUNT - len(spots))
    return {
        "team": team,
        "against": against,
        "hands": [(key, label, key in saved) for key, label in LineUp.Against.choices],
        "is_saved": against in saved,
        "places": [SpotRow(number, *spot) for number, spot in enumerate(spots, start=1)],
        "batters": _batters(roster),
        "positions": [*POSITIONS[1:], *[HITTER] * can_have_hitter(roster, proposed), "p"],
        "starters": [roster.names[code] for code in roster.starters],
    }


def _batters(roster: DraftedRoster) -> list[tuple[str, str]]:
    """Return card codes and names with positions, sorted by position."""
    codes = sorted(roster.batters, key=lambda code: POSITIONS.index(_first_position(roster.positions[code])))
    return [(code, f"{roster.names[code]} ({' '.join(roster.positions[code])})") for code in codes]


def _first_position(positions: Any) -> str:
    return next((position for position in positions if position in POSITIONS), POSITIONS[-1])
