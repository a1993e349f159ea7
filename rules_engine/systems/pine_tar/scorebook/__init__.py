"""Game setup, game data between plays, and the situation before a play."""
