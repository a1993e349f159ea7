"""Big-screen views: a single URL that rotates through all screens, the hall, and the current round."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from drafts.models import Draft
from play.queries.live_games import has_live_games
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Series, Tournament
from tournaments.queries.divisions import has_drafts_now
from tournaments.queries.playoffs import decided_playoffs
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.hall_map import hall_map
from weekend.queries.outlook import outlook
from weekend.queries.rounds import hall_pace

Stage = Tournament.Stage


@require_safe
@tournament_view()
def next_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Redirect to the screen after `?after=`, or to the first. `?turn` makes each screen return here."""
    walls = walls_of(tournament)
    after = request.GET.get("after", "")
    index = walls.index(after) + 1 if after in walls else 0
    return redirect(f"{walls[index % len(walls)]}?turn")


def walls_of(tournament: Tournament) -> list[str]:
    """Return the URLs of the screens that have something to show."""
    slug = tournament.slug
    if tournament.stage == Stage.FINISHED:
        names = ["bracket_big_screen", "standings_big_screen"]
    elif tournament.stage == Stage.PLAYOFFS:
        names = [*_live_walls(tournament), "round_big_screen", "bracket_big_screen", "standings_big_screen"]
    else:
        names = ["standings_big_screen"]
        if Series.objects.filter(tournament=tournament).exists():
            names = [*_live_walls(tournament), "round_big_screen", "hall_big_screen", *names]
    # during a draft, only the draft is shown
    return _draft_walls(tournament) or [reverse(name, args=(slug,)) for name in names]


def _live_walls(tournament: Tournament) -> list[str]:
    return ["live_big_screen"] if has_live_games(tournament) else []


def _draft_walls(tournament: Tournament) -> list[str]:
    if not has_drafts_now(tournament):
        return []
    drafts = Draft.objects.filter(division__tournament=tournament).exclude(state=Draft.State.FINISHED)
    divisions = drafts.order_by("division__position").values_list("division_id", flat=True)
    return [reverse("draft_big_screen", args=(tournament.slug, division)) for division in divisions]


@require_safe
@tournament_view()
def hall_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the tables as tiles, with the minutes behind schedule."""
    now = timezone.now()
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    pace = hall_pace(snapshot, now)
    page = {
        "newest": snapshot.newest,
        "now": now,
        "hall": hall_map(pace.rounds, is_wall=True),
        "outlook": outlook(snapshot, pace.rounds, now),
    }
    return render(request, "weekend/hall_big_screen.html", page)


@require_safe
@tournament_view()
def round_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the matchups by table and their duration, readable from across the room."""
    now = timezone.now()
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    pace = hall_pace(snapshot, now)
    page = {"newest": snapshot.newest, "now": now, "hall_pace": pace, "crowned": decided_playoffs(tournament)}
    page["outlook"] = outlook(snapshot, pace.rounds, now)
    return render(request, "weekend/round_big_screen.html", page)
