"""The competition: divisions, schedule, home team, standings, tiebreakers, dropouts, shootouts and playoffs."""
