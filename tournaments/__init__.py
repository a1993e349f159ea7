"""Tournaments, divisions, teams, series, standings, access and the action log."""
