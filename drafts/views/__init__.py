"""Pages of cards, drafts and rosters."""
