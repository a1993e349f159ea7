"""Follow the tournaments: link new managers, and store finished tournaments' results.

The worker reads new entries in the activity log from its stored position, so it misses nothing after a crash.
"""

import logging

from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce

from club.models import ClubTournament, TeamFinish
from club.queries.names import key_text
from club.queries.rated_games import is_played_online
from club.queries.streaks import longest_streaks, pitching_staffs
from club.services.changes import club_writing
from club.services.draft_totals import renew_draft_totals, renew_stale_draft_totals
from club.services.people import link_managers
from club.services.player_statistics import renew_stale_totals, store_player_lines
from club.services.ratings import renew_ratings
from core.errors import Refused
from tournaments.action_log.events import newest_number
from tournaments.models import Action, Tournament
from tournaments.queries.closing import final_results

logger = logging.getLogger(__name__)


def follow_tournaments() -> int:
    """Update the club from every tournament that changed. Return the number of these tournaments."""
    changed = _changed_tournaments()
    for tournament in changed:
        try:
            follow_tournament(tournament)
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
            if isinstance(fault, Refused):
                raise
            # an unreadable tournament must not block the others
            logger.exception("club: the results of %s can't be read", tournament.slug)
    renew_ratings()
    renew_stale_totals()
    renew_stale_draft_totals()
    return len(changed)


def follow_tournament(tournament: Tournament) -> None:
    """Link a tournament's managers and store its results."""
    newest = newest_number(tournament.pk)
    link_managers(tournament)
    store_finishes(tournament)
    store_player_lines(tournament)
    renew_draft_totals(tournament)
    facts, _ = ClubTournament.objects.get_or_create(tournament=tournament)
    if not facts.is_chosen:
        ClubTournament.objects.filter(pk=facts.pk, is_chosen=False).update(
            is_face_to_face=not is_played_online(tournament)
        )
    ClubTournament.objects.filter(pk=facts.pk, read_through__lt=newest).update(read_through=newest)


def _changed_tournaments() -> list[Tournament]:
    newest = Action.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(last=Max("pk"))
    tournaments = Tournament.objects.filter(is_practice=False).annotate(
        newest=Coalesce(Subquery(newest.values("last")), 0), seen=Coalesce("club_facts__read_through", -1)
    )
    return [tournament for tournament in tournaments.order_by("pk") if tournament.newest > tournament.seen]


def store_finishes(tournament: Tournament) -> None:
    """Replace a tournament's stored results. An unfinished tournament has none."""
    is_finished = tournament.stage == Tournament.Stage.FINISHED
    rows = _finish_rows(tournament) if is_finished else []
    with club_writing():
        TeamFinish.objects.filter(tournament=tournament).delete()
        TeamFinish.objects.bulk_create(rows)


def _finish_rows(tournament: Tournament) -> list[TeamFinish]:
    streaks, staffs = longest_streaks(tournament), pitching_staffs(tournament)
    rows = []
    for line in final_results(tournament).lines:
        row = TeamFinish(tournament=tournament, team=line.team, ties=line.ties, **line.finish._asdict())
        row.points_key = key_text(line.managers[0].name) if line.managers else ""
        staff = staffs[line.team.pk]
        row.longest_streak, row.shutouts = streaks[line.team.pk], staff.shutouts
        row.runs_allowed, row.games_with_runs = staff.runs_allowed, staff.games
        rows.append(row)
    return rows
