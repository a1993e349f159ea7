"""Code that all game systems share: game input, states, events, lineups, line scores and box scores."""
