"""Pages for shootouts (T32.0): start a shootout from the standings, and enter its half-innings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from games.queries.shootouts import ShootoutPage, ShootoutPitcher, shootout_page, shootouts_of
from games.refusals import ShootoutRefusal
from games.services.shootouts import open_shootout, record_shootout_half, tied_teams
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.reading import log_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number, typed_rolls
from tournaments.models import Action, Division, Shootout, Team, Tournament
from tournaments.services.undo import can_be_undone
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def open_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the form for a shootout between the teams in `?team=&team=`, or a team selection.

    POST starts the shootout.
    """
    division = get_object_or_404(Division, pk=division_id, tournament=tournament)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            return redirect(_opened(request, viewer, division))
        except Refused as refusal:
            refused = refusal
    context = _opening_context(request, tournament, division)
    context |= {"division": division, "refused": refused, "typed": request.POST, "newest": newest_number(tournament.pk)}
    return render(request, "games/shootout_open.html", context, status=400 if refused else 200)


def _opening_context(request: HttpRequest, tournament: Tournament, division: Division) -> dict[str, object]:
    """Return the teams with unresolved ties, and the two selected teams' eligible starters."""
    try:
        needs = tied_teams(tournament, division)
    except Refused as none:
        return {"nothing": str(none)}
    tied = {team for need in needs for team in need.teams}
    context: dict[str, object] = {"tied": tournament.teams.filter(pk__in=tied), "nothing": ""}
    teams = _teams(request, division)
    if not teams and len(tied) == 2:
        teams = list(tournament.teams.filter(pk__in=tied))
    if len(teams) == 2:
        page = shootout_page(Shootout(tournament=tournament, division=division, away=teams[0], home=teams[1]))
        context["sides"] = [_OpeningSide(request, team, page) for team in teams]
        context["park_line"] = page.park_line
    return context


class _OpeningSide:
    """A team in the form, with its entered values and its starters."""

    def __init__(self, request: HttpRequest, team: Team, page: ShootoutPage) -> None:
        self.team = team
        self.starters: list[ShootoutPitcher] = [pitcher for pitcher in page.staff(team, 1) if pitcher.ruling]
        self.starter = request.POST.get(f"starter_{team.pk}", "")
        self.roll = request.POST.get(f"roll_{team.pk}", "")


def _teams(request: HttpRequest, division: Division) -> list[Team]:
    sent = request.POST if request.method == "POST" else request.GET
    numbers = {int(team) for team in sent.getlist("team") if team.isdecimal() and len(team) < 19}
    return list(division.tournament.teams.filter(pk__in=numbers))


def _opened(request: HttpRequest, viewer: Viewer, division: Division) -> Shootout:
    teams = _teams(request, division)
    if len(teams) != 2:
        raise Refused(ShootoutRefusal.NO_OPEN_TIE, field="teams")
    typed = {team.pk: request.POST.get(f"roll_{team.pk}", "") for team in teams}
    seed = typed_number(request.POST.get("better_seed"))
    return open_shootout(
        division=division,
        teams=teams,
        starters={team.pk: request.POST.get(f"starter_{team.pk}", "") for team in teams},
        rolls={team: typed_rolls(text, f"roll_{team}") for team, text in typed.items()}
        if any(typed.values())
        else None,
        better_seed=seed if seed > 0 else None,
        reason=request.POST.get("reason", ""),
        actor=actor_of(viewer),
    )


@require_GET
@tournament_view(roles="public")
def shootout(request: HttpRequest, tournament: Tournament, viewer: Viewer, shootout_id: int) -> HttpResponse:
    return _page(request, tournament, viewer, shootout_id)


@require_POST
@tournament_view(roles="staff")
def half(request: HttpRequest, tournament: Tournament, viewer: Viewer, shootout_id: int) -> HttpResponse:
    chosen = shootout_of(tournament, shootout_id)
    typed = request.POST
    try:
        now = record_shootout_half(
            shootout=chosen,
            number=typed_number(typed.get("number")),
            pitcher=typed.get("pitcher", ""),
            runs=typed_number(typed.get("runs")),
            hit_for=bool(typed.get("hit_for")),
            hitter=typed.get("hitter", ""),
            finished_by=typed.get("finished_by", ""),
            actor=actor_of(viewer),
        )
    except Refused as refusal:
        return _page(request, tournament, viewer, shootout_id, refusal)
    add_message(request, now.line)
    return redirect(now)


def shootout_of(tournament: Tournament, shootout_id: int) -> Shootout:
    return get_object_or_404(shootouts_of(tournament), pk=shootout_id)


def _page(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, shootout_id: int, refused: Refused | None = None
) -> HttpResponse:
    newest = newest_number(tournament.pk)
    chosen = shootout_of(tournament, shootout_id)
    context = {
        "page": shootout_page(chosen),
        "shootout": chosen,
        "refused": refused,
        "typed": request.POST,
        "last": _last_action(tournament, chosen) if viewer.is_director else None,
        "newest": newest,
    }
    return render(request, "games/shootout.html", context, status=400 if refused else 200)


def _last_action(tournament: Tournament, chosen: Shootout) -> Action | None:
    """Return the action to undo: the latest half-inning or the start of the shootout."""
    actions = log_of(tournament).filter(verb__in=(Verb.OPEN_SHOOTOUT, Verb.RECORD_SHOOTOUT_HALF)).order_by()
    mine = [action for action in actions if f"shootout:{chosen.pk}" in action.after and can_be_undone(action)]
    return max(mine, key=lambda action: action.pk, default=None)
