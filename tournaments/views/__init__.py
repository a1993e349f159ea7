"""Pages of the tournament itself."""
