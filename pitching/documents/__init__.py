"""PDFs of pitching: the pitching sheet and the team sheet, each on exactly one page."""

from pitching.documents.sheet import draw_sheet, sheet_pdf
from pitching.documents.sheet_foot import check_address
from pitching.documents.team_sheet import draw_team_sheet, team_sheet_pdf

__all__ = ["check_address", "draw_sheet", "draw_team_sheet", "sheet_pdf", "team_sheet_pdf"]
