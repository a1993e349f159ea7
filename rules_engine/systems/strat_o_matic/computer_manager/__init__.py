"""Manage either team without a person: decisions during a play, changes between plays, shootouts."""
