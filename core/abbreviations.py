"""Expand the abbreviations in table headers."""

from typing import Final

from django.utils.safestring import SafeString

MEANINGS: Final = {
    "W-L": "Wins and losses",
    "W": "Wins",
    "L": "Losses",
    "T": "Ties",
    "G": "Games",
    "GS": "Games started",
    "AB": "At bats",
    "R": "Runs",
    "H": "Hits",
    "E": "Errors",
    "2B": "Doubles",
    "3B": "Triples",
    "HR": "Home runs",
    "RBI": "Runs batted in",
    "BB": "Walks",
    "K": "Strikeouts",
    "SO": "Strikeouts",
    "SB": "Stolen bases",
    "BA": "Batting average",
    "AVG": "Batting average",
    "OBP": "On-base average",
    "SLG": "Slugging average",
    "IP": "Innings pitched",
    "ER": "Earned runs",
    "ERA": "Earned run average",
    "BF": "Batters faced",
    "SV": "Saves",
    "Pos": "Position",
    "Dec": "Decision",
    "No.": "Number",
}


def abbreviation_html(head: str) -> str | SafeString:
    """Return a column header, with a tooltip if it is an abbreviation."""
    meaning = MEANINGS.get(head)
    return SafeString(f'<abbr title="{meaning}">{head}</abbr>') if meaning else head
