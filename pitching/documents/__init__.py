"""PDFs of pitching: the pitching sheet, the team sheet and the bullpens of a division, each on exactly one page."""

from pitching.documents.bullpen import bullpen_pdf
from pitching.documents.sheet import draw_sheet, sheet_pdf
from pitching.documents.sheet_foot import check_address
from pitching.documents.suspended_sheet import suspended_game_pdf
from pitching.documents.team_sheet import draw_team_sheet, team_sheet_pdf

__all__ = [
    "bullpen_pdf",
    "check_address",
    "draw_sheet",
    "draw_team_sheet",
    "sheet_pdf",
    "suspended_game_pdf",
    "team_sheet_pdf",
]
