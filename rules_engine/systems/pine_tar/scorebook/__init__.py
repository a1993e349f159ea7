"""Game setup, game memory, and the situation before a play."""
