"""The shared parts of all game systems: game input, states and events, lineups, line score and box score."""
