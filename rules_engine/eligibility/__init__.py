"""Rules on eligibility to play, pitch, enter or leave a game, and remedies for violations."""
