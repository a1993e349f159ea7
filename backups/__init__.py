"""Backups, restores, tournament files, and moves between installations."""
