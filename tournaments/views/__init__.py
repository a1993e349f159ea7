"""Pages of the tournament."""
