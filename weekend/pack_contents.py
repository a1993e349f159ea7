"""A print pack's content: a score card for each series in the round, then two sheets for each team."""

from functools import cache

from games.documents import score_card_pdf
from pitching.documents import draw_team_sheet
from pitching.queries.team_sheet import read_team_sheets
from pitching.sheet.draw import draw_sheet
from pitching.sheet.printed import CURRENT, read_printed_sheets
from tournaments.models import Series, Team
from weekend.models import PrintPack
from weekend.services.print_packs import Part


def parts_of(pack: PrintPack) -> list[Part]:
    """Return a pack's documents in printing order.

    The list is the same every time, so a pack can be resumed. The data for all teams' sheets is loaded once, when the
    first sheet is drawn.
    """
    teams = teams_of(pack)
    printed_sheets = cache(lambda: read_printed_sheets(pack.tournament, teams, CURRENT))
    team_sheets = cache(lambda: read_team_sheets(pack.tournament, teams))
    return [
        *(_score_card(series) for series in series_of(pack)),
        *((lambda team=team: draw_sheet(printed_sheets()[team], pack.address)) for team in teams),
        *((lambda team=team: draw_team_sheet(team_sheets()[team])) for team in teams),
    ]


def _score_card(series: Series) -> Part:
    return lambda: score_card_pdf(series)


def series_of(pack: PrintPack) -> list[Series]:
    """Return the round's series by division and table."""
    rows = Series.objects.filter(tournament=pack.tournament_id, stage=pack.stage, round=pack.round)
    rows = rows.exclude(status=Series.Status.VOID).select_related("tournament", "division", "home", "away")
    return list(rows.order_by("division__position", "table", "pk"))


def teams_of(pack: PrintPack) -> list[int]:
    """Return the ids of the teams in the round. In the round robin, teams with a bye need their sheets too."""
    teams = Team.objects.filter(tournament=pack.tournament_id).order_by("division__position", "slot", "pk")
    if pack.stage == Series.Stage.ROUND_ROBIN:
        active_teams = teams.filter(division__isnull=False, dropped_after_round=None)
        return list(active_teams.values_list("pk", flat=True))
    team_ids = {team_id for series in series_of(pack) for team_id in (series.home_id, series.away_id)}
    return list(teams.filter(pk__in=team_ids).values_list("pk", flat=True))
