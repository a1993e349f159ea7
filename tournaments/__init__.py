"""Tournaments, divisions, teams, series, standings, access and the activity log."""
