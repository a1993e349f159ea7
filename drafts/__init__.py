"""Card sets, player cards, drafts, picks, queues and the board."""
