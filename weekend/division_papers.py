"""The printouts of a division, with their addresses and what each needs."""

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


class PaperNeeds(Enum):
    """What must exist before a printout can be drawn, as the print page names it."""

    SCHEDULE = "once the schedule is made"
    DRAFT = "once the draft is set up"


@dataclass(frozen=True, slots=True)
class DivisionPaper:
    """`address`: the name of its address. `folder`: what its path and its file begin with."""

    address: str
    folder: str
    title: str
    needs: PaperNeeds
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


DIVISION_PAPERS = (
    DivisionPaper("schedule_pdf", "schedule", "Schedule", PaperNeeds.SCHEDULE, _schedule),
    DivisionPaper("division_standings_pdf", "standings", "Standings with proof", PaperNeeds.SCHEDULE, _standings),
    DivisionPaper("draft_board_pdf", "draft", "Draft board", PaperNeeds.DRAFT, _draft_board),
    DivisionPaper("draft_value_pdf", "draft-value", "Draft value", PaperNeeds.DRAFT, _draft_value),
    DivisionPaper("rosters_pdf", "rosters", "Rosters", PaperNeeds.DRAFT, _rosters),
    DivisionPaper("bullpen_pdf", "bullpen", "Who may pitch next", PaperNeeds.DRAFT, _bullpen),
)
