"""The state of a game: its setup, the next play's situation, its memory, and eligible pitchers."""
