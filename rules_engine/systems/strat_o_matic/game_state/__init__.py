"""The state of a game: its setup, the next play's situation, the game's memory, and eligible pitchers."""
