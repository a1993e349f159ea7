"""Practice weekends: invented entrants and results for real players, saved through the same services as the pages."""
