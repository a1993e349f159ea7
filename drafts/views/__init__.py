"""Pages of card sets, drafts and rosters."""
