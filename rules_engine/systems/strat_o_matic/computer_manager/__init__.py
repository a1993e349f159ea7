"""Manage either team without a person: decisions during plays, changes between plays, shootouts."""
