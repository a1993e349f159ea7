"""A division's printouts, with their URLs and requirements."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.shortcuts import get_object_or_404

from drafts.documents import draft_board_pdf, draft_value_pdf, rosters_pdf
from drafts.models import CardSet, Draft
from drafts.queries.card_set_owners import may_see_cards, require_cards
from pitching.documents import bullpen_pdf
from tournaments.access.viewers import Viewer
from tournaments.documents import schedule_pdf, standings_pdf
from tournaments.models import Division, Tournament


class PrintoutRequirement(Enum):
    """Requirements for drawing a printout. The print page shows these texts."""

    SCHEDULE = "once the schedule is made"
    DRAFT = "once the draft is set up"


class Moment(Enum):
    """Moments of the weekend when a printout is needed. The print page shows these texts."""

    BEFORE_DRAFT = "Before the draft"
    BEFORE_ROUND_ONE = "Before round one"
    EACH_ROUND = "Each round"
    PLAYOFFS = "Playoffs"
    AFTER = "After the tournament"


@dataclass(frozen=True, slots=True)
class DivisionPrintout:
    """A printout of a division, drawn as a PDF."""

    url_name: str
    folder: str  # prefix of its URL path and its file name
    title: str
    requirement: PrintoutRequirement
    moment: Moment
    draw: Callable[[Tournament, Division, Viewer], bytes]


def _schedule(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    return schedule_pdf(tournament, division)


def _standings(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    return standings_pdf(tournament, division.pk)


def _draft_board(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    return draft_board_pdf(_draft_of(division))


def _draft_value(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    draft = _draft_of(division)
    require_cards(viewer, draft.card_set)
    return draft_value_pdf(draft)


def _rosters(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    card_sets = CardSet.objects.filter(drafts__division=division)
    return rosters_pdf(tournament, division, with_statistics=may_see_cards(viewer, *card_sets))


def _bullpen(tournament: Tournament, division: Division, viewer: Viewer) -> bytes:
    return bullpen_pdf(tournament, division)


def _draft_of(division: Division) -> Draft:
    drafts = Draft.objects.select_related("division__tournament", "card_set")
    return get_object_or_404(drafts, division=division)


_SCHEDULE, _DRAFT = PrintoutRequirement.SCHEDULE, PrintoutRequirement.DRAFT

DIVISION_PRINTOUTS = (
    DivisionPrintout("draft_board_pdf", "draft", "Draft board", _DRAFT, Moment.BEFORE_DRAFT, _draft_board),
    DivisionPrintout("rosters_pdf", "rosters", "Rosters", _DRAFT, Moment.BEFORE_ROUND_ONE, _rosters),
    DivisionPrintout("schedule_pdf", "schedule", "Schedule", _SCHEDULE, Moment.BEFORE_ROUND_ONE, _schedule),
    DivisionPrintout("bullpen_pdf", "bullpen", "Eligible pitchers", _DRAFT, Moment.EACH_ROUND, _bullpen),
    DivisionPrintout(
        "division_standings_pdf", "standings", "Standings with proof", _SCHEDULE, Moment.EACH_ROUND, _standings
    ),
    DivisionPrintout("draft_value_pdf", "draft-value", "Draft value", _DRAFT, Moment.AFTER, _draft_value),
)
