"""Rules on who may play, pitch, enter or leave a game, and remedies for violations."""
