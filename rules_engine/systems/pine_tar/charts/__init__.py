"""The fourteen charts and their files."""
