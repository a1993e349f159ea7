"""Read-only queries of the games app."""
