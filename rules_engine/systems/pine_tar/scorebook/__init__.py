"""What a game knows: cards and tables, what it remembers, the moment before a throw."""
