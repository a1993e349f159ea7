"""Competition rules: divisions, schedule, home team, standings, tiebreakers, dropouts, shootouts and playoffs."""
