"""The public playoff pages: the bracket with its games, on a page and on the big screen."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.queries.of_series import playoff_runs
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Series, Tournament
from tournaments.queries.bracket_picture import bracket_picture
from tournaments.queries.covers import pending_takeovers
from tournaments.queries.playoff_tables import QUALIFIERS, series_tables
from tournaments.queries.playoffs import (
    consolation_candidates,
    level_seeds,
    load_bracket,
    open_seeding_points,
    qualifiers_of,
    undecided_points,
    unplayed_points,
)
from tournaments.queries.seeding import changes_since_seeding, seeding_by_standings
from tournaments.queries.standings import standings_of
from tournaments.queries.timetable import planned_times_text
from tournaments.views.visitors import cached_for_visitors


@tournament_view()
@cached_for_visitors
def bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the bracket. Before seeding, show the current qualifiers and the open questions."""
    newest = newest_number(tournament.pk)
    board = load_bracket(tournament)
    picture = bracket_picture(board, playoff_runs(tournament))
    page: dict[str, object] = {"newest": newest, "board": board, "picture": picture, "sides": series_tables(board)}
    page |= {"planned": planned_times_text(tournament, Series.Stage.PLAYOFF), **_consolation(tournament)}
    if viewer.is_director and board.seeds and tournament.consolation_lengths and not tournament.consolation_size:
        page["left"] = consolation_candidates(tournament, standings_of(tournament))
    if board.seeds and viewer.is_director:
        names = [team.name for team in board.seeds]
        page["corrected_since"] = changes_since_seeding(names, seeding_by_standings(tournament))
        page["takeovers"] = pending_takeovers(standings_of(tournament))
    if not board.seeds:
        tables = standings_of(tournament)
        qualified = qualifiers_of(tables)
        page |= {
            "level": level_seeds(qualified),
            "is_only_unplayed": open_seeding_points(tables) == unplayed_points(tables) and not undecided_points(tables),
            "qualifiers": QUALIFIERS.filled(qualified),
            "open_points": open_seeding_points(tables),
            "takeovers": pending_takeovers(tables),
        }
    return render(request, "tournaments/playoffs.html", page)


def _consolation(tournament: Tournament) -> dict[str, object]:
    """Return the consolation bracket's context, if there is one."""
    if not tournament.consolation_size:
        return {}
    board = load_bracket(tournament, Series.Stage.CONSOLATION)
    return {
        "consolation": board,
        "consolation_picture": bracket_picture(board, playoff_runs(tournament)),
        "consolation_sides": series_tables(board),
        "consolation_planned": planned_times_text(tournament, Series.Stage.CONSOLATION),
    }


@tournament_view()
@cached_for_visitors
def bracket_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the bracket on the big screen, and at the end the champion's path to the title."""
    newest = newest_number(tournament.pk)
    board = load_bracket(tournament)
    picture = bracket_picture(board, playoff_runs(tournament))
    page = {"newest": newest, "board": board, "picture": picture, **_consolation(tournament)}
    page["planned"] = planned_times_text(tournament, Series.Stage.PLAYOFF)
    return render(request, "weekend/bracket_big_screen.html", page)
