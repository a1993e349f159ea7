"""Backups, restore, tournament files, and moves between installations."""
