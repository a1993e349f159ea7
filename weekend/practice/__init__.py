"""Practice weekends: invented entrants and results for real players, written through the services the pages use."""
