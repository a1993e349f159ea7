"""Views for card sets, drafts and rosters."""
