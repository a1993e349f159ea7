"""The tournaments on Home: cards with stage, next step and champion, practice weekends, and the archive."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Count, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from club.models import TeamFinish
from tournaments.access.viewers import Viewers
from tournaments.action_log.events import newest_number
from tournaments.models import Team, Tournament
from tournaments.queries.playoffs import decided_playoffs
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_in
from weekend.queries.next_step import Step, next_steps

TOURNAMENTS_PER_PAGE: Final = 50
_MOST_STEPS: Final = 12  # cards that show their next step, which takes several queries each
_CARDS, _PRACTICE, _ARCHIVE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament on Home.

    `is_mine` is set if this device is signed in to it, and `is_directed` if it is signed in as the director.
    """

    tournament: Tournament
    teams: int
    is_mine: bool
    is_directed: bool
    step: Step | None = None
    champion: str = ""


@dataclass(frozen=True, slots=True)
class HomePage:
    """A page of the tournaments that a device can see. The archive comes last."""

    cards: Sequence[TournamentCard]
    practice: Sequence[TournamentCard]
    archive: Sequence[TournamentCard]
    has_older: bool

    @property
    def is_empty(self) -> bool:
        return not (self.cards or self.practice or self.archive)


def home_page(viewers: Viewers, number: int) -> HomePage:
    """Return a page of tournaments, the device's own first. The first unfinished ones include their next step."""
    first = (number - 1) * TOURNAMENTS_PER_PAGE
    rows = list(_listed(viewers)[first : first + TOURNAMENTS_PER_PAGE + 1])
    shown = rows[:TOURNAMENTS_PER_PAGE]
    steps = _steps(_staffed(shown, viewers), viewers)
    champions = _champions(shown)
    sections: dict[int, list[TournamentCard]] = {_CARDS: [], _PRACTICE: [], _ARCHIVE: []}
    own, directed = set(viewers.tournaments()), viewers.directed_tournaments()
    for tournament in shown:
        card = TournamentCard(
            tournament,
            tournament.__dict__["entered"],
            is_mine=tournament.pk in own,
            is_directed=viewers.viewer_of(None).is_organizer or tournament.pk in directed,
            step=steps.get(tournament.pk),
            champion=champions.get(tournament.pk, ""),
        )
        sections[tournament.__dict__["section"]].append(card)
    return HomePage(
        sections[_CARDS], sections[_PRACTICE], sections[_ARCHIVE], has_older=len(rows) > TOURNAMENTS_PER_PAGE
    )


def practice_weekend() -> Tournament | None:
    """Return the newest practice weekend that visitors can try."""
    return Tournament.objects.filter(is_practice=True, archived_at=None, deleted_at=None).first()


def _listed(viewers: Viewers) -> QuerySet[Tournament]:
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(n=Count("pk"))
    section = Case(
        When(archived_at__isnull=False, then=Value(_ARCHIVE)),
        When(is_practice=True, then=Value(_PRACTICE)),
        default=Value(_CARDS),
        output_field=IntegerField(),
    )
    visible = Tournament.objects.filter(viewers.visible_tournaments())
    rows = visible.annotate(entered=Coalesce(Subquery(teams.values("n")), 0), section=section)
    # PostgreSQL interprets a bare number in ORDER BY as a column, so an empty Case is left out
    own = viewers.tournaments()
    own_first = [Case(When(pk__in=own, then=0), default=1)] if own else []
    stage = Tournament.Stage
    in_play_first = Case(When(stage=stage.SIGN_UP, then=1), When(stage=stage.FINISHED, then=2), default=0)
    return rows.order_by("section", *own_first, in_play_first, "-created_at", "-pk")


def _staffed(tournaments: Iterable[Tournament], viewers: Viewers) -> list[Tournament]:
    """Return the tournaments in progress that this device directs or assists."""
    is_organizer, staffed = viewers.viewer_of(None).is_organizer, viewers.staffed_tournaments()
    in_progress = [row for row in tournaments if row.stage != Tournament.Stage.FINISHED and not row.archived_at]
    return [row for row in in_progress if is_organizer or row.pk in staffed]


def _steps(tournaments: Sequence[Tournament], viewers: Viewers) -> dict[int, Step]:
    """Return the first tournaments' next steps by tournament id."""
    steps = {}
    for tournament in tournaments[:_MOST_STEPS]:
        snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
        tables = standings_in(snapshot) if tournament.is_playing else ()
        step = next_steps(snapshot, tables)[0]
        if viewers.viewer_of(tournament).is_director or not step.for_director:
            steps[tournament.pk] = step
    return steps


def _champions(tournaments: Iterable[Tournament]) -> dict[int, str]:
    """Return the champions of finished tournaments by tournament id."""
    finished = [row for row in tournaments if row.stage == Tournament.Stage.FINISHED]
    if not finished:
        return {}
    stored = TeamFinish.objects.filter(place=1, tournament__in=finished)
    names = dict(stored.values_list("tournament_id", "team__name"))
    for tournament in finished:
        # the club's records lack practice weekends, and for a few seconds a tournament that has just finished
        if tournament.pk not in names and (board := decided_playoffs(tournament)) is not None:
            names[tournament.pk] = str(board.champion)
    return names
