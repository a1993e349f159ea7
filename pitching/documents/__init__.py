"""Single-page PDFs about pitching: bullpens, suspended games and team sheets."""

from pitching.documents.bullpen import bullpen_pdf
from pitching.documents.suspended_game import suspended_game_pdf
from pitching.documents.team_sheet import draw_team_sheet, team_sheet_pdf

__all__ = ["bullpen_pdf", "draw_team_sheet", "suspended_game_pdf", "team_sheet_pdf"]
