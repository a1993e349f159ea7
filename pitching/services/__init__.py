"""Database writes, each in a single transaction."""
