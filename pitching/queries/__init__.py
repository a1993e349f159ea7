"""Database queries."""
