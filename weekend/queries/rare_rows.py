"""Find out which kinds of rare rows a tournament has, so that a page queries only those."""

from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.prepared_queries import EXAMPLE_ID, PreparedValues
from drafts.models import Trade
from drafts.queries.legal_teams import waivers_of
from games.models import RulingRequest
from play.models import TableGame
from tournaments.action_log.events import newest_action
from tournaments.models import Notice, RoundDeadline, SeriesTime, TieBreakRoll, TimeProposal, Tournament
from weekend.models import PrintPack


class RareRows(NamedTuple):
    """The number of the newest action, and whether there are rows of each kind."""

    newest: int
    notices: bool  # unanswered requests
    trades: bool  # open offers
    proposals: bool  # open time proposals
    ruling_requests: bool  # unanswered by the director
    waivers: bool  # reasons to let illegal teams play
    table_games: bool  # with a question to the director or about the clock
    deadlines: bool  # for rounds
    agreed_times: bool
    print_packs: bool
    tie_break_rolls: bool

    @property
    def due_dates(self) -> bool:
        """Return whether any series can be late."""
        return self.deadlines or self.agreed_times


def rare_rows(tournament: Tournament) -> RareRows:
    """Return which kinds exist. One query."""
    return RareRows(*_RARE_ROWS.rows_of(tournament.pk)[0])


def _query() -> QuerySet[Tournament, tuple[object, ...]]:
    own, of_series = OuterRef("pk"), {"series__tournament": OuterRef("pk")}
    has_question = Q(question_team__isnull=False) | Q(clock_question_by__isnull=False)
    return Tournament.objects.filter(pk=EXAMPLE_ID).values_list(
        newest_action(own),
        Exists(Notice.objects.filter(tournament=own, answered_at=None)),
        Exists(Trade.objects.filter(team__tournament=own, state=Trade.State.OPEN)),
        Exists(TimeProposal.objects.filter(**of_series, state=TimeProposal.State.OPEN)),
        Exists(RulingRequest.objects.filter(**of_series, ruled_at=None)),
        Exists(waivers_of(own)),
        Exists(TableGame.objects.filter(has_question, **of_series)),
        Exists(RoundDeadline.objects.filter(tournament=own)),
        Exists(SeriesTime.objects.filter(**of_series, starts_at__isnull=False)),
        Exists(PrintPack.objects.filter(tournament=own)),
        Exists(TieBreakRoll.objects.filter(tournament=own)),
    )


_RARE_ROWS: Final = PreparedValues(_query)
