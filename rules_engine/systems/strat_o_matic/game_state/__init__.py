"""What a game knows: its setup, the facts of the next play, what it remembers, who may pitch."""
