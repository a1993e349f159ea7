"""Database writes. Each service is a single transaction."""
