"""Columns of season statistics, recognized by the headings of public sources.

Supported sources are the season tables of Baseball-Reference and FanGraphs, the Lahman tables, and Retrosheet rosters.
"""

from typing import Final

from core.imports.headings import ImportTarget
from seasons.players_and_parks import POSITION_GAMES_COLUMNS

# Appearance tables use positions as headings, so 2B and 3B aren't doubles and triples there.
_OWN_HEADINGS: Final = {name: (name,) for name in POSITION_GAMES_COLUMNS if name not in ("2B", "3B")}
PLAYER: Final = (
    ImportTarget("id", "Player's id", ("playerid", "player-additional", "player id", "id", "mlbamid", "key bbref")),
    ImportTarget("name", "Player", ("name", "player name", "full name", "nameascii")),
    ImportTarget("first_name", "First name", ("namefirst", "first", "use name")),
    ImportTarget("last_name", "Last name", ("namelast", "last")),
    ImportTarget("bats", "Bats", ("b", "bat")),
    ImportTarget("throws", "Throws", ("t", "throw")),
    ImportTarget("birth_year", "Birth year", ("birthyear", "born")),
    ImportTarget("team", "Team", ("tm", "teamid", "club")),
    ImportTarget("stint", "Stint"),
)
LINES: Final = (
    ImportTarget("games", "G", ("games",)),
    ImportTarget("plate_appearances", "PA"),
    ImportTarget("at_bats", "AB"),
    ImportTarget("runs", "R", ("runs",)),
    ImportTarget("hits", "H", ("hits",)),
    ImportTarget("doubles", "2B", ("doubles",)),
    ImportTarget("triples", "3B", ("triples",)),
    ImportTarget("homeruns", "HR", ("homeruns", "home runs")),
    ImportTarget("runs_batted_in", "RBI"),
    ImportTarget("walks", "BB", ("walks",)),
    ImportTarget("strikeouts", "SO", ("k", "strikeouts")),
    ImportTarget("hit_by_pitch", "HBP"),
    ImportTarget("sacrifice_hits", "SH", ("sac",)),
    ImportTarget("sacrifice_flies", "SF"),
    ImportTarget("double_plays", "GIDP", ("gdp", "dp")),
    ImportTarget("stolen_bases", "SB"),
    ImportTarget("caught_stealing", "CS"),
    ImportTarget("games_started", "GS"),
    ImportTarget("innings", "IP", ("innings pitched",)),
    ImportTarget("outs_pitched", "IPouts"),
    ImportTarget("wins", "W", ("wins",)),
    ImportTarget("losses", "L", ("losses",)),
    ImportTarget("saves", "SV", ("saves",)),
    ImportTarget("batters_faced", "BF", ("bfp", "tbf", "batters faced")),
    ImportTarget("earned_runs", "ER", ("earned runs",)),
)
FIELD: Final = (
    ImportTarget("position", "Position", ("pos", "pos summary")),
    ImportTarget("putouts", "PO"),
    ImportTarget("fielding_innings", "Inn", ("innouts",)),
    *(
        ImportTarget(f"at_{name.lower()}", f"Games at {name}", (column, *_OWN_HEADINGS.get(name, ())))
        for name, column in POSITION_GAMES_COLUMNS.items()
    ),
)
CLUB: Final = (ImportTarget("club_name", "Club's name", ("team name",)), ImportTarget("park", "Ballpark", ("park",)))
TARGETS: Final = (*PLAYER, *LINES, *FIELD, *CLUB)
NEEDED: Final = ("id", "name", "last_name", "team")
