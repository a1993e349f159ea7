"""The printouts of a division, with their addresses and what each needs."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.shortcuts import get_object_or_404

from drafts.documents import draft_board_pdf, draft_value_pdf, rosters_pdf
from drafts.models import Draft
from pitching.documents import bullpen_pdf
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
    draw: Callable[[Tournament, Division], bytes]


def _standings(tournament: Tournament, division: Division) -> bytes:
    return standings_pdf(tournament, division.pk)


def _draft_board(tournament: Tournament, division: Division) -> bytes:
    return draft_board_pdf(_draft_of(division))


def _draft_value(tournament: Tournament, division: Division) -> bytes:
    return draft_value_pdf(_draft_of(division))


def _draft_of(division: Division) -> Draft:
    drafts = Draft.objects.select_related("division__tournament", "card_set")
    return get_object_or_404(drafts, division=division)


DIVISION_PAPERS = (
    DivisionPaper("schedule_pdf", "schedule", "Schedule", PaperNeeds.SCHEDULE, schedule_pdf),
    DivisionPaper("division_standings_pdf", "standings", "Standings with proof", PaperNeeds.SCHEDULE, _standings),
    DivisionPaper("draft_board_pdf", "draft", "Draft board", PaperNeeds.DRAFT, _draft_board),
    DivisionPaper("draft_value_pdf", "draft-value", "Draft value", PaperNeeds.DRAFT, _draft_value),
    DivisionPaper("rosters_pdf", "rosters", "Rosters", PaperNeeds.DRAFT, rosters_pdf),
    DivisionPaper("bullpen_pdf", "bullpen", "Who may pitch next", PaperNeeds.DRAFT, bullpen_pdf),
)
