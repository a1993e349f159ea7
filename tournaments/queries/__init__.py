"""Database queries. Nothing in this package writes."""
